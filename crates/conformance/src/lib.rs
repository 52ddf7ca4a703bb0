//! Runs what hookonce generates in the real thing.
