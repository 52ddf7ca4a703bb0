//! What was promised, what was kept, what was lost, and why.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use hookonce_conformance::crash::{HALVES, Point};
use hookonce_conformance::receiver::{self, Connection, Event as Delivery, Values};
use hookonce_core::sql::{Sql, Step};
use uuid::Uuid;

use crate::engine::Engine;
use crate::run::Size;
use crate::state::{Cause, Event, State};

/// A run's numbers.
pub struct Tally {
    title: String,
    state: State,
    /// How often each event's work was done.
    effects: Vec<usize>,
    /// States of keys that are not done, where the table has states.
    unfinished: Vec<String>,
    time: Duration,
    size: Size,
}

impl Tally {
    /// From what the senders saw, and the tables.
    #[track_caller]
    pub fn new(engine: &impl Engine, sql: &Sql, state: State, time: Duration, size: Size) -> Tally {
        let mut connection = receiver::connect(sql.dialect(), &engine.url()).expect("a connection");
        let mut texts = |query: &str| texts(&mut connection, query);
        let [first, second] = HALVES.map(|half| {
            counts(texts(&format!(
                "SELECT event_key AS outcome FROM business_log WHERE event_type = '{half}'"
            )))
        });
        assert_eq!(first, second, "no work is half done");
        let effects = (0..state.events.len()).map(|event| first.get(&format!("evt:{event}")).copied());
        let effects: Vec<usize> = effects.map(Option::unwrap_or_default).collect();
        assert_eq!(
            effects.iter().sum::<usize>(),
            first.values().sum::<usize>(),
            "no work for an unknown event"
        );
        let unfinished = match sql.steps(hookonce_core::sql::Statement::Watch).is_empty() {
            true => Vec::new(),
            false => texts("SELECT status AS outcome FROM processed_events WHERE status <> 'done'"),
        };
        let title = format!("{} on {}", sql.guarantee().name(), engine.version());
        Tally { title, state, effects, unfinished, time, size }
    }

    /// What holds for every guarantee.
    #[track_caller]
    pub fn assert_sound(&self) {
        assert_eq!(self.state.open, 0, "every delivery is answered 200");
        assert!(self.state.kills >= self.size.kills);
        assert_eq!(self.state.restarts, self.size.restarts);
        for (point, kills) in Point::ALL.into_iter().zip(self.state.killed_at) {
            assert!(kills >= self.size.kills / 50, "{kills} killed after {point}");
        }
        assert_eq!(self.unfinished, [""; 0], "what was answered 200 is done");
        for (number, event, effects) in self.events() {
            let finished = event.reached(Point::Finished);
            assert!(finished <= 1, "evt:{number} was finished by {finished} deliveries: {event:?}");
            assert!(event.processed <= finished, "evt:{number}: {event:?}");
            assert!(effects >= finished, "the work of evt:{number} is gone: {event:?}");
        }
    }

    /// Nothing is lost, and a repeat is a commit of the work without a record of it.
    #[track_caller]
    pub fn assert_at_least_once(&self) {
        assert_eq!(self.lost(), 0);
        for (number, event, effects) in self.events() {
            let committed = event.reached(Point::Worked);
            let most = committed + event.interrupted(Point::Working).count();
            assert!(
                (committed..=most).contains(&effects),
                "evt:{number} was done {effects} times: {event:?}"
            );
        }
    }

    /// Receivers that were slower than their lease learned that another had taken over.
    #[track_caller]
    pub fn assert_taken_over(&self) {
        let is_late = |event: &Event| event.interruptions.iter().any(|(cause, _)| *cause == Cause::TakenOver);
        assert!(self.state.events.iter().any(is_late), "none was slower");
    }

    /// Nothing is done twice.
    #[track_caller]
    pub fn assert_at_most_once(&self) {
        assert_eq!(self.repeats(), 0);
        for (number, event, _) in self.events().filter(|(.., effects)| *effects == 0) {
            assert!(!event.interruptions.is_empty(), "evt:{number} is lost without a reason: {event:?}");
        }
    }

    /// Events whose work was never done.
    pub fn lost(&self) -> usize {
        self.effects.iter().filter(|effects| **effects == 0).count()
    }

    /// How often work was done that was done before.
    pub fn repeats(&self) -> usize {
        self.effects.iter().map(|effects| effects.saturating_sub(1)).sum()
    }

    fn events(&self) -> impl Iterator<Item = (usize, &Event, usize)> {
        let events = self.state.events.iter().zip(&self.effects).enumerate();
        events.map(|(number, (event, effects))| (number, event, *effects))
    }

    /// Why work was repeated: it was committed, and the finish was not recorded.
    fn explain_repeats(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let repeated = || self.events().filter(|(.., effects)| *effects > 1);
        let after_work = |cause| -> usize {
            let count = |event: &Event| event.interrupted(Point::Worked).filter(|c| *c == cause).count();
            repeated().map(|(_, event, _)| count(event)).sum()
        };
        let silent: usize =
            repeated().map(|(_, event, effects)| effects - event.reached(Point::Worked)).sum();
        let recorded = repeated().filter(|(_, event, _)| event.reached(Point::Finished) == 0).count();
        let [killed, database, late] = [Cause::Killed, Cause::Database, Cause::TakenOver].map(after_work);
        assert_eq!(killed + database + late + silent - recorded, self.repeats());
        write!(
            out,
            "; the work was committed and no finish recorded: {killed} killed between the two, {silent} while the \
             commit was under way, {database} with the database gone, {late} slower than the lease"
        )?;
        if recorded > 0 {
            write!(out, " ({recorded} of these had recorded it, and came no further)")?;
        }
        Ok(())
    }

    /// After which point the receivers of lost events were ended for the last time.
    fn explain_losses(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.events().filter(|(.., effects)| *effects == 0);
        let last = lost.filter_map(|(_, event, _)| event.interruptions.iter().map(|(_, after)| *after).max());
        let last = counts(last.map(|point| point.to_string()).collect());
        let parts: Vec<_> = last.iter().map(|(point, count)| format!("{count} after “{point}”")).collect();
        write!(out, "; claimed and never done, the receiver ended {}", parts.join(", "))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { state, size, .. } = self;
        writeln!(out, "{}, seed {}, {:.0} s:", self.title, size.seed, self.time.as_secs_f64())?;
        let places = Point::ALL.map(|point| format!("{} after “{point}”", state.killed_at[point as usize]));
        writeln!(out, "    {} receivers killed: {}", state.kills, places.join(", "))?;
        let deliveries: usize = state.events.iter().map(|event| event.deliveries).sum();
        writeln!(
            out,
            "    {} restarts of the database, {} keys in the table before, {} events, {deliveries} deliveries, \
             {} attempts",
            state.restarts,
            size.rows,
            state.events.len(),
            state.attempts
        )?;
        write!(out, "    {} lost", self.lost())?;
        if self.lost() > 0 {
            self.explain_losses(out)?;
        }
        write!(out, "\n    {} repeats", self.repeats())?;
        if self.repeats() > 0 {
            self.explain_repeats(out)?;
        }
        writeln!(out)
    }
}

impl Event {
    fn reached(&self, point: Point) -> usize {
        self.reached[point as usize]
    }

    fn interrupted(&self, at: Point) -> impl Iterator<Item = Cause> {
        self.interruptions.iter().filter(move |(_, after)| *after == at).map(|(cause, _)| *cause)
    }
}

/// The column `outcome` of a query.
fn texts(connection: &mut impl Connection, query: &str) -> Vec<String> {
    let step = Step { sql: query.to_owned(), parameters: Vec::new() };
    let values = Values { event: &Delivery::new(""), token: Uuid::nil() };
    let rows = connection.run(&step, &values).expect("rows");
    rows.into_iter().map(|row| row.outcome.expect("a text")).collect()
}

fn counts(texts: Vec<String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}
