//! Tests of the generated SQL that are alike on MariaDB and on SQLite: [`suite!`](crate::suite!) makes a test of each.
// They are tests, where Clippy would let them unwrap.
#![allow(clippy::unwrap_used, missing_docs)]

pub mod blocks;
pub mod claim;
pub mod cleanup;
pub mod columns;
mod engine;
pub mod keys;
pub mod lease;
pub mod migration;
pub mod names;
pub mod race;
pub mod waits;

pub use engine::Engine;

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Sql};
use uuid::Uuid;

use crate::receiver::{Claim, Receiver};

/// Every test, for one engine.
#[macro_export]
macro_rules! suite {
    ($engine:ty) => {
        $crate::suite! { $engine:
            blocks { every_block_runs_in_both_languages every_file_runs_in_both_languages }
            claim {
                a_key_is_claimed_once_and_again_after_a_release
                work_and_key_are_there_together_or_not_at_all
                a_connection_that_is_lost_gives_the_key_back
                the_server_is_the_one_that_the_page_names
            }
            cleanup {
                only_what_is_older_than_the_retention_goes
                what_nobody_finished_stays_and_is_counted
                two_at_once_and_claims_beside_them
            }
            columns { every_choice_of_columns_works the_type_may_be_null }
            keys { every_key_is_kept_byte_for_byte no_key_is_cut_and_none_is_empty }
            lease {
                an_event_is_claimed_finished_and_done
                a_lease_that_is_over_is_taken_over_and_its_owner_learns_it
                a_released_key_is_claimed_at_once
                an_extended_lease_begins_anew
                of_many_takeovers_at_once_one_owns_the_key
                the_watch_lists_what_nobody_takes_over
            }
            migration {
                up_and_down_come_in_any_number
                an_old_table_does_not_pass_for_a_new_one
                the_table_refuses_what_makes_no_sense
                an_upgrade_keeps_what_was_done
                a_downgrade_keeps_what_was_done
            }
            names {
                as_a_table_each_creates_what_it_says
                as_a_schema_and_a_table_each_creates_what_it_says
                every_name_comes_back_from_the_catalog
            }
            waits {
                a_claim_waits_for_an_open_one_and_gives_up
                a_claim_that_waited_for_a_commit_knows_the_key
                a_claim_that_waited_for_a_rollback_gets_the_key
            }
        }
    };
    ($engine:ty: $($module:ident { $($test:ident)* })*) => {
        $(mod $module {
            $(#[test]
            fn $test() {
                $crate::suite::$module::$test::<$engine>();
            })*
        })*
    };
}

/// Options of an engine, with a lease that is longer than any test.
pub fn options<E: Engine>(guarantee: Guarantee) -> Options {
    Options { dialect: E::DIALECT, guarantee, lease_seconds: "600".into(), ..Options::default() }
}

/// The SQL of options that can be used.
#[track_caller]
pub fn sql(options: &Options) -> Sql {
    Sql::new(options).expect("usable options")
}

/// A database with both tables.
#[track_caller]
pub fn migrated<E: Engine>(options: &Options) -> E {
    let engine = E::new();
    engine.script(&sql(options).file(File::Up, Lang::En).sql).expect("a migration");
    engine
}

/// A receiver with a connection of its own.
pub fn receiver<E: Engine>(engine: &E, options: &Options) -> Receiver<E::Connection> {
    Receiver::new(engine.connect(), sql(options))
}

/// The token of a claim that got the key.
#[track_caller]
pub fn token(claim: Claim) -> Uuid {
    match claim {
        Claim::Claimed(token) => token,
        other => panic!("{other:?}"),
    }
}

/// A number of a query with one.
#[track_caller]
pub fn number<E: Engine>(engine: &E, query: &str) -> i64 {
    let text = engine.rows(query);
    text.trim().parse().unwrap_or_else(|_| panic!("{query} gave {text}"))
}
