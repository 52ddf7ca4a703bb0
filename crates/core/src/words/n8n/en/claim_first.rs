//! `claim-first`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Create both tables in PostgreSQL.",
        CREDENTIAL,
        "Import the workflow: Import from File, or paste it onto the canvas of a new workflow. Make sure that the credential is selected in Claim, Business Step and Release Key.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "Replace Business Step by the real work. Set On Error of the new node to Continue (using error output) and wire that output to Release Key: with the default, Stop Workflow, the key stays and the retry counts as a duplicate.",
        CLEANUP,
    ],
    description: "## Receive webhooks once with PostgreSQL

### Who's it for
Everyone whose sender repeats webhooks, so that one event can arrive twice: payments, orders, forms.

### How it works
1. **Webhook** keeps the bytes of the body.
2. **Build Key** makes the event's key from them: `evt:` and the id, or `sha256:` and the hash of the body.
3. **Claim** inserts the key. The primary key lets only one delivery win.
4. The winner runs **Business Step (insert business_log)** and is answered 200. A repeat is answered 200 `duplicate`.
5. If the business step fails, **Release Key** gives the key back and the answer is 500, so that the retry does the work.
6. If it is not known whether the key is claimed, the answer is 503: try again. Without a key it is 400.

### How to set up
",
    description_end: "### Requirements
- n8n 2.38 or newer. Before, n8n answered 200 for a run that failed before its answer, and the event was lost.
- PostgreSQL 9.5 or newer.

### Limits
- If n8n dies between the claim and the end of the work, the key stays. The retry is answered `duplicate`, and the event is lost.
- A repeat that arrives while the first delivery is still at work is answered 200. If the first one fails after that and its sender no longer waits, nobody tries again.
- If the work fails after it took effect, the retry does it again. Pass the key on as an idempotency key.

Work in the same database can do without these limits: claim and work in one transaction.

### How to customize
- Nodes may be put between the steps: the key is read from **Build Key** by its name.
- The path, the table and the scope are options of hookonce; generate the workflow again.
",
    claim_comment: "Always one row: claimed is 1 for a new key and 0 for one that was seen before.",
    claim: "## 4. Claim the key
Exactly one row comes back: `claimed` is 1 for a new event and 0 for a repeat. Anything else is an error and is answered 503.

Leave *Retry On Fail* off: if only the answer was lost, the second attempt would take its own claim for a repeat.

Leave *Always Output Data* off: after a failure both outputs would run.

Leave the query parameter an array: n8n splits a text at commas, and two ids become one.",
    work: "## 5. Do the work once
Put the real work in the place of **Business Step (insert business_log)**. Set its *On Error* to *Continue (using error output)* and wire that output to **Release Key**: with the default, *Stop Workflow*, the key stays and the retry counts as a duplicate. Leave *Always Output Data* off, and do not pass the field `claimed` through: **Business Step Ran?** takes it for a step that failed.
Several nodes: put them into a workflow of their own and call it here, so that a failure anywhere in it comes out here.
**Still Unanswered?** runs last and answers for a step that went well without giving an item; leave it below the other nodes.",
    cleanup: CleanupWords {
        comment: "One row with the number of deleted keys. Keep keys longer than the sender can resend.",
        description: "## Delete old webhook keys from PostgreSQL

### Who's it for
Everyone who runs the workflow \"Receive webhooks once\": without a clean-up its table only grows.

### How it works
Every night one statement deletes the keys that are older than the retention.

### How to set up
1. Select the PostgreSQL credential in **Delete Old Keys**.
2. Check the time zone in the workflow's settings.
3. Run it once by hand, then publish it.

### Requirements
The tables of \"Receive webhooks once\".

### How to customize
The retention is in the query. Keep keys longer than the sender can resend: a resend after that counts as a new event.",
        statement: "## 2. Delete
Gives one row: `deleted` is the number of keys. Running it twice does no harm. If it fails, the next night makes up for it.",
        stuck: "",
    },
};
