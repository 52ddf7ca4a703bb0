//! English.

mod claim_first;
mod lease;
mod same_transaction;

use super::{N8nWords, ReceiveNotes};

pub(super) static WORDS: N8nWords = N8nWords {
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
    receive: ReceiveNotes {
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
        answers: "## 6. Every other answer
No path ends without an answer, and none says 200 for work that was not done. 5xx: the sender tries again. **Mark Execution Failed** then makes the run show as failed under Executions.",
        data: "## Data that is kept
n8n stores every delivery in the execution data, twice because of *Raw Body*. If it holds personal data, their rules apply to it, deletion included.

In the workflow's settings choose which executions are saved. A busy receiver does without the successful ones; they can then no longer be counted.

The table of the keys holds only ids and hashes. An id can be personal data too.

Set a statement timeout for the database role: n8n has none.",
    },
    schedule: "## 1. When
At 03:17 in the workflow's time zone. Without one, n8n takes the instance's, and that is New York unless GENERIC_TIMEZONE says otherwise.",
    claim_first: claim_first::WORDS,
    lease: lease::WORDS,
    same_transaction: same_transaction::WORDS,
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

// Set-up steps of every guarantee.
const CREDENTIAL: &str = "Create a PostgreSQL credential in n8n and name it \"hookonce PostgreSQL\".";
const PUBLISH: &str = "Publish the workflow. The Webhook node shows the Production URL.";
const TEST: &str = "Test with the three curl lines: 3 executions, 2 rows in business_log, and the repeat is answered 200 duplicate.";
const SIGNATURE: &str =
    "Put the signature check between Webhook and Build Key, and only then give the URL to the sender.";
const CLEANUP: &str = "Import the clean-up workflow, select the credential there too, and publish it.";
