//! n8n in queue mode: a main process, a webhook process that takes the requests, workers that run them,
//! and Redis between them.

use std::io;
use std::time::Duration;

use super::lab::{self, Lab, START, wait_until};
use super::process::Process;
use super::redis::Redis;
use super::{Answer, Request};
use crate::ports;
use crate::postgresql::Database;

/// A running n8n of several processes, each with a folder and ports of its own.
pub struct Queue {
    // In the order in which they end: Redis last.
    webhook: Process,
    port: u16,
    workers: Vec<Process>,
    /// The main process, and the databases.
    lab: Lab,
    _redis: Redis,
}

impl Queue {
    /// Starts everything, and waits until the webhook process takes requests at `path` and all workers are ready.
    #[track_caller]
    pub fn start(workflow: String, path: &str, workers: usize, prepare: impl FnOnce(&Database)) -> Queue {
        let redis = Redis::start().unwrap_or_else(|problem| panic!("{problem}"));
        let mode = [
            ("EXECUTIONS_MODE", "queue".to_owned()),
            ("QUEUE_BULL_REDIS_HOST", "127.0.0.1".to_owned()),
            ("QUEUE_BULL_REDIS_PORT", redis.port().to_string()),
        ];
        let lab = Lab::start_with(mode.to_vec(), &[workflow], prepare);
        let start = |command, more: &[(&'static str, String)]| {
            let variables = [&mode, lab.variables().as_slice(), more].concat();
            let process = Process::new(command, variables).unwrap_or_else(|problem| panic!("{problem}"));
            process.start();
            process
        };
        let port = ports::free();
        let webhook = start("webhook", &[("N8N_PORT", port.to_string())]);
        let health_ports: Vec<u16> = (0..workers).map(|_| ports::free()).collect();
        let worker = |port: &u16| {
            let health = [
                ("QUEUE_HEALTH_CHECK_ACTIVE", "true".to_owned()),
                ("QUEUE_HEALTH_CHECK_PORT", port.to_string()),
                ("N8N_WORKER_SERVER_ADDRESS", "127.0.0.1".to_owned()),
            ];
            start("worker", &health)
        };
        let workers: Vec<Process> = health_ports.iter().map(worker).collect();
        let takes_requests = || lab::is_registered(port, path);
        assert!(wait_until(START, takes_requests), "the webhook process:\n{}", webhook.log());
        for (worker, &port) in workers.iter().zip(&health_ports) {
            assert!(wait_until(START, || is_ready(port)), "a worker:\n{}", worker.log());
        }
        Queue { webhook, port, workers, lab, _redis: redis }
    }

    /// Sends a request to the webhook process. The error is a connection that ended, or was ended after
    /// this patience, without an answer.
    pub fn send(&self, path: &str, request: &Request, patience: Duration) -> io::Result<Answer> {
        request.send_within(patience, "POST", self.port, &format!("/webhook/{path}"))
    }

    /// SIGKILL to a worker and its task runner.
    #[track_caller]
    pub fn kill_worker(&self, which: usize) {
        self.workers[which].kill();
    }

    /// The main process, and the databases.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// The last lines that the webhook process and the workers printed.
    pub fn logs(&self) -> String {
        let logs = std::iter::once(&self.webhook).chain(&self.workers).map(Process::log);
        logs.collect::<Vec<_>>().join("\n----\n")
    }
}

fn is_ready(port: u16) -> bool {
    Request::default().send("GET", port, "/healthz/readiness").is_ok_and(|answer| answer.status == 200)
}
