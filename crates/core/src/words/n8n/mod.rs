//! The words of the n8n workflows: sticky notes in Markdown, and comments.

mod de;
mod en;

use crate::lang::Lang;

/// Everything the workflows say in one language. What they *do* is in `n8n`.
pub(crate) struct N8nWords {
    /// What to do in n8n, in order; plain text.
    pub setup_steps: &'static [&'static str],
    /// What n8n answers by itself, before any node of the workflow runs; plain text.
    pub refusals: &'static [&'static str],
    /// Comment lines above the Code node's JavaScript.
    pub code_header: &'static [&'static str],
    /// The comment above the claim's query; without `$1`, which n8n would replace.
    pub claim_comment: &'static str,
    /// The comment above the clean-up's query.
    pub cleanup_comment: &'static str,
    /// The receiver's notes.
    pub receive: ReceiveNotes,
    /// The clean-up's notes.
    pub cleanup: CleanupNotes,
    /// Comment lines above the test's requests.
    pub script_before: &'static [&'static str],
    /// Comment lines below them.
    pub script_after: &'static [&'static str],
}

/// The notes behind the receiver's steps.
pub(crate) struct ReceiveNotes {
    /// Up to the heading above the set-up steps.
    pub description: &'static str,
    /// After the set-up steps.
    pub description_end: &'static str,
    /// Behind the Webhook node.
    pub receive: &'static str,
    /// Where the signature check goes.
    pub signature: &'static str,
    /// Behind the Code node.
    pub key: &'static str,
    /// Behind the claim.
    pub claim: &'static str,
    /// Behind the business step.
    pub work: &'static str,
    /// Behind the other answers.
    pub answers: &'static str,
    /// What n8n and the table store.
    pub data: &'static str,
}

/// The notes behind the clean-up's steps.
pub(crate) struct CleanupNotes {
    /// What it does and how to set it up.
    pub description: &'static str,
    /// Behind the triggers.
    pub schedule: &'static str,
    /// Behind the statement.
    pub statement: &'static str,
}

/// The words in `lang`.
pub(crate) fn words(lang: Lang) -> &'static N8nWords {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}
