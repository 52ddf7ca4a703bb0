//! Runs what hookonce generates in the real thing: private servers of PostgreSQL and MariaDB, SQLite, Node, and n8n.
//!
//! What a test needs and the machine lacks fails the test and says what to install; nothing is skipped.
#![forbid(unsafe_code)]

pub mod bodies;
pub mod code_node;
pub mod crash;
pub mod fixtures;
pub mod hostile;
pub mod mariadb;
pub mod n8n;
pub mod ports;
pub mod postgresql;
pub mod random;
pub mod receiver;
pub mod sqlite;
pub mod suite;
mod supervisor;
