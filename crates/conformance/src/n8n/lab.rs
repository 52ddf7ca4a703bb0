//! n8n and two PostgreSQL servers: n8n's own, and one for the keys that can be stopped.

use std::fs;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::process::Process;
use super::{Answer, Request, editor};
use crate::ports;
use crate::postgresql::{Connection, Database, Server};

/// A running n8n with published workflows.
pub struct Lab {
    n8n: Process,
    port: u16,
    /// n8n's own.
    own: Database,
    /// For the keys and the work.
    server: Server,
    database: Database,
    paths: Vec<String>,
}

impl Lab {
    /// Starts everything as a user would: tables, credential, import, publish, start. `prepare` makes the tables.
    ///
    /// The first workflow's text is a file as it was downloaded.
    #[track_caller]
    pub fn start(workflows: &[String], prepare: impl FnOnce(&Database)) -> Lab {
        Lab::start_with(Vec::new(), workflows, prepare)
    }

    /// The same, with more variables for n8n.
    #[track_caller]
    pub(super) fn start_with(
        mut variables: Vec<(&'static str, String)>,
        workflows: &[String],
        prepare: impl FnOnce(&Database),
    ) -> Lab {
        let database_port = ports::free();
        let server = Server::new(database_port).unwrap_or_else(|problem| panic!("{problem}"));
        let database = server.database();
        prepare(&database);
        let own = Database::new();
        let port = ports::free();
        variables.push(("N8N_PORT", port.to_string()));
        variables.extend(where_is(&own));
        let n8n = Process::new("start", variables).unwrap_or_else(|problem| panic!("{problem}"));
        let lab = Lab { n8n, port, own, server, database, paths: webhook_paths(workflows) };
        lab.import(workflows);
        lab.restart();
        lab
    }

    /// Sends a request to the workflow at this path. The error is a connection that ended without an answer.
    pub fn send(&self, path: &str, request: &Request) -> io::Result<Answer> {
        request.send("POST", self.port, &format!("/webhook/{path}"))
    }

    /// Asks with GET, as senders do in a handshake; `target` is the path with its query.
    pub fn get(&self, target: &str) -> io::Result<Answer> {
        Request::default().send("GET", self.port, &format!("/webhook/{target}"))
    }

    /// Sets up n8n's owner, who pastes each workflow's text onto an empty canvas of the editor and publishes it.
    /// Possible once, as n8n has one owner. Returns what `paste.mjs` prints.
    #[track_caller]
    pub fn paste(&self, workflows: &[String]) -> Value {
        editor::paste(self.port, workflows).unwrap_or_else(|problem| panic!("{problem}\n{}", self.log()))
    }

    /// Runs one of n8n's commands beside the server, and returns what it printed.
    pub fn command(&self, args: &[&str]) -> String {
        self.n8n.command(args)
    }

    /// The last lines that n8n printed.
    pub fn log(&self) -> String {
        self.n8n.log()
    }

    /// A connection to n8n's own database.
    pub fn own(&self) -> Connection {
        self.own.connect()
    }

    /// Where n8n's own database is, for its other processes.
    pub(super) fn variables(&self) -> Vec<(&'static str, String)> {
        where_is(&self.own)
    }

    /// A connection to the database of the keys.
    pub fn connect(&self) -> Connection {
        self.database.connect()
    }

    /// The server of the keys.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// SIGKILL to n8n and its task runner, in the middle of whatever they do.
    pub fn kill(&self) {
        self.n8n.kill();
    }

    /// Starts n8n and waits until it takes requests for every workflow.
    #[track_caller]
    pub fn restart(&self) {
        self.n8n.start();
        let registered = || self.paths.iter().all(|path| self.is_registered(path));
        assert!(wait_until(START, registered), "n8n takes no requests:\n{}", self.n8n.log());
    }

    /// Whether n8n knows the webhook: what a browser's preflight asks, which runs nothing.
    fn is_registered(&self, path: &str) -> bool {
        is_registered(self.port, path)
    }

    #[track_caller]
    fn import(&self, workflows: &[String]) {
        let [first, others @ ..] = workflows else { panic!("no workflow") };
        self.import_file("credentials", &self.credentials(), "Successfully imported 1 credential.");
        self.import_file("workflow", first, "Successfully imported 1 workflow.");
        let first = json(first);
        let published = self.command(&["publish:workflow", &format!("--id={}", text(&first["id"]))]);
        assert!(published.contains("Please restart n8n"), "{published}");
        if others.is_empty() {
            return;
        }
        // The others together, and published by what the command does: starting n8n takes most of its time.
        let expected = format!("Successfully imported {} workflow", others.len());
        self.import_file("workflow", &format!("[{}]", others.join(",")), &expected);
        let publish = "UPDATE workflow_entity SET active = true, \"activeVersionId\" = \"versionId\"";
        self.own().execute(publish, &[]).expect("n8n's own table");
    }

    #[track_caller]
    fn import_file(&self, kind: &str, content: &str, expected: &str) {
        let file = self.n8n.folder().join(format!("{kind}.json"));
        fs::write(&file, content).expect("a file for n8n");
        let output = self.command(&[&format!("import:{kind}"), &format!("--input={}", file.display())]);
        assert!(output.contains(expected), "import:{kind}:\n{output}");
    }

    /// The credential that the workflows ask for by name.
    fn credentials(&self) -> String {
        let data = json!({
            "host": "127.0.0.1", "port": self.database.port(), "database": self.database.name(), "user": "postgres",
            "password": "", "maxConnections": 20, "ssl": "disable", "sshTunnel": false,
        });
        let credential =
            json!({ "id": "lab", "name": "hookonce PostgreSQL", "type": "postgres", "data": data });
        json!([credential]).to_string()
    }
}

/// Whether n8n at this port knows the webhook.
pub(super) fn is_registered(port: u16, path: &str) -> bool {
    let preflight = Request::default().header("Origin", "http://127.0.0.1");
    let answer = preflight.send("OPTIONS", port, &format!("/webhook/{path}"));
    let methods =
        answer.ok().and_then(|answer| answer.header("access-control-allow-methods").map(str::to_owned));
    methods.is_some_and(|methods| methods.contains("POST"))
}

/// Asks again and again, until it is so or the time is up.
pub fn wait_until(limit: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + limit;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        // Leaves the processor to what is waited for.
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// It takes 40 s the first time; a busy machine may take longer.
pub(super) const START: Duration = Duration::from_secs(240);

/// The variables that tell n8n its own database.
fn where_is(own: &Database) -> Vec<(&'static str, String)> {
    vec![
        ("DB_POSTGRESDB_HOST", own.socket_folder().display().to_string()),
        ("DB_POSTGRESDB_PORT", own.port().to_string()),
        ("DB_POSTGRESDB_DATABASE", own.name().into()),
        ("DB_POSTGRESDB_USER", "postgres".into()),
    ]
}

fn webhook_paths(workflows: &[String]) -> Vec<String> {
    let nodes =
        workflows.iter().flat_map(|workflow| json(workflow)["nodes"].as_array().cloned().unwrap_or_default());
    nodes
        .filter(|node| node["type"] == "n8n-nodes-base.webhook")
        .map(|node| text(&node["parameters"]["path"]))
        .collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
