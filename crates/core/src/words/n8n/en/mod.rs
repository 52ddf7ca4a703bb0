//! English.

mod claim_first;
mod lease;
mod same_transaction;

use super::{N8nWords, ReceiveNotes, RuleNotes};

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
    rules: RuleNotes {
        code_header: &[
            "The event's key, by the rule in RULES; a batch has a key for each item. See the note beside this node.",
            "Made from the headers and the bytes as received, so that every retry gets the same key.",
            "Runs with n8n's default settings: NODE_FUNCTION_ALLOW_BUILTIN is not needed.",
        ],
        key: "## 3. Build the key
By the rule of {}; it stands in the code as `RULES`. The same event always gets the same key.

An empty body or a multipart form has none. n8n joins a header that occurs twice: it is then one value.",
        test: "Test with a delivery of the sender and send it again: the repeat must not add a row to business_log.",
        control: "## Control messages
Handshakes and pings are no events: **Build Key** recognises them, **Respond Control Message** answers as the sender expects, and nothing is claimed. Without that answer some senders never start to send, or switch the webhook off.",
        control_incomplete: "This sender asks for more than this answer: a signature or a token to be checked or sent back, or an address to be called. Build that in here, by its documentation.",
        handshake: "**Webhook Handshake** takes the sender's GET request at the same path and sends its challenge back as plain text. Where the sender sends a token of yours along, compare it first.",
        signals: "## No key possible
Some deliveries say only that something changed: nothing in them tells a repeat from a new event. A made-up key would lose events, and a 4xx would make the sender give up. So they are not claimed: **Business Step without Key (insert business_log)** runs each time.

Make that step one that may run twice: fetch what is new from the sender (by cursor or time), take a lock for each account, and claim each fetched thing by its own id. Set its *On Error* to *Continue (using error output)* and wire that output to **RETRY**.",
        downstream: "## Calls of your own
A call that the business step makes may be made twice: after a failure, or when a lease is over. Give it an idempotency key that is the same on each try and differs between steps. In an HTTP Request node turn on *Send Headers*; name `Idempotency-Key`, value (expression), with a name of your own in the place of `charge`:
```
{{ 'hookonce-' + (KEY + '\\n' + 'charge').hash('sha256').slice(0, 32) }}
```
41 characters: it fits wherever such keys are taken.",
        batches: "### Batches
One request can carry several events. Each is claimed, worked on and finished by itself, one after the other; the request has one answer: 200 only when every event is done, now or before. Otherwise it is 503, and the sender sends the batch again; what was done is then known and left out.

",
        each: "## 4. One event at a time
**Loop Over Events** hands on one event of the request after the other. **Go On?** is the way back: it stays below the other branch, so that an event is through before the next one starts.

If the database does not answer, the loop stops at once: the retry brings the rest.

The event's content is `{{ $('Loop Over Events').first(1).json.event }}`.",
        batch_step: "## 6. Do each event's work
Put the real work in the place of **Business Step (insert business_log)**, with its error output wired as here.",
        batch_work: "One event that fails does not hold up the others: they are done, and the sender is told to send the batch again. A batch must be done before the sender hangs up: keep the work short, or only store it here.",
        batch_answers: "## 7. One answer
**Respond 200**: every event is done, now or earlier. **Respond 503 incomplete**: at least one failed or is in progress elsewhere; the sender sends the batch again, the events that are done are then known, and only the rest is worked on. An event that fails every time brings the batch back until the sender gives up: let the step store such an event and go well.

**Mark Execution Failed** makes the run show as failed under Executions.",
    },
    test: TEST,
    script_before: &[
        "Event A, A again as a retry with another signature, then B. All values are made up.",
        "n8n runs on this machine and the workflow is published. Run this before a signature check is added.",
    ],
    script_before_recorded: &[
        "Event A, A again as a retry with another signature, then B, as the sender makes them: save the bodies",
        "of two of its deliveries, of two events, as a.body and b.body beside this script.",
        "n8n runs on this machine and the workflow is published. Run this before a signature check is added.",
    ],
    script_after_batch: &[
        "Expected: 200 processed three times, each with the number of events in the batch.",
        "Under Executions: 3 executions. In business_log: a row for each different event, once.",
        "A second run gives the same, and adds no row.",
    ],
    script_after_no_key: &[
        "Expected: 200 processed three times, with key null: nothing tells a retry from a new event.",
        "Under Executions: 3 executions. In business_log: 3 rows.",
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
