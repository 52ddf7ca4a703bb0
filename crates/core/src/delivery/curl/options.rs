//! The options of cURL, as far as a request's head and body depend on them.
//!
//! Names from `curl --help all` of cURL 7.88, and those added up to 8.10.

/// What an option does to the request.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Effect {
    /// `-b`
    Cookie,
    /// `-d` and its relatives.
    Data(Data),
    /// `-F`
    Form,
    /// `-G`
    Get,
    /// `-I`
    Head,
    /// `-H`
    Header,
    /// Nothing that a key could depend on.
    Ignored,
    /// `-g`: brackets and braces of the URL are not special.
    LiteralUrl,
    /// `-X`
    Method,
    /// `--next`: another request starts.
    Next,
    /// `-e`
    Referer,
    /// It may change the head or the body, but what it says is elsewhere.
    Unread,
    /// `-T`
    Upload,
    /// `--url`, and every word that is not an option.
    Url,
    /// `-A`
    UserAgent,
}

/// How an option reads its data.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Data {
    /// `@` means a file.
    Ascii,
    /// `@` means a file, and JSON is announced.
    Json,
    /// As it is.
    Raw,
    /// `name=content`, percent-encoded.
    UrlEncoded,
}

/// What is known about an option.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Known {
    pub effect: Effect,
    pub takes_value: bool,
}

/// The option `--name`.
pub(super) fn long(name: &str) -> Option<Known> {
    let bare = name.strip_prefix("no-").unwrap_or(name);
    if let Some((_, effect)) = EFFECTS.iter().find(|(long, _)| *long == name) {
        let takes_value = !matches!(effect, Effect::Get | Effect::Head | Effect::LiteralUrl | Effect::Next);
        Some(Known { effect: *effect, takes_value })
    } else if has(WITH_VALUE, name) {
        Some(Known { effect: Effect::Ignored, takes_value: true })
    } else if has(FLAGS, bare) {
        Some(Known { effect: Effect::Ignored, takes_value: false })
    } else {
        None
    }
}

/// The option `-letter`.
pub(super) fn short(letter: u8) -> Option<Known> {
    let name = match letter {
        b'A' => "user-agent",
        b'F' => "form",
        b'G' => "get",
        b'H' => "header",
        b'I' => "head",
        b'K' => "config",
        b'T' => "upload-file",
        b'X' => "request",
        b'b' => "cookie",
        b'd' => "data",
        b'e' => "referer",
        b'g' => "globoff",
        b':' => "next",
        _ if SHORT_WITH_VALUE.contains(&letter) => {
            return Some(Known { effect: Effect::Ignored, takes_value: true });
        }
        _ if SHORT_FLAGS.contains(&letter) => {
            return Some(Known { effect: Effect::Ignored, takes_value: false });
        }
        _ => return None,
    };
    long(name)
}

/// Whether a list of words, one text with spaces, has the word.
fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

const SHORT_WITH_VALUE: &[u8] = b"CDEPQUYchmortuwxyz";
const SHORT_FLAGS: &[u8] = b"#012346BJLMNORSVZafijklnpqsv";

const EFFECTS: &[(&str, Effect)] = &[
    ("config", Effect::Unread),
    ("cookie", Effect::Cookie),
    ("data", Effect::Data(Data::Ascii)),
    ("data-ascii", Effect::Data(Data::Ascii)),
    ("data-binary", Effect::Data(Data::Ascii)),
    ("data-raw", Effect::Data(Data::Raw)),
    ("data-urlencode", Effect::Data(Data::UrlEncoded)),
    ("expand-data", Effect::Unread),
    ("expand-header", Effect::Unread),
    ("expand-json", Effect::Unread),
    ("form", Effect::Form),
    ("form-string", Effect::Form),
    ("get", Effect::Get),
    ("globoff", Effect::LiteralUrl),
    ("head", Effect::Head),
    ("header", Effect::Header),
    ("json", Effect::Data(Data::Json)),
    ("next", Effect::Next),
    ("referer", Effect::Referer),
    ("request", Effect::Method),
    ("upload-file", Effect::Upload),
    ("url", Effect::Url),
    ("url-query", Effect::Unread),
    ("user-agent", Effect::UserAgent),
    ("variable", Effect::Unread),
];

/// Ignored, with a value.
#[rustfmt::skip]
const WITH_VALUE: &str = "\
    abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers connect-timeout \
    connect-to continue-at cookie-jar create-file-mode crlfile curves delegation dns-interface \
    dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare \
    etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode \
    happy-eyeballs-timeout-ms haproxy-clientip help hostpubmd5 hostpubsha256 hsts interface ip-tos \
    ipfs-gateway keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port \
    login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy \
    oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default \
    proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile \
    proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name \
    proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey \
    quote random-file range rate request-target resolve retry retry-delay retry-max-time sasl-authzid \
    service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit \
    speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword \
    tlsuser trace trace-ascii trace-config unix-socket user vlan-priority write-out";

/// Ignored, without a value; each can have `no-` before it.
#[rustfmt::skip]
const FLAGS: &str = "\
    alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs \
    crlf digest disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure \
    fail fail-early fail-with-body false-start form-escape ftp-create-dirs ftp-pasv ftp-pret \
    ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control haproxy-protocol http0.9 http1.0 http1.1 http2 \
    http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 \
    junk-session-cookies keepalive list-only location location-trusted mail-rcpt-allowfails manual \
    metalink negotiate netrc netrc-optional npn ntlm ntlm-wb parallel parallel-immediate path-as-is \
    post301 post302 post303 progress-bar progress-meter proxy-anyauth proxy-basic proxy-ca-native \
    proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast \
    proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name \
    remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid \
    show-error silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast \
    ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ssl-sessions sslv2 sslv3 \
    styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tlsv1 tlsv1.0 \
    tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_no_name_is_in_two() {
        let effects: Vec<&str> = EFFECTS.iter().map(|(name, _)| *name).collect();
        let [with_value, flags] = [WITH_VALUE, FLAGS].map(|list| list.split(' ').collect::<Vec<_>>());
        assert!(with_value.len() > 100 && flags.len() > 100);
        for table in [&effects, &with_value, &flags] {
            assert!(table.is_sorted_by(|one, next| one < next), "{table:?}");
        }
        let mut all = [&effects[..], &with_value, &flags].concat();
        all.sort_unstable();
        assert!(all.is_sorted_by(|one, next| one < next));
        assert!(flags.iter().all(|name| !name.starts_with("no-")));
    }

    #[test]
    fn letters_are_known_once() {
        let letters = [SHORT_WITH_VALUE, SHORT_FLAGS, b":AFGHIKTXbdeg"].concat();
        let mut unique = letters.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), letters.len());
        assert!(letters.iter().all(|letter| short(*letter).is_some()));
    }
}
