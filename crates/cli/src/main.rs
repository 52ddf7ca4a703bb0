//! The hookonce command line tool.
fn main() {}
