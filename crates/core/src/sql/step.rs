//! Statements with named parameters, and their numbers in each dialect.

/// A value that a statement takes. Values never stand in its text.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Parameter {
    /// The event's key.
    Key,
    /// The claim's token: a new UUID for a claim where the database does not make it, else that of the claim.
    Token,
    /// The sender or tenant.
    Scope,
    /// The event's type, or NULL.
    EventType,
    /// The SHA-256 of the body, 64 digits of lower-case hex.
    Fingerprint,
}

/// One statement, as a driver takes it: without comment or semicolon.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    /// Its text.
    pub sql: String,
    /// Its values, in the order in which they are bound. A dialect whose placeholders have no numbers
    /// binds a value again for each place where it stands.
    pub parameters: Vec<Parameter>,
}

/// Marks of parameters in a template. No name has a control character, so that none can be taken for a mark.
pub(super) const KEY: &str = "\u{1}";
pub(super) const TOKEN: &str = "\u{2}";
pub(super) const SCOPE: &str = "\u{3}";
pub(super) const EVENT_TYPE: &str = "\u{4}";
pub(super) const FINGERPRINT: &str = "\u{5}";

/// In the order of their numbers.
const MARKS: [(char, Parameter); 5] = [
    ('\u{1}', Parameter::Key),
    ('\u{2}', Parameter::Token),
    ('\u{3}', Parameter::Scope),
    ('\u{4}', Parameter::EventType),
    ('\u{5}', Parameter::Fingerprint),
];

/// How a dialect writes placeholders.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Placeholders {
    /// This character and a number, for example `$1`.
    Numbered(char),
    /// `?`, bound in the order of the text.
    Positional,
}

impl Step {
    /// The statement of a template with marks.
    pub(super) fn new(template: &str, placeholders: Placeholders) -> Step {
        let parameter = |char| MARKS.iter().find(|(mark, _)| *mark == char).map(|(_, parameter)| *parameter);
        let parameters: Vec<Parameter> = match placeholders {
            Placeholders::Numbered(_) => {
                let taken = MARKS.into_iter().filter(|(mark, _)| template.contains(*mark));
                taken.map(|(_, parameter)| parameter).collect()
            }
            Placeholders::Positional => template.chars().filter_map(parameter).collect(),
        };
        let mut sql = String::with_capacity(template.len());
        for char in template.chars() {
            match (parameter(char), placeholders) {
                (None, _) => sql.push(char),
                (Some(_), Placeholders::Positional) => sql.push('?'),
                (Some(parameter), Placeholders::Numbered(sign)) => {
                    let place = parameters.iter().position(|other| *other == parameter).unwrap_or_default();
                    sql.push_str(&format!("{sign}{}", place + 1));
                }
            }
        }
        Step { sql, parameters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_the_numbers_of_their_order_or_are_repeated() {
        let template = format!("a {TOKEN} b {KEY} c {TOKEN}");
        let numbered = Step::new(&template, Placeholders::Numbered('$'));
        assert_eq!(numbered.sql, "a $2 b $1 c $2");
        assert_eq!(numbered.parameters, [Parameter::Key, Parameter::Token]);
        let positional = Step::new(&template, Placeholders::Positional);
        assert_eq!(positional.sql, "a ? b ? c ?");
        assert_eq!(positional.parameters, [Parameter::Token, Parameter::Key, Parameter::Token]);
    }
}
