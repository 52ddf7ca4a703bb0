//! The page's own words. A word that is missing in one language does not compile.

mod de;
mod en;

use hookonce_core::lang::Lang;

/// The words of the page in `lang`.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}

/// Every word and sentence of the page that does not come from the core.
#[allow(missing_docs, reason = "the fields are their own documentation: each holds one text")]
pub struct Words {
    // The frame.
    pub tagline: &'static str,
    pub language: &'static str,
    pub theme: &'static str,
    pub theme_auto: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub skip_to_key: &'static str,
    pub close: &'static str,

    // The seal.
    pub seal: &'static str,
    pub seal_pending: &'static str,
    pub seal_title: &'static str,
    pub seal_blocks: &'static str,
    pub seal_cannot: &'static str,
    pub seal_test: &'static str,
    pub seal_refused: &'static str,
    pub seal_not_refused: &'static str,

    // What is kept.
    pub kept: &'static str,
    pub kept_browser: &'static str,
    pub kept_database: &'static str,
    pub kept_n8n: &'static str,
    pub kept_no_certificate: &'static str,
    pub footer: &'static str,

    // The delivery.
    pub delivery: &'static str,
    pub editor_label: &'static str,
    pub editor_hint: &'static str,
    pub sample: &'static str,
    pub sample_choose: &'static str,
    pub sample_no_id: &'static str,
    pub sample_shown: &'static str,
    pub open_file: &'static str,
    pub drop_here: &'static str,
    pub restore: &'static str,
    pub restored: &'static str,
    pub read_as: &'static str,
    pub read_as_auto: &'static str,
    pub read_as_body: &'static str,
    pub read_as_http: &'static str,
    pub read_as_curl: &'static str,
    pub taken_for: &'static str,
    pub first_part: fn(shown: &str, whole: &str) -> String,
    pub not_editable: &'static str,
    pub other_files: &'static str,
    pub file_unreadable: fn(name: &str) -> String,

    // The facts.
    pub bytes: fn(count: &str, one: bool) -> String,
    pub facts_label: &'static str,
    pub utf8: &'static str,
    pub not_utf8: &'static str,
    pub line_ends: &'static str,
    pub line_ends_none: &'static str,
    pub line_ends_mixed: &'static str,
    pub mark: &'static str,
    pub no_mark: &'static str,
    pub json: fn(json: hookonce_core::key::JsonType) -> &'static str,
    pub not_json: &'static str,

    // The key.
    pub key: &'static str,
    pub no_key: &'static str,
    pub working: &'static str,
    pub copy_key: &'static str,
    pub show_in_editor: fn(line: usize) -> String,
    pub generic_caution: &'static str,
    pub steps: &'static str,
    pub findings: &'static str,
    pub severity: fn(severity: hookonce_core::finding::Severity) -> &'static str,
    pub position: fn(line: usize, column: usize) -> String,
    pub position_in_input: fn(line: usize, column: usize) -> String,

    // The options.
    pub options: &'static str,
    pub guarantee: &'static str,
    pub claim_first: &'static str,
    pub claim_first_loses: &'static str,
    pub claim_first_limit: &'static str,
    pub lease: &'static str,
    pub lease_loses: &'static str,
    pub lease_limit: &'static str,
    pub same_transaction: &'static str,
    pub same_transaction_loses: &'static str,
    pub same_transaction_limit: &'static str,
    pub database: &'static str,
    pub lease_seconds: &'static str,
    pub columns: &'static str,
    pub event_type: &'static str,
    pub event_type_note: &'static str,
    pub fingerprint: &'static str,
    pub fingerprint_note: &'static str,
    pub scope_column: &'static str,
    pub scope_column_note: &'static str,
    pub schema: &'static str,
    pub schema_placeholder: &'static str,
    pub table: &'static str,
    pub retention: &'static str,
    pub scope: &'static str,
    pub scope_placeholder: &'static str,
    pub webhook_path: &'static str,
    pub copy_link: &'static str,
    pub reset_options: &'static str,

    // The outputs.
    pub outputs: &'static str,
    pub tab_sql: &'static str,
    pub tab_n8n: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub copy_failed: &'static str,
    pub download: &'static str,
    pub downloaded: fn(file: &str) -> String,
    pub cannot_be_made: &'static str,

    // The SQL.
    pub proof_run: fn(engine: &str) -> String,
    pub proof_documented: fn(engine: &str) -> String,
    pub proof_files: fn(engine: &str, tool: &str) -> String,
    pub proof_script: fn(engine: &str, plan: &str) -> String,
    pub sequence: &'static str,
    pub sequence_place: &'static str,
    pub sequence_in_words: &'static str,
    pub outcomes: &'static str,
    pub outcomes_place: &'static str,
    pub outcome: &'static str,
    pub answer: &'static str,
    pub action: &'static str,
    pub migration: &'static str,
    pub migration_place: &'static str,
    pub tool: &'static str,
    pub change: &'static str,
    pub change_create: &'static str,
    pub change_upgrade: &'static str,
    pub job: &'static str,
    pub job_place: &'static str,
    pub job_kind: &'static str,
    pub job_in_n8n: &'static str,
    pub download_zip: &'static str,
    pub time_of_names: &'static str,

    // n8n.
    pub flow: &'static str,
    pub flow_place: &'static str,
    pub flow_in_words: &'static str,
    pub flow_link: fn(from: &str, output: Option<&str>, to: &str) -> String,
    pub workflow_receive: &'static str,
    pub workflow_receive_place: &'static str,
    pub workflow_cleanup: &'static str,
    pub workflow_cleanup_place: &'static str,
    pub copy_for_canvas: &'static str,
    pub download_json: &'static str,
    pub show_json: &'static str,
    pub n8n_default_settings: &'static str,
    pub proof_n8n: &'static str,
    pub n8n_refusals: &'static str,
    pub n8n_setup: &'static str,
    pub n8n_test: &'static str,
    pub choose_postgresql: &'static str,
    pub drop_columns: &'static str,
    pub n8n_test_place: &'static str,
}
