//! Parallel work on things of different sizes.

use std::cmp::Reverse;

use rayon::prelude::*;

/// Works on all of these in parallel, and returns the results in the order of the input.
///
/// The largest are started first: if one of them were last, all threads but one would have nothing left to do.
pub(crate) fn largest_first<T: Send, R: Send>(
    all: Vec<T>,
    size: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut numbered: Vec<(usize, T)> = all.into_iter().enumerate().collect();
    numbered.sort_by_key(|(_, one)| Reverse(size(one)));
    // Rayon splits work into runs of neighbors, and a run of the largest on one thread would undo the order. So each
    // is a task.
    let mut done: Vec<(usize, R)> =
        (numbered.into_par_iter().with_max_len(1)).map(|(number, one)| (number, work(one))).collect();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn results_are_in_order() {
        let begun = Mutex::new(Vec::new());
        let work = |number: usize| {
            begun.lock().unwrap().push(number);
            10 * number
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let all = vec![3, 1, 4, 1, 5];
        let done = pool.unwrap().install(|| largest_first(all, |&number| number, work));
        assert_eq!(done, [30, 10, 40, 10, 50]);
        assert_eq!(begun.into_inner().unwrap(), [5, 4, 3, 1, 1]);
    }
}
