//! English.

use super::{CleanupNotes, N8nWords, ReceiveNotes};

pub(super) static WORDS: N8nWords = N8nWords {
    setup_steps: &[
        "Create both tables in PostgreSQL.",
        "Create a PostgreSQL credential in n8n and name it \"hookonce PostgreSQL\".",
        "Import the workflow: Import from File, or paste it onto the canvas. Make sure that the credential is selected in Claim, Business Step and Release Key.",
        "Publish the workflow. The Webhook node shows the Production URL.",
        "Test with the three curl lines: 3 executions, 2 rows in business_log, and the repeat is answered 200 duplicate.",
        "Put the signature check between Webhook and Build Key, and only then give the URL to the sender.",
        "Replace Business Step by the real work. Set On Error of the new node to Continue (using error output) and wire that output to Release Key: with the default, Stop Workflow, the key stays and the retry counts as a duplicate.",
        "Import the clean-up workflow, select the credential there too, and publish it.",
    ],
    refusals: &[
        "422: the Content-Type is application/json and the body is not JSON, or it is XML by its type and not by its text.",
        "500: the body is larger than N8N_PAYLOAD_SIZE_MAX, 16 MiB by default. The sender keeps retrying.",
        "503, but only after the time limit of a task (300 s by default): application/json, nested some thousand levels deep.",
    ],
    code_header: &[
        "The event's key: \"evt:\" and the id in the body, or \"sha256:\" and the hash of the body.",
        "Made from the bytes as received, so that every retry gets the same key.",
        "Runs with n8n's default settings: NODE_FUNCTION_ALLOW_BUILTIN is not needed.",
    ],
    claim_comment: "Always one row: claimed is 1 for a new key and 0 for one that was seen before.",
    cleanup_comment: "One row with the number of deleted keys. Keep keys longer than the sender can resend.",
    receive: ReceiveNotes {
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
        receive: "## 1. Receive
*Raw Body* stays on: the key is made from the bytes as sent.

*Respond* stays on \"Using 'Respond to Webhook' Node\".",
        signature: "## 2. Check the signature here
Between **Webhook** and **Build Key**, before anything is claimed: who knows the URL could send a made-up event with a real id. Its key would be taken, and the real event would count as a duplicate.

- Compute the HMAC of the raw body in a Crypto node; the secret belongs in its credential. A Code node cannot read credentials.
- Follow the sender's documentation: what is signed differs, and often a time stamp belongs to it.
- Signature wrong: Respond to Webhook with 401.
- Wire the error outputs of the new nodes to **Respond 503**, and let only a signature that is positively right go on.",
        key: "## 3. Build the key
The same delivery always gives the same key.

No option of n8n is needed for it.

An empty body or a multipart form has no key.",
        claim: "## 4. Claim the key
Exactly one row comes back: `claimed` is 1 for a new event and 0 for a repeat. Anything else is an error and is answered 503.

Leave *Retry On Fail* off: if only the answer was lost, the second attempt would take its own claim for a repeat.

Leave *Always Output Data* off: after a failure both outputs would run.

Leave the query parameter an array: n8n splits a text at commas, and two ids become one.",
        work: "## 5. Do the work once
Put the real work in the place of **Business Step (insert business_log)**. Set its *On Error* to *Continue (using error output)* and wire that output to **Release Key**: with the default, *Stop Workflow*, the key stays and the retry counts as a duplicate. Leave *Always Output Data* off, and do not pass the field `claimed` through: **Business Step Ran?** takes it for a step that failed.
Several nodes: put them into a workflow of their own and call it here, so that a failure anywhere in it comes out here.
**Still Unanswered?** runs last and answers for a step that went well without giving an item; leave it below the other nodes.",
        answers: "## 6. Every other answer
No path ends without an answer, and none says 200 for work that was not done. 5xx: the sender tries again. **Mark Execution Failed** then makes the run show as failed under Executions.",
        data: "## Data that is kept
n8n stores every delivery in the execution data, twice because of *Raw Body*. If it holds personal data, their rules apply to it, deletion included.

In the workflow's settings choose which executions are saved. A busy receiver does without the successful ones; they can then no longer be counted.

The table of the keys holds only ids and hashes. An id can be personal data too.

Set a statement timeout for the database role: n8n has none.",
    },
    cleanup: CleanupNotes {
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
        schedule: "## 1. When
At 03:17 in the workflow's time zone. Without one, n8n takes the instance's, and that is New York unless GENERIC_TIMEZONE says otherwise.",
        statement: "## 2. Delete
Gives one row: `deleted` is the number of keys. Running it twice does no harm. If it fails, the next night makes up for it.",
    },
    script_before: &[
        "Event A, A again as a retry with another signature, then B. All values are made up.",
        "n8n runs on this machine and the workflow is published. Run this before a signature check is added.",
    ],
    script_after: &[
        "Expected: 200 processed, 200 duplicate, 200 processed.",
        "Under Executions: 3 executions. In business_log: 2 rows.",
        "A second run gives 200 duplicate three times; change the ids for new events.",
    ],
};
