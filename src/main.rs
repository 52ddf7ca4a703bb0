//! Starts the page.

fn main() {
    hookonce_web::start();
}
