//! Compares the schedule with a naive implementation.

use proptest::prelude::*;

use super::*;

/// The same schedule as a list that is searched from end to end for each item.
#[derive(Default)]
struct Naive {
    items: Vec<(&'static str, Duration, u64)>,
    free_at: Vec<(&'static str, Duration)>,
    busy: Vec<&'static str>,
    n_pushed: u64,
}

impl Naive {
    fn push(&mut self, host: &'static str, not_before: Duration) {
        self.items.push((host, not_before, self.n_pushed));
        self.n_pushed += 1;
    }

    fn free_at(&self, host: &str) -> Duration {
        let times = self.free_at.iter().filter(|(name, _)| *name == host);
        times.map(|(_, time)| *time).max().unwrap_or_default()
    }

    fn pop(&mut self, now: Duration) -> Next<u64> {
        let firsts = self.items.iter().filter(|(host, ..)| !self.busy.contains(host)).filter(|a| {
            let mut same_host = self.items.iter().filter(|b| a.0 == b.0);
            same_host.all(|b| (a.1, a.2) <= (b.1, b.2))
        });
        let keys = firsts.map(|(host, time, number)| (self.free_at(host).max(*time), *number, *host));
        let Some((ready_at, number, host)) = keys.min() else {
            return Next::Idle;
        };
        if now < ready_at {
            return Next::Wait(ready_at);
        }
        self.items.retain(|item| item.2 != number);
        self.busy.push(host);
        Next::Take(Arc::from(host), number)
    }

    fn finish(&mut self, host: &'static str, free_at: Duration) {
        self.busy.retain(|name| *name != host);
        self.free_at.push((host, free_at));
    }
}

#[derive(Clone, Debug)]
enum Step {
    Push(&'static str, u64),
    Pop,
    /// Finishes one of the busy hosts, asking for extra patience.
    Finish(usize, u64),
    Later(u64),
    Sweep,
}

const DELAY: Duration = Duration::from_millis(10);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let host = prop::sample::select(vec!["a", "b", "c"]);
    let step = prop_oneof![
        3 => (host, 0..40u64).prop_map(|(host, wait)| Step::Push(host, wait / 4)),
        4 => Just(Step::Pop),
        3 => (0..3usize, 0..30u64).prop_map(|(index, more)| Step::Finish(index, more.saturating_sub(20))),
        2 => (0..12u64).prop_map(Step::Later),
        1 => Just(Step::Sweep),
    ];
    prop::collection::vec(step, 0..120)
}

proptest! {
    #[test]
    fn every_pop_is_the_naive_one_and_polite(steps in steps()) {
        let mut schedule = Schedule::new();
        let mut naive = Naive::default();
        let mut now = Duration::ZERO;
        let mut finished: Vec<(&str, Duration)> = Vec::new();
        for step in steps {
            match step {
                Step::Push(host, wait) => {
                    let not_before = now + Duration::from_millis(wait);
                    schedule.push(host, not_before, naive.n_pushed);
                    naive.push(host, not_before);
                }
                Step::Pop => {
                    let found = schedule.pop(now);
                    if let Next::Take(host, _) = &found {
                        for (_, end) in finished.iter().filter(|(name, _)| *name == &**host) {
                            prop_assert!(*end + DELAY <= now, "asked too early");
                        }
                        prop_assert!(!naive.busy.contains(&&**host), "asked twice at once");
                    }
                    prop_assert_eq!(found, naive.pop(now));
                }
                Step::Finish(index, more) => {
                    if let Some(&host) = naive.busy.get(index) {
                        let free_at = now + DELAY + Duration::from_millis(more);
                        schedule.finish(host, free_at);
                        naive.finish(host, free_at);
                        finished.push((host, now));
                    }
                }
                Step::Later(by) => now += Duration::from_millis(by),
                Step::Sweep => schedule.sweep(now),
            }
            prop_assert_eq!(schedule.len(), naive.items.len());
        }
    }
}

#[test]
fn other_hosts_go_first_meanwhile() {
    let mut schedule = Schedule::new();
    for (host, url) in [("a", 1), ("a", 2), ("b", 3)] {
        schedule.push(host, Duration::ZERO, url);
    }
    assert_eq!(schedule.pop(Duration::ZERO), Next::Take("a".into(), 1));
    assert_eq!(schedule.pop(Duration::ZERO), Next::Take("b".into(), 3));
    assert_eq!(schedule.pop(Duration::ZERO), Next::Idle);
    schedule.finish("a", DELAY);
    assert_eq!(schedule.pop(Duration::ZERO), Next::Wait(DELAY));
    assert_eq!(schedule.pop(DELAY), Next::Take("a".into(), 2));
}

#[test]
fn hosts_that_nothing_is_wanted_of_are_forgotten() {
    let mut schedule = Schedule::new();
    for index in 0..5 * N_IDLE_HOSTS {
        let host = index.to_string();
        schedule.push(&host, Duration::ZERO, ());
        assert_eq!(schedule.pop(Duration::ZERO), Next::Take(host.as_str().into(), ()));
        schedule.finish(&host, DELAY);
    }
    schedule.sweep(Duration::ZERO);
    assert_eq!(schedule.hosts.len(), 5 * N_IDLE_HOSTS, "they still must not be asked");
    schedule.sweep(DELAY);
    assert_eq!(schedule.hosts.len(), 0);
}
