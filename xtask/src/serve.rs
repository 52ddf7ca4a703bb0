//! A small server for the built page, on this machine only.
//!
//! Not `trunk serve`: that one adds a socket for reloading to the page, and the
//! page is meant to make no request once it is loaded.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::{page, paths};

const PORT: u16 = 8080;

/// Enough for the handful of connections that one browser opens.
const THREADS: usize = 4;

/// `cargo xtask serve`.
pub fn command(args: &[String]) -> Result<()> {
    let port = port(args)?;
    // Before the build: that a port is taken should not take a minute to learn.
    let listener = listen(port)?;
    page::build()?;
    let dist = fs::canonicalize(paths::dist())?;
    println!("\nhookonce is served on http://127.0.0.1:{port} (Ctrl-C ends it)");
    serve(listener, &dist)
}

fn port(args: &[String]) -> Result<u16> {
    match args {
        [] => Ok(PORT),
        [flag, port] if flag == "--port" => match port.parse() {
            Ok(port) if port > 0 => Ok(port),
            _ => bail!("--port takes a number from 1 to 65535, not `{port}`"),
        },
        _ => bail!("serve takes only --port N, not `{}`", args.join(" ")),
    }
}

fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "another program already listens on 127.0.0.1:{port}; end it, or choose another port: \
             cargo xtask serve --port {}",
            port.checked_add(1).unwrap_or(PORT)
        ),
        ErrorKind::PermissionDenied => {
            anyhow!("port {port} is not allowed for this user; choose one above 1023 with --port")
        }
        _ => anyhow!("cannot listen on 127.0.0.1:{port}: {error}"),
    })
}

/// Answers requests until the process ends.
fn serve(listener: TcpListener, dist: &Path) -> Result<()> {
    let server = Server::from_listener(listener, None).map_err(|error| anyhow!("{error}"))?;
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Ok(request) = server.recv() {
                    // A browser that hangs up half-way is no news.
                    let _ = answer(request, dist);
                }
            });
        }
    });
    bail!("the server stopped")
}

fn answer(request: Request, dist: &Path) -> Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return refuse(request, 405, "only GET and HEAD");
    }
    let Some((path, file)) = find(dist, request.url()) else {
        return refuse(request, 404, "not found");
    };
    let mut response = Response::from_file(file);
    response.add_header(header("Content-Type", mime(&path))?);
    response.add_header(header("Cache-Control", "no-cache")?);
    response.add_header(header("X-Content-Type-Options", "nosniff")?);
    Ok(request.respond(response)?)
}

fn refuse(request: Request, status: u16, reason: &str) -> Result<()> {
    Ok(request.respond(Response::from_string(format!("{reason}\n")).with_status_code(status))?)
}

fn header(name: &str, value: &str) -> Result<Header> {
    Header::from_bytes(name, value).map_err(|()| anyhow!("bad header {name}"))
}

/// The file for a request's address, if it is one inside `dist`.
fn find(dist: &Path, url: &str) -> Option<(PathBuf, File)> {
    let mut path = dist.to_path_buf();
    path.extend(segments(url)?);
    if path.is_dir() {
        path.push("index.html");
    }
    // A symbolic link must not lead out of the folder either.
    let path = fs::canonicalize(path).ok()?;
    if !path.starts_with(dist) || !path.is_file() {
        return None;
    }
    let file = File::open(&path).ok()?;
    Some((path, file))
}

/// The decoded parts of an address's path; `None` for one that could leave the
/// folder or name a hidden file.
fn segments(url: &str) -> Option<Vec<String>> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let decoded = percent_decode(path)?;
    let mut segments = Vec::new();
    for segment in decoded.split('/').filter(|segment| !segment.is_empty()) {
        // One test for `.`, `..` and hidden files; the rest means something on Windows.
        if segment.starts_with('.') || segment.contains(['\\', ':', '\0']) {
            return None;
        }
        segments.push(segment.to_owned());
    }
    Some(segments)
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        // Browsers compile while they download only under this exact name.
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn addresses_stay_inside_the_folder() {
        #[track_caller]
        fn check(url: &str, expected: Option<&[&str]>) {
            let found = segments(url);
            assert_eq!(
                found.as_ref().map(|found| found.iter().map(String::as_str).collect::<Vec<_>>()).as_deref(),
                expected
            );
        }
        check("/", Some(&[]));
        check("/a/b.js?x=/../y", Some(&["a", "b.js"]));
        check("/%C3%A4.css", Some(&["ä.css"]));
        check("//a", Some(&["a"]));
        for url in [
            "/../secret",
            "/a/../../secret",
            "/%2e%2e/secret",
            "/a%2f..%2fsecret",
            "/..%5csecret",
            "/.stage/a",
            "/c:/secret",
            "/%00",
            "/%f",
            "/%+1",
            "/%ff",
            "secret",
            "*",
        ] {
            check(url, None);
        }
    }

    #[test]
    fn ports_are_checked() {
        let port = |args: &[&str]| port(&args.iter().map(|arg| arg.to_string()).collect::<Vec<_>>());
        assert_eq!(port(&[]).unwrap(), PORT);
        assert_eq!(port(&["--port", "9000"]).unwrap(), 9000);
        for args in [&["--port"][..], &["--port", "0"], &["--port", "70000"], &["--open"]] {
            port(args).unwrap_err();
        }
    }

    #[test]
    fn a_taken_port_is_explained() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = listen(port).unwrap_err().to_string();
        assert!(error.contains(&format!("127.0.0.1:{port}")) && error.contains("--port"), "{error}");
    }

    #[test]
    fn the_server_sends_the_right_types_and_nothing_else() {
        let dist = std::env::temp_dir().join(format!("xtask-serve-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        let dist = fs::canonicalize(dist).unwrap();
        fs::write(dist.join("index.html"), "<p>page</p>").unwrap();
        fs::write(dist.join("a.wasm"), "wasm").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", dist.join("link.txt")).unwrap();

        let listener = listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let folder = dist.clone();
        thread::spawn(move || serve(listener, &folder));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "{request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        };

        let page = ask("GET /");
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>page</p>"), "{page}");
        assert!(page.contains("Content-Type: text/html; charset=utf-8\r\n"), "{page}");
        assert!(page.contains("Cache-Control: no-cache\r\n"), "{page}");
        let wasm = ask("HEAD /a.wasm?1");
        assert!(wasm.contains("Content-Type: application/wasm\r\n") && wasm.ends_with("\r\n\r\n"), "{wasm}");
        assert!(ask("GET /missing").starts_with("HTTP/1.1 404"));
        assert!(ask("GET /../Cargo.toml").starts_with("HTTP/1.1 404"));
        assert!(ask("GET /link.txt").starts_with("HTTP/1.1 404"), "a link that leaves the folder");
        assert!(ask("POST /").starts_with("HTTP/1.1 405"));
        fs::remove_dir_all(&dist).unwrap();
    }
}
