//! What is done to the page after Trunk: the loader's hash goes into the
//! content security policy, and addresses outside the folder are refused.
//!
//! This is no HTML parser. It reads what our own index.html and Trunk write,
//! and stops with an error at anything it does not expect.

use anyhow::{Context, Result, bail};
use data_encoding::BASE64;
use sha2::{Digest, Sha256};

/// Stands in index.html's `script-src` for the hash that only the build knows.
pub const PLACEHOLDER: &str = "'sha256-TRUNK-LOADER'";

/// Puts the hash of the page's only inline script into its policy.
pub fn seal(page: &str) -> Result<String> {
    let script = loader(page)?;
    if script.contains('\r') {
        // Browsers hash the text after they have normalised its line ends.
        bail!("the inline loader has CR line ends, its hash would be wrong");
    }
    let at = page
        .find(PLACEHOLDER)
        .with_context(|| format!("index.html has no {PLACEHOLDER} in its content security policy"))?;
    if page[at + 1..].contains(PLACEHOLDER) {
        bail!("index.html has {PLACEHOLDER} more than once");
    }
    let directive = page[..at].rsplit([';', '"']).next().unwrap_or_default();
    if !directive.trim_start().starts_with("script-src ") {
        bail!("{PLACEHOLDER} is not in the script-src directive of index.html's policy");
    }
    if page[at..].find("<script").is_none() {
        bail!("the policy comes after the loader and would not cover it");
    }
    let hash = BASE64.encode(&Sha256::digest(script.as_bytes()));
    Ok(page.replace(PLACEHOLDER, &format!("'sha256-{hash}'")))
}

/// The text of the one inline script.
fn loader(page: &str) -> Result<&str> {
    let mut inline = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("<script") {
        let tag = &rest[start..];
        let open = tag.find('>').context("a <script> tag is not closed")?;
        let body = &tag[open + 1..];
        let end = body.find("</script").context("a <script> has no end")?;
        if !tag[..open].contains(" src=") {
            inline.push(&body[..end]);
        }
        rest = &body[end..];
    }
    match inline[..] {
        [script] => Ok(script),
        _ => bail!("index.html has {} inline scripts, expected exactly one: Trunk's loader", inline.len()),
    }
}

/// What in a page or stylesheet points outside the folder it is in.
pub fn absolute_urls(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let end = |at: usize| {
        let stop = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '>' | '<' | ';' | ',');
        text[at..].find(stop).map_or(&text[at..], |length| &text[at..at + length])
    };
    for scheme in ["http://", "https://"] {
        found.extend(text.match_indices(scheme).map(|(at, _)| end(at)));
    }
    for (at, _) in text.match_indices('/') {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        // A slash that starts a value: `href=/x`, `'/x'`, `url(/x)`, `"//host"`.
        if matches!(before, Some('"' | '\'' | '=' | '('))
            && after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '_'))
        {
            found.push(end(at));
        }
    }
    // The name of a format, which no browser ever asks for.
    found.retain(|url| !url.starts_with("http://www.w3.org/"));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(policy: &str, scripts: &str) -> String {
        format!(
            "<!doctype html><html><head><meta http-equiv=\"Content-Security-Policy\" \
             content=\"{policy}\"></head><body>{scripts}</body></html>"
        )
    }

    const POLICY: &str = "default-src 'none'; script-src 'self' 'sha256-TRUNK-LOADER'; style-src 'self'";

    #[track_caller]
    fn refused(page: &str, reason: &str) {
        let error = seal(page).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn the_hash_of_the_inline_script_replaces_the_placeholder() {
        // The empty text's SHA-256 is well known.
        let sealed =
            seal(&page(POLICY, "<script src=\"./a.js\"></script><script type=\"module\"></script>")).unwrap();
        let hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(sealed.contains(&format!("script-src 'self' {hash};")), "{sealed}");
        assert!(!sealed.contains("TRUNK-LOADER"));
    }

    #[test]
    fn the_script_is_hashed_to_the_byte() {
        let script = "\nimport init from './ä.js';\n";
        let sealed = seal(&page(POLICY, &format!("<script type=module>{script}</script>"))).unwrap();
        let hash = BASE64.encode(&Sha256::digest(script.as_bytes()));
        assert!(sealed.contains(&format!("'sha256-{hash}'")), "{sealed}");
    }

    #[test]
    fn what_is_not_expected_is_an_error_with_its_reason() {
        let one = "<script>1</script>";
        refused(&page(POLICY, ""), "has 0 inline scripts");
        refused(&page(POLICY, "<script src=\"./a.js\"></script>"), "has 0 inline scripts");
        refused(&page(POLICY, &one.repeat(2)), "has 2 inline scripts");
        refused(&page("script-src 'self'", one), "has no 'sha256-TRUNK-LOADER'");
        refused(&page("style-src 'sha256-TRUNK-LOADER'", one), "not in the script-src");
        refused(&page(&format!("{POLICY}; {POLICY}"), one), "more than once");
        refused(&page(POLICY, "<script>1\r\n2</script>"), "CR line ends");
        refused(&page(POLICY, "<script>1"), "has no end");
        refused(&format!("{one}{}", page(POLICY, "")), "after the loader");
    }

    #[test]
    fn addresses_outside_the_folder_are_found() {
        #[track_caller]
        fn check(text: &str, expected: &[&str]) {
            assert_eq!(absolute_urls(text), expected);
        }
        check("<link href=\"/a.css\"><link href=/b.css>", &["/a.css", "/b.css"]);
        check("import init from '/a.js'", &["/a.js"]);
        check("<script src=\"//host/a.js\"></script>", &["//host/a.js"]);
        check("a{background:url(/a.png)}", &["/a.png"]);
        check("@import \"https://host/a.css\";", &["https://host/a.css"]);
    }

    #[test]
    fn addresses_inside_the_folder_are_left_alone() {
        for text in [
            "<link href=\"./a.css\"><link href=b/c.css><br/>",
            "import init from './a.js'",
            "/* a comment */ a { background: url(./a.png) }",
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "<meta content=\"default-src 'none'; img-src 'self' data:\">",
        ] {
            assert_eq!(absolute_urls(text), [""; 0], "{text}");
        }
    }
}
