//! `same-transaction`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Create both tables in PostgreSQL.",
        CREDENTIAL,
        "Import the workflow: Import from File, or paste it onto the canvas of a new workflow. Make sure that the credential is selected in Claim and Work.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "Put your own INSERT or UPDATE in the place of the one into business_log, inside the statement of Claim and Work. It has to read from claim, so that only a new key gives it a row, and to return at least one row.",
        CLEANUP,
    ],
    description: "## Receive webhooks exactly once in one PostgreSQL statement

### Who's it for
Everyone whose sender repeats webhooks, and whose work is SQL in one database: an order is stored, a balance changes, a job is queued.

### How it works
1. **Webhook** keeps the bytes of the body.
2. **Build Key** makes the event's key from them: `evt:` and the id, or `sha256:` and the hash of the body.
3. **Claim and Work** inserts the key and does the work in one statement: either both are there, or neither is.
4. A new event is answered 200. A repeat is answered 200 `duplicate`.
5. If the statement fails, the database takes back key and work by itself. The answer is 503, and the retry does the work. n8n may die at any moment: the retry finds both, or neither.
6. Without a key the answer is 400.

### How to set up
",
    description_end: "### Requirements
- n8n 2.38 or newer. Before, n8n answered 200 for a run that failed before its answer, and the event was lost.
- PostgreSQL 15 or newer.

### Limits
- Only work in this database is covered. A mail or a call to another service cannot be taken back: use the guarantee lease for it, or write a row that another workflow works through.
- A repeat that arrives while the first delivery is still at work waits for it up to 5 seconds, and is then answered 503.
- Long work keeps a connection and its locks: keep it short.

### How to customize
- Nodes may be put between the steps: the key is read from **Build Key** by its name.
- The path, the table and the scope are options of hookonce; generate the workflow again.
",
    claim_comment: "Always one row: outcome is claimed for a new key, whose work is then done, and done for one that was seen before.",
    claim: "## 4. Claim and work in one
Exactly one row comes back. `outcome` is `claimed`: the work is done. `done`: it was done before. Anything else is an error, nothing was done, and the answer is 503.

Leave it one statement: all of it happens, or nothing does.

Leave *Always Output Data* off: after a failure both outputs would run.

Leave the query parameters an array: n8n splits a text at commas, and two ids become one.",
    work: "## 5. Put your own work in
In **Claim and Work** stands `INSERT INTO business_log … SELECT … FROM claim RETURNING id`. Put your own INSERT, UPDATE or DELETE in its place.

- `claim` has a row with the key for a new event, and none for a repeat. The work has to read from it: `SELECT … FROM claim`, `UPDATE … FROM claim`.
- It has to return a row (`RETURNING`); without one the answer says `duplicate`.
- Several changes: a part of `WITH` each, or a function of the database, called as `SELECT my_work(key) FROM claim`.
- Further values of the event: add them to the query parameters as `$3`, `$4` and so on.",
    cleanup: CleanupWords {
        comment: "One row with the number of deleted keys, at most 10,000 at a time. Keep keys longer than the sender can resend.",
        description: "## Delete old webhook keys from PostgreSQL

### Who's it for
Everyone who runs the workflow \"Receive webhooks once\": without a clean-up its table only grows.

### How it works
Every night the keys that are older than the retention are deleted, a batch at a time. No claim waits for it.

### How to set up
1. Select the PostgreSQL credential in **Delete Old Keys**.
2. Check the time zone in the workflow's settings.
3. Run it once by hand, then publish it.

### Requirements
The tables of \"Receive webhooks once\".

### How to customize
The retention is in the query. Keep keys longer than the sender can resend: a resend after that counts as a new event.",
        statement: "## 2. Delete
Gives one row: `deleted` is the number of keys, at most 10,000.

**Any Deleted?** goes back until a batch is empty. Running it twice does no harm, not even at once. If it fails, the next night makes up for it.",
        stuck: "",
    },
};
