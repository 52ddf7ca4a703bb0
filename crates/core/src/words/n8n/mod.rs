//! The words of the n8n workflows: sticky notes in Markdown, and comments.

mod de;
mod en;

use crate::lang::Lang;
use crate::sql::Guarantee;

/// Everything the workflows say in one language. What they *do* is in `n8n`.
pub(crate) struct N8nWords {
    /// What n8n answers by itself, before any node of the workflow runs; plain text.
    pub refusals: &'static [&'static str],
    /// Comment lines above the Code node's JavaScript.
    pub code_header: &'static [&'static str],
    /// The notes that every receiver has.
    pub receive: ReceiveNotes,
    /// The note behind the clean-up's triggers.
    pub schedule: &'static str,
    /// What only the workflows of `claim-first` say.
    pub claim_first: GuaranteeWords,
    /// What only those of `lease` say.
    pub lease: GuaranteeWords,
    /// What only those of `same-transaction` say.
    pub same_transaction: GuaranteeWords,
    /// What is said where the rule is not the generic one.
    pub rules: RuleNotes,
    /// The set-up step that is the published test.
    pub test: &'static str,
    /// Comment lines above the test's requests.
    pub script_before: &'static [&'static str],
    /// Comment lines below them.
    pub script_after: &'static [&'static str],
    /// In place of [`N8nWords::script_before`], where the bodies are the user's.
    pub script_before_recorded: &'static [&'static str],
    /// In place of [`N8nWords::script_after`], for batches.
    pub script_after_batch: &'static [&'static str],
    /// The same where no key is possible.
    pub script_after_no_key: &'static [&'static str],
}

impl N8nWords {
    /// What only the workflows of a guarantee say.
    pub fn of(&self, guarantee: Guarantee) -> &GuaranteeWords {
        match guarantee {
            Guarantee::ClaimFirst => &self.claim_first,
            Guarantee::Lease => &self.lease,
            Guarantee::SameTransaction => &self.same_transaction,
        }
    }
}

/// The notes behind the steps that every receiver has.
pub(crate) struct ReceiveNotes {
    /// Behind the Webhook node.
    pub receive: &'static str,
    /// Where the signature check goes.
    pub signature: &'static str,
    /// Behind the Code node.
    pub key: &'static str,
    /// Behind the other answers.
    pub answers: &'static str,
    /// What n8n and the table store.
    pub data: &'static str,
}

/// What is said where the rule is not the generic one.
pub(crate) struct RuleNotes {
    /// Comment lines above the Code node's JavaScript.
    pub code_header: &'static [&'static str],
    /// Behind the Code node; `{}` stands for the rule's name.
    pub key: &'static str,
    /// In place of the set-up step with the published test.
    pub test: &'static str,
    /// Behind the answer to control messages.
    pub control: &'static str,
    /// After it, where the answer is only a part of what a sender asks for.
    pub control_incomplete: &'static str,
    /// After it, where a handshake comes as a GET request.
    pub handshake: &'static str,
    /// Behind the work of deliveries that can have no key.
    pub signals: &'static str,
    /// How to make idempotency keys for calls.
    pub downstream: &'static str,
    /// A section of the description, for batches.
    pub batches: &'static str,
    /// Behind the loop over a batch.
    pub each: &'static str,
    /// Behind the business step on each event of a batch.
    pub batch_step: &'static str,
    /// After it: what a failure of one event means for the others.
    pub batch_work: &'static str,
    /// Behind the answers to a batch.
    pub batch_answers: &'static str,
}

/// What the workflows of one guarantee say.
pub(crate) struct GuaranteeWords {
    /// What to do in n8n, in order; plain text.
    pub setup_steps: &'static [&'static str],
    /// The receiver's description, up to the heading above the set-up steps.
    pub description: &'static str,
    /// After the set-up steps.
    pub description_end: &'static str,
    /// The comment above the claim's query; without `$1`, which n8n would replace.
    pub claim_comment: &'static str,
    /// The note behind the claim.
    pub claim: &'static str,
    /// The note behind the work.
    pub work: &'static str,
    /// The clean-up.
    pub cleanup: CleanupWords,
}

/// What a clean-up says.
pub(crate) struct CleanupWords {
    /// The comment above its query.
    pub comment: &'static str,
    /// What it does and how to set it up.
    pub description: &'static str,
    /// The note behind the statement.
    pub statement: &'static str,
    /// The note behind the report of events that were not finished; empty where there is none.
    pub stuck: &'static str,
}

/// The words in `lang`.
pub(crate) fn words(lang: Lang) -> &'static N8nWords {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}
