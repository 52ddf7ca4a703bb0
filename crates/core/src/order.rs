//! Sorting of short lists.

/// Sorts by insertion; what is equal keeps its order. For lists of some dozens: the standard library's sort is
/// compiled once for each type, some kilobytes each time, which the page would have to load.
pub(crate) fn sort_short_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let place = items[..end].partition_point(|item| key(item) <= key(&items[end]));
        items[place..=end].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut state = 7_u32;
        for length in 0..40 {
            let mut items: Vec<(u32, usize)> = Vec::new();
            for place in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                items.push((state >> 28, place));
            }
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_short_by_key(&mut items, |(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
