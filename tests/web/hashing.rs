//! Both ways of hashing give the same digest, on either side of the crossing.

use hookonce_core::key::digest::sha256;
use hookonce_web::browser::hashing;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn the_digest_is_that_of_sha2_for_every_size() {
    const KIB: usize = 1 << 10;
    let sizes = [0, 1, 63, 64, 65, 32 * KIB - 1, 32 * KIB, 32 * KIB + 1, KIB * KIB, 5 * KIB * KIB];
    for size in sizes {
        let bytes: Vec<u8> = (0..size).map(|index| (index % 251) as u8).collect();
        assert_eq!(hashing::digest(&bytes).await, sha256(&bytes), "{size} bytes");
    }
}

#[wasm_bindgen_test]
fn the_sizes_above_are_on_both_sides_of_the_crossing() {
    assert!(hashing::is_small(&[0; (32 << 10) - 1]));
    assert!(!hashing::is_small(&[0; 32 << 10]));
}
