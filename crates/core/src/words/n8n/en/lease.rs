//! `lease`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Create both tables in PostgreSQL. If the table of the keys is there already from claim-first, run the upgrade first.",
        CREDENTIAL,
        "Import the workflow: Import from File, or paste it onto the canvas of a new workflow. Make sure that the credential is selected in Claim, Business Step, Finish and Release Key.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "Replace Business Step by the real work, which must end well within the lease: give the new node a timeout. Set its On Error to Continue (using error output) and wire that output to Release Key: with the default, Stop Workflow, a retry has to wait until the lease is over.",
        CLEANUP,
        "Give the clean-up workflow an error workflow in its settings: it fails when events were never finished.",
    ],
    description: "## Receive webhooks and lose none with PostgreSQL

### Who's it for
Everyone whose sender repeats webhooks, and who cannot afford that one is lost when n8n dies: payments, orders, forms.

### How it works
1. **Webhook** keeps the bytes of the body.
2. **Build Key** makes the event's key from them: `evt:` and the id, or `sha256:` and the hash of the body.
3. **Claim** takes the key for the time of a lease, and gets a token. Only one delivery has it.
4. The winner runs **Business Step (insert business_log)**, **Finish** records that it is done, and the answer is 200.
5. A repeat is answered 200 `duplicate` when the work is done. Before that it is 503 with `Retry-After`: try again when the lease is over.
6. If the business step fails, **Release Key** gives the key back and the answer is 500. The next retry does the work at once.
7. If n8n dies, the lease runs out, and a retry takes over.
8. If it is not known what the database did, the answer is 503: try again. Without a key it is 400.

### How to set up
",
    description_end: "### Requirements
- n8n 2.38 or newer. Before, n8n answered 200 for a run that failed before its answer, and the sender did not try again.
- PostgreSQL 15 or newer.
- A sender that tries again after a 503, for longer than the lease.

### Limits
- The work is done at least once. If it was done but that could not be recorded (n8n died just then, the database failed, the lease was over), a retry does it again. Pass the key on as an idempotency key.
- Work that takes longer than the lease is begun a second time by a retry. The first delivery is then answered 503.
- An event whose sender gives up before it is done stays in the table as `processing`. It is not lost from sight: the clean-up workflow reports it.

Work in the same database can do without these limits: claim and work in one transaction.

### How to customize
- Nodes may be put between the steps: key and token are read from **Build Key** and **Claim** by their names.
- The path, the table, the scope and the lease are options of hookonce; generate the workflow again.
",
    claim_comment: "Always one row: outcome is claimed, in_progress or done.",
    claim: "## 4. Claim the key for a time
Exactly one row comes back. `outcome` is `claimed` with a `claim_token`, `in_progress` with `retry_after_seconds`, or `done`. Anything else is an error and is answered 503.

The lease stands in the query, in seconds. It has to be longer than the work.

Leave *Retry On Fail* off: if only the answer was lost, the second attempt would wait for its own lease.

Leave *Always Output Data* off: after a failure both outputs would run.

Leave the query parameter an array: n8n splits a text at commas, and two ids become one.",
    work: "## 5. Do the work, and record that it is done
Put the real work in the place of **Business Step (insert business_log)**, with a timeout shorter than the lease. Set its *On Error* to *Continue (using error output)* and wire that output to **Release Key**: with the default, *Stop Workflow*, a retry has to wait until the lease is over. Leave *Always Output Data* off, and do not pass the field `claim_token` through: **Business Step Ran?** takes it for a step that failed.
Several nodes: put them into a workflow of their own and call it here, so that a failure anywhere in it comes out here.
Only the holder of the token can finish or release. If another delivery has taken over meanwhile, **Finish** says `lost`, and the answer is 503: the sender tries again and learns what became of it.
**Still Unanswered?** runs last and goes on for a step that went well without giving an item; leave it below **Business Step Ran?**, and **Release Key** above it.",
    cleanup: CleanupWords {
        comment: "One row: how many keys it deleted, and how many events of that age were never finished. At most 10,000 at a time.",
        description: "## Delete old webhook keys from PostgreSQL

### Who's it for
Everyone who runs the workflow \"Receive webhooks once\": without a clean-up its table only grows.

### How it works
Every night the keys of events that were done before the retention are deleted, a batch at a time. No claim waits for it.
Events of that age that were never finished are kept, and the run fails, so that somebody sees it.

### How to set up
1. Select the PostgreSQL credential in **Delete Old Keys**.
2. Check the time zone in the workflow's settings, and choose an error workflow there.
3. Run it once by hand, then publish it.

### Requirements
The tables of \"Receive webhooks once\".

### How to customize
The retention is in the query. Keep keys longer than the sender can resend: a resend after that counts as a new event.",
        statement: "## 2. Delete
Gives one row: `deleted` is the number of keys, at most 10,000, and `stuck` that of the events that were never finished.

**Any Deleted?** goes back until a batch is empty. Running it twice does no harm, not even at once. If it fails, the next night makes up for it.",
        stuck: "## 3. Report what was never finished
Such an event was begun before the retention, and since then no retry has finished it: its sender has given up. It is not deleted, as that would make it look as if it had never come.

Find it in the table with the status `processing`. Have it sent again, or do its work by hand and delete its row.",
    },
};
