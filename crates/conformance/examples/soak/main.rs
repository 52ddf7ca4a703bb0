//! The generated workflow in n8n's queue mode: many deliveries of few events in random order, first with all
//! workers alive, then with one killed in the middle. `cargo xtask soak` runs it; it takes some minutes.

mod events;
mod sender;
mod tally;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::n8n::{Queue, VERSION, wait_until};
use hookonce_conformance::postgresql::Connection;
use hookonce_conformance::random::Random;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Sql};

use events::{Event, events};
use sender::{Sent, send_all};
use tally::Tally;

/// How often each event is delivered.
const COPIES: usize = 4;
const WORKERS: usize = 2;
const SEED: u64 = 3;

fn main() {
    let options = Options::default();
    let text = workflow(Workflow::Receive, &options, Lang::En).expect("usable options");
    let tables = Sql::new(&options).expect("usable options").file(File::Up, Lang::En).sql;
    step("start Redis, PostgreSQL and n8n's four processes");
    let queue = Queue::start(text, &options.webhook_path, WORKERS, |database| _ = database.psql(&tables));
    let soak = Soak { queue, path: options.webhook_path };
    let random = &mut Random(SEED);

    step("deliver with all workers alive");
    let (events, deliveries) = soak.prepare("calm", random);
    let (calm, _) = soak.deliver(&events, &deliveries, false);
    println!("{calm}");
    calm.assert_promised();
    calm.assert_nothing_lost();

    step("deliver, and kill a worker in the middle");
    let (events, deliveries) = soak.prepare("killed", random);
    let (killed, sent) = soak.deliver(&events, &deliveries, true);
    println!("{killed}");
    println!("n8n’s executions: {}", soak.executions());
    killed.assert_promised();

    step("delete the keys without a business row, and deliver these events again");
    let lost = soak.repair(&events);
    assert_eq!(lost, killed.lost(), "what is deleted is what was lost");
    let again: Vec<usize> = (0..events.len()).filter(|&at| lost.contains(&events[at].key)).collect();
    let repaired = sent.and(send_all(&soak.queue, &soak.path, &events, &again, &AtomicUsize::new(0)));
    let repaired = soak.tally(&events, &deliveries, &repaired);
    repaired.assert_promised();
    repaired.assert_nothing_lost();
    println!("{} events done by that, all {} are done once", lost.len(), events.len());

    println!(
        "\nn8n {VERSION} in queue mode, a main, a webhook and {WORKERS} worker processes: what is promised holds; \
         {} of {} events were lost with the killed worker",
        lost.len(),
        events.len()
    );
}

struct Soak {
    queue: Queue,
    path: String,
}

impl Soak {
    /// Empty tables, other events, and their deliveries in random order.
    fn prepare(&self, run: &str, random: &mut Random) -> (Vec<Event>, Vec<usize>) {
        let truncate = "TRUNCATE processed_events, business_log";
        self.queue.lab().connect().batch_execute(truncate).expect("the tables");
        let events = events(run);
        let mut deliveries: Vec<usize> = (0..events.len()).cycle().take(events.len() * COPIES).collect();
        random.shuffle(&mut deliveries);
        (events, deliveries)
    }

    /// Sends all, kills a worker in the middle if that is wanted, and waits until n8n has nothing more to do.
    fn deliver(&self, events: &[Event], deliveries: &[usize], kill: bool) -> (Tally, Sent) {
        let answered = AtomicUsize::new(0);
        let begin = Instant::now();
        let sent = thread::scope(|scope| {
            let sending = scope.spawn(|| send_all(&self.queue, &self.path, events, deliveries, &answered));
            if kill {
                let mut connection = self.queue.lab().connect();
                let in_the_middle = || {
                    let enough = answered.load(Ordering::Relaxed) >= deliveries.len() / 4;
                    sending.is_finished() || (enough && unfinished_work(&mut connection) >= AT_WORK)
                };
                assert!(wait_until(LIMIT, in_the_middle), "no middle is reached");
                self.queue.kill_worker(0);
                println!("    killed after {} answers", answered.load(Ordering::Relaxed));
            }
            sending.join().expect("the senders do not panic")
        });
        println!("    sent in {:.0} s", begin.elapsed().as_secs_f64());
        let idle = || self.running_executions() == 0;
        if !wait_until(STALLED, idle) {
            println!("    n8n still takes {} executions for running", self.running_executions());
        }
        (self.tally(events, deliveries, &sent), sent)
    }

    fn tally(&self, events: &[Event], deliveries: &[usize], sent: &Sent) -> Tally {
        let column = |query: &str| {
            let rows = self.queue.lab().connect().query(query, &[]).expect("the table");
            rows.iter().map(|row| row.get(0)).collect()
        };
        let keys = column("SELECT key FROM processed_events");
        Tally::new(events, deliveries.len(), sent, keys, column("SELECT event_key FROM business_log"))
    }

    /// Deletes the keys without work, and returns them. Only for events whose work is known not to run.
    fn repair(&self, events: &[Event]) -> Vec<String> {
        let query = format!("DELETE FROM processed_events AS claimed WHERE {UNDONE} RETURNING key");
        let rows = self.queue.lab().connect().query(&query, &[]).expect("the tables");
        let mut keys: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        assert!(keys.iter().all(|key| events.iter().any(|event| event.key == *key)));
        keys.sort();
        keys
    }

    fn running_executions(&self) -> i64 {
        let query = "SELECT count(*) FROM execution_entity WHERE status IN ('new', 'running')";
        self.queue.lab().own().query_one(query, &[]).expect("n8n's table").get(0)
    }

    fn executions(&self) -> String {
        let query = "SELECT status, count(*) FROM execution_entity GROUP BY status ORDER BY status";
        let rows = self.queue.lab().own().query(query, &[]).expect("n8n's table");
        let counts = rows.iter().map(|row| format!("{} {}", row.get::<_, i64>(1), row.get::<_, &str>(0)));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// Events that are claimed and not done.
fn unfinished_work(connection: &mut Connection) -> i64 {
    let query = format!("SELECT count(*) FROM processed_events AS claimed WHERE {UNDONE}");
    connection.query_one(&query, &[]).expect("the tables").get(0)
}

const UNDONE: &str = "NOT EXISTS (SELECT FROM business_log WHERE event_key = claimed.key)";

/// So many events are between their claim and the end of their work when the worker is killed.
const AT_WORK: i64 = 3;

/// Until the middle of a run.
const LIMIT: Duration = Duration::from_secs(600);

/// n8n gives up the executions of a dead worker after a minute, and looks every 30 s.
const STALLED: Duration = Duration::from_secs(150);

fn step(what: &str) {
    println!("==> {what}");
}
