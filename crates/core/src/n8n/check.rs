//! Options that n8n could not take, or would change.

use crate::finding::{Finding, FindingKind, IdentifierOption};
use crate::key::{KeyRules, RuleChoice, Scope};
use crate::options::Options;
use crate::sql::{Dialect, Sql};

/// A finding for each option with which no workflow can be made; empty if one can.
pub fn check(options: &Options) -> Vec<Finding> {
    Checked::new(options).err().unwrap_or_default()
}

/// The options, once they are known to be usable.
pub(super) struct Checked {
    /// The statements.
    pub sql: Sql,
    /// How keys are made.
    pub rules: KeyRules,
    /// Whose rules they are, or what they say; none for the generic rule.
    pub rules_name: Option<String>,
    /// The webhook's path.
    pub path: String,
    /// The scope; empty means none.
    pub scope: String,
    /// The schema; empty means none.
    pub schema: String,
    /// The table of the keys.
    pub table: String,
}

impl Checked {
    /// Checks every option. The error lists all that cannot be used.
    pub fn new(options: &Options) -> Result<Checked, Vec<Finding>> {
        let sql = Sql::new(options);
        let mut findings = sql.as_ref().err().cloned().unwrap_or_default();
        for (option, name) in
            [(IdentifierOption::Schema, &options.schema), (IdentifierOption::Table, &options.table)]
        {
            if is_changed_in_a_query(name) {
                findings.push(Finding::new(FindingKind::N8nIdentifier { option }));
            }
        }
        if options.dialect != Dialect::PostgreSql {
            findings.push(Finding::new(FindingKind::N8nDialect));
        }
        if !options.columns.is_empty() {
            findings.push(Finding::new(FindingKind::N8nColumns));
        }
        findings.extend(Scope::new(&options.scope).err());
        findings.extend(check_path(&options.webhook_path));
        let choice = RuleChoice::new(&options.rule);
        findings.extend(choice.as_ref().err().cloned());
        match (sql, choice) {
            (Ok(sql), Ok(choice)) if findings.is_empty() => Ok(Checked {
                sql,
                rules: choice.rules(None).clone(),
                rules_name: rules_name(&choice),
                path: options.webhook_path.clone(),
                scope: options.scope.clone(),
                schema: options.schema.clone(),
                table: options.table.clone(),
            }),
            _ => Err(findings),
        }
    }
}

/// What the notes call the rules; none for the generic one. A workflow gets no delivery to recognise its sender by.
fn rules_name(choice: &RuleChoice) -> Option<String> {
    match choice {
        RuleChoice::Auto | RuleChoice::Generic => None,
        RuleChoice::Custom(rules) if *rules == KeyRules::generic() => None,
        RuleChoice::Custom(rules) => rules.rule.as_ref().map(|rule| format!("`{rule}`")),
        RuleChoice::Provider(provider) => Some(provider.name.to_owned()),
    }
}

/// A finding if the path would not be the same in n8n, in a URL and in a shell.
///
/// n8n takes a segment that starts with `:` for a parameter, and strips slashes at both ends;
/// URLs lose `.` and `..`, and anything outside the plain characters would be encoded.
pub(super) fn check_path(path: &str) -> Option<Finding> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let usable = |segment: &str| !matches!(segment, "" | "." | "..") && segment.bytes().all(plain);
    let fits = path.len() <= MAX_PATH && path.split('/').all(usable);
    (!fits).then(|| Finding::new(FindingKind::WebhookPathInvalid))
}

/// It is part of the workflow's name, for which n8n has 128 characters.
const MAX_PATH: usize = 100;

/// Whether n8n would replace a piece of the name, even between quotes.
///
/// Its Postgres node evaluates `{{ … }}` in the query's text, over any distance. pg-promise, with which
/// it formats, replaces `$` before a number; and a query without parameters has `'$1'` replaced,
/// in which any digit counts. (nodes-base 2.41.2: `executeQuery.operation.js`, `getResolvables` in
/// `utilities.js`; pg-promise 11.9.1: `multipleValues` in `patterns.js`. Its forms with a name, such as
/// `${name}`, are for objects only, and n8n always passes an array.)
fn is_changed_in_a_query(name: &str) -> bool {
    let dollar_digit = |pair: &[u8]| pair[0] == b'$' && pair[1].is_ascii_digit();
    name.contains("{{") || name.as_bytes().windows(2).any(dollar_digit)
}
