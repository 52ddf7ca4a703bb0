//! The arguments, and the help that clap makes of them.
//!
//! Names come from the core wherever it has them, defaults from its `Options`. Values are checked by
//! the core, so that the page and the command line refuse the same ones in the same words.

mod examples;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use hookonce_core::audit::ExportForm;
use hookonce_core::delivery::InputKind;
use hookonce_core::finding::{Finding, Severity};
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;
use hookonce_core::n8n::Workflow;
use hookonce_core::options::Options;
use hookonce_core::sql::{Change, Columns, Dialect, File, Guarantee, Job, MigrationTool, Statement};

use crate::report::{self, Diagnostic};
use examples::*;

/// Plans how a webhook receiver does its work once.
#[derive(Debug, Parser)]
#[command(name = "hookonce", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count the events and repeats of an export of many deliveries, and find the best rule for them
    #[command(after_help = AUDIT_EXAMPLES)]
    Audit(AuditArgs),
    /// Say whether deliveries are the same event, by which rule, and what differs
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Say of every possible id of a delivery what it is, and what key it would give
    #[command(after_help = INSPECT_EXAMPLES)]
    Inspect(KeyArgs),
    /// Print the key of a delivery: the same over every retry
    #[command(after_help = KEY_EXAMPLES)]
    Key(KeyArgs),
    /// Print an n8n workflow as JSON, to import or to paste onto the canvas
    #[command(after_help = N8N_EXAMPLES)]
    N8n(N8nArgs),
    /// List the senders that are known, or print all that is known of one
    #[command(after_help = PROVIDERS_EXAMPLES)]
    Providers(ProvidersArgs),
    /// Print the SQL that claims a key once
    #[command(after_help = SQL_EXAMPLES)]
    Sql(SqlArgs),
}

/// `hookonce audit`
#[derive(Args, Debug)]
pub struct AuditArgs {
    /// The export, of any size; - is standard input
    #[arg(default_value = crate::input::STANDARD_INPUT)]
    pub file: OsString,
    /// What the export is
    #[arg(long, value_name = "FORM", default_value = AUTO, value_parser = exports())]
    pub input: ExportAs,
    /// In CSV the column of the bodies, if it has none of the usual names
    #[arg(long, value_name = "NAME")]
    pub body_column: Option<String>,
    #[command(flatten)]
    pub in_use: InUse,
    /// How to print what was found
    #[arg(long, default_value = "text", value_parser = one_of([("json", Format::Json), ("text", Format::Text)]))]
    pub format: Format,
    #[command(flatten)]
    pub common: Common,
}

/// `hookonce compare`
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The deliveries, two or more: one file each, or a file that holds several; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<OsString>,
    /// Of an input that holds several deliveries only these, counted from 1, such as 1,4
    #[arg(long = "entry", value_name = "N", value_delimiter = ',')]
    pub entries: Vec<NonZeroUsize>,
    /// They are the same event: is the rule right, and if not, which one is?
    #[arg(long, conflicts_with_all = ["different", "events"])]
    pub same: bool,
    /// They are all different events: is the rule right, and if not, which one is?
    #[arg(long, conflicts_with = "events")]
    pub different: bool,
    /// Which of them are the same event: a number for each, such as 1,1,2
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub events: Vec<usize>,
    /// What the inputs are
    #[arg(long, value_name = "KIND", default_value = AUTO, value_parser = inputs())]
    pub input: ReadAs,
    #[command(flatten)]
    pub in_use: InUse,
    /// How to print what was found
    #[arg(long, default_value = "text", value_parser = one_of([("json", Format::Json), ("text", Format::Text)]))]
    pub format: Format,
    #[command(flatten)]
    pub common: Common,
}

/// How keys are made, for commands that look at many deliveries.
#[derive(Args, Debug)]
pub struct InUse {
    /// Whose rule is in use: auto takes that of a sender recognised with certainty, else the generic one
    #[arg(long, value_name = "ID", default_value = "auto")]
    provider: String,
    /// The rule in use, such as 'header X-Event-Id' or '$.source + $.id'
    #[arg(long, conflicts_with = "provider")]
    rule: Option<String>,
    /// What stands in front of the keys
    #[arg(long, default_value = "", hide_default_value = true)]
    scope: String,
}

impl InUse {
    /// The rule and the scope, or why they cannot be used.
    pub fn checked(&self) -> Result<(RuleChoice, Option<Scope>), Vec<Finding>> {
        let rule = RuleChoice::new(self.rule.as_ref().unwrap_or(&self.provider));
        match (rule, Scope::new(&self.scope)) {
            (Ok(rule), Ok(scope)) => Ok((rule, scope)),
            (rule, scope) => Err(rule.err().into_iter().chain(scope.err()).collect()),
        }
    }
}

/// `hookonce key` and `hookonce inspect`
#[derive(Args, Debug)]
pub struct KeyArgs {
    /// The delivery, at most 64 MiB, read byte for byte; - is standard input
    #[arg(default_value = crate::input::STANDARD_INPUT)]
    pub file: OsString,
    /// What the input is
    #[arg(long, value_name = "KIND", default_value = AUTO, value_parser = inputs())]
    pub input: ReadAs,
    /// Which delivery of an input that holds several, counted from 1; without it, the first that has a body
    #[arg(long, value_name = "N")]
    pub entry: Option<NonZeroUsize>,
    /// Whose rule to use: auto takes that of a sender recognised with certainty, else the generic one;
    /// hookonce providers lists the others
    #[arg(long, value_name = "ID", default_value = "auto")]
    pub provider: String,
    /// A rule of your own, such as 'header X-Event-Id' or '$.source + $.id'
    #[arg(long, conflicts_with = "provider")]
    pub rule: Option<String>,
    /// Add a header to those of the input; may be repeated
    #[arg(long = "header", value_name = "NAME: VALUE")]
    pub headers: Vec<String>,
    /// Put SCOPE: in front of the key, for one table that serves several senders
    #[arg(long, default_value = "", hide_default_value = true)]
    pub scope: String,
    /// Print the idempotency key for a call that the work makes, such as charge, in place of the event's key
    #[arg(long, value_name = "NAME")]
    pub step: Option<String>,
    /// The database of the keys: says whether it could take two of them for one
    #[arg(long, value_parser = one_of(Dialect::ALL.map(|it| (it.name(), it))))]
    pub dialect: Option<Dialect>,
    /// How to print the answer
    #[arg(long, default_value = "text", value_parser = one_of([("json", Format::Json), ("text", Format::Text)]))]
    pub format: Format,
    #[command(flatten)]
    pub common: Common,
}

/// `hookonce n8n`
#[derive(Args, Debug)]
pub struct N8nArgs {
    /// Which workflow
    #[arg(long, default_value = Workflow::Receive.name(), value_parser = one_of(Workflow::ALL.map(|it| (it.name(), it))))]
    pub workflow: Workflow,
    /// By whose rule it derives keys, and which handshakes it answers; hookonce providers lists the senders
    #[arg(long, value_name = "ID", default_value = "generic")]
    pub provider: String,
    /// A rule of your own, such as 'header X-Event-Id' or '$.source + $.id'
    #[arg(long, conflicts_with = "provider")]
    pub rule: Option<String>,
    /// The webhook's path
    #[arg(long, default_value_t = Options::default().webhook_path)]
    pub path: String,
    /// What is lost when the receiver dies after the claim
    #[arg(long, default_value = Guarantee::default().name(), value_parser = guarantees())]
    pub guarantee: Guarantee,
    /// How long a claim holds, with --guarantee lease: longer than the work usually takes
    #[arg(long, value_name = "SECONDS", default_value_t = Options::default().lease_seconds, allow_negative_numbers = true)]
    pub lease_seconds: String,
    #[command(flatten)]
    pub tables: Tables,
    /// Put SCOPE: in front of every key, for one table that serves several senders
    #[arg(long, default_value = "", hide_default_value = true)]
    pub scope: String,
    #[command(flatten)]
    pub common: Common,
}

/// `hookonce providers`
#[derive(Args, Debug)]
pub struct ProvidersArgs {
    /// The sender, for example stripe; without it, a line for each
    pub id: Option<String>,
    /// All facts as JSON, with their sources, in both languages
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub common: Common,
}

/// `hookonce sql`
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("files").args(["migration", "job"]))]
pub struct SqlArgs {
    /// The database
    #[arg(long, default_value = Dialect::default().name(), value_parser = one_of(Dialect::ALL.map(|it| (it.name(), it))))]
    pub dialect: Dialect,
    /// What is lost when the receiver dies after the claim
    #[arg(long, default_value = Guarantee::default().name(), value_parser = guarantees())]
    pub guarantee: Guarantee,
    /// Optional columns, separated by commas; fingerprint notices a known key with another body
    #[arg(long = "with", value_name = "COLUMNS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Columns::default().switches().map(|(name, _)| name)))]
    pub columns: Vec<String>,
    /// How long a claim holds, with --guarantee lease: longer than the work usually takes
    #[arg(long, value_name = "SECONDS", default_value_t = Options::default().lease_seconds, allow_negative_numbers = true)]
    pub lease_seconds: String,
    /// One statement; all of them to read; or the migration up or down
    #[arg(long, default_value = File::All.name(), value_parser = one_of(texts()))]
    pub statement: Text,
    /// Write a migration there and back, named as TOOL wants it, into --output
    #[arg(long, value_name = "TOOL", requires = "output", conflicts_with = "statement", value_parser = one_of(MigrationTool::ALL.map(|it| (it.name(), it))))]
    pub migration: Option<MigrationTool>,
    /// What the migration does; upgrade is from the table of claim-first to that of lease
    #[arg(long, requires = "migration", conflicts_with = "job", default_value = Change::default().name(), value_parser = one_of(Change::ALL.map(|it| (it.name(), it))))]
    pub change: Change,
    /// The time in the migration's names, in UTC; without it, the time now
    #[arg(
        long,
        value_name = "YYYYMMDDHHMMSS",
        requires = "migration",
        conflicts_with = "job",
        allow_negative_numbers = true
    )]
    pub timestamp: Option<String>,
    /// Write the clean-up as a nightly job into --output; n8n's is: hookonce n8n --workflow cleanup
    #[arg(long, requires = "output", conflicts_with = "statement", value_parser = one_of(Job::ALL.map(|it| (it.name(), it))))]
    pub job: Option<Job>,
    /// The folder for the files of --migration and --job; no file is ever overwritten
    #[arg(long, value_name = "FOLDER", requires = "files")]
    pub output: Option<PathBuf>,
    /// Whose deliveries they are: a warning says so if it can send again after the keys are gone
    #[arg(long, value_name = "ID", default_value = "generic")]
    pub provider: String,
    #[command(flatten)]
    pub tables: Tables,
    #[command(flatten)]
    pub common: Common,
}

/// The options about the tables.
#[derive(Args, Debug)]
pub struct Tables {
    /// The schema of the tables; without it, that of the connection's search path
    #[arg(long, default_value = "", hide_default_value = true)]
    schema: String,
    /// The table of the keys
    #[arg(long, default_value_t = Options::default().table)]
    table: String,
    /// How long keys are kept: longer than the sender can resend
    #[arg(long, value_name = "DAYS", default_value_t = Options::default().retention_days, allow_negative_numbers = true)]
    retention_days: String,
}

impl Tables {
    /// `options` with these tables.
    pub fn apply(&self, options: Options) -> Options {
        let Tables { schema, table, retention_days } = self;
        Options {
            schema: schema.clone(),
            table: table.clone(),
            retention_days: retention_days.clone(),
            ..options
        }
    }
}

/// The options of every command.
#[derive(Args, Debug)]
pub struct Common {
    /// The language of comments and messages; the environment's is not read
    #[arg(long, default_value = Lang::default().code(), value_parser = one_of(Lang::ALL.map(|it| (it.code(), it))))]
    pub lang: Lang,
    /// No warnings on standard error, only errors
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Hints on standard error too, not only warnings and errors
    #[arg(long, short)]
    pub verbose: bool,
}

impl Common {
    /// The text form of those that are wanted.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) -> String {
        let least = match (self.quiet, self.verbose) {
            (true, _) => Severity::Error,
            (false, true) => Severity::Info,
            (false, false) => Severity::Warning,
        };
        let wanted = diagnostics.iter().filter(|diagnostic| diagnostic.severity() <= least);
        report::text(&wanted.cloned().collect::<Vec<_>>(), self.lang)
    }
}

/// How a key is printed.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    Json,
    Text,
}

/// How to read an input; none means by its looks. A type of its own, since clap takes a bare
/// `Option` for an argument that may be missing.
#[derive(Clone, Copy, Debug)]
pub struct ReadAs(pub Option<InputKind>);

/// How to read an export; none means by its looks.
#[derive(Clone, Copy, Debug)]
pub struct ExportAs(pub Option<ExportForm>);

/// What `hookonce sql` prints.
#[derive(Clone, Copy, Debug)]
pub enum Text {
    File(File),
    Statement(Statement),
}

/// Takes the names of the core's forms of input, and says what each of them is.
fn inputs() -> impl TypedValueParser<Value = ReadAs> {
    let kinds = InputKind::ALL.map(|kind| PossibleValue::new(kind.name()).help(input_help(kind)));
    let auto = PossibleValue::new(AUTO).help("what it looks like");
    PossibleValuesParser::new(std::iter::once(auto).chain(kinds))
        .map(|chosen| ReadAs(InputKind::from_name(&chosen)))
}

fn input_help(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Base64 => "the body in base64 or base64url",
        InputKind::Body => "the body alone",
        InputKind::Curl => "a cURL command",
        InputKind::Har => "an HTTP Archive, as browsers and proxies export it",
        InputKind::Hex => "the body in hexadecimal digits",
        InputKind::Http => "a raw HTTP request",
        InputKind::Lambda => "an AWS Lambda event: API Gateway, function URL or load balancer",
        InputKind::Log => "a JSON log line or another record of one request, with its body",
        InputKind::N8n => "items of n8n's Webhook node, exact with their binary data",
        InputKind::Requests => "several raw HTTP requests, a .http file, or several cURL commands",
    }
}

/// Takes the names of the core's forms of export, and says what each of them is.
fn exports() -> impl TypedValueParser<Value = ExportAs> {
    let help = |form| match form {
        ExportForm::Csv => "a table with a heading row, of which a column has the bodies",
        ExportForm::Har => "an HTTP Archive, as browsers and proxies export it",
        ExportForm::Json => "a JSON array",
        ExportForm::Ndjson => "a JSON text a line: bodies, log records, or objects with a body in them",
    };
    let forms = ExportForm::ALL.map(|form| PossibleValue::new(form.name()).help(help(form)));
    let auto = PossibleValue::new(AUTO).help("what it looks like");
    PossibleValuesParser::new(std::iter::once(auto).chain(forms))
        .map(|chosen| ExportAs(ExportForm::ALL.into_iter().find(|form| form.name() == chosen)))
}

/// The name that stands for looking at the input.
const AUTO: &str = "auto";

fn texts() -> Vec<(&'static str, Text)> {
    let statements = Statement::ALL.map(|statement| (statement.name(), Text::Statement(statement)));
    let files = [File::All, File::Up, File::Down].map(|file| (file.name(), Text::File(file)));
    statements.into_iter().chain(files).collect()
}

fn guarantees() -> impl TypedValueParser<Value = Guarantee> {
    one_of(Guarantee::ALL.map(|it| (it.name(), it)))
}

/// Takes the names of `choices`, and gives what they stand for.
fn one_of<T: Clone + Send + Sync + 'static>(
    choices: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let choices: Vec<_> = choices.into_iter().collect();
    let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
    PossibleValuesParser::new(names).try_map(move |chosen| {
        let found = choices.iter().find(|(name, _)| *name == chosen);
        found.map(|(_, value)| value.clone()).ok_or("no such name")
    })
}
