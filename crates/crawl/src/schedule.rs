//! Decides which item may be requested, and when: the queue of section 4.1 of Foschini's thesis, without a clock.
//!
//! A time is a [`Duration`] since some fixed moment. The caller passes the current time, so every decision can be
//! repeated in a test.
//!
//! Each host has a queue of its own, ordered by the earliest time at which an item may be requested. A calendar over
//! all hosts is ordered by the earliest time at which a host's first item may be requested. A time in the calendar is
//! only a lower bound: since the line was written, the host may have had a request, or may have asked for a longer
//! pause. So the time is checked again when the line is popped, and a host whose time has not come gets a new line
//! with its new time. Other hosts go first meanwhile.
//!
//! A host gets one request at a time, and the delay counts from the end of one request to the start of the next:
//! however slowly a request travels, the server never sees two of them closer together than the delay.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, HashMap},
    sync::Arc,
    time::Duration,
};

/// The number of idle hosts that are kept before they are removed. Chosen: by eye.
const N_IDLE_HOSTS: usize = 1024;

/// Items waiting for their hosts.
#[derive(Debug)]
pub(crate) struct Schedule<T> {
    hosts: HashMap<Arc<str>, Host<T>>,
    /// One valid line for each host that has items and is not busy, and lines that are not valid any more.
    calendar: BinaryHeap<Reverse<Line>>,
    n_items: usize,
    n_pushed: u64,
    n_lines: u64,
}

/// The time at which the first item of a host may be requested, and its number. With equal times, the item that was
/// pushed first is first.
type Key = (Duration, u64);

#[derive(Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Line {
    key: Key,
    number: u64,
    host: Arc<str>,
}

#[derive(Debug)]
struct Host<T> {
    queue: BinaryHeap<Reverse<Item<T>>>,
    /// No request may be sent to the host before this time.
    free_at: Duration,
    busy: bool,
    /// The number of the host's valid line.
    line: Option<u64>,
}

#[derive(Debug)]
struct Item<T> {
    not_before: Duration,
    number: u64,
    value: T,
}

/// The result of [`Schedule::pop`].
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Next<T> {
    /// Request this item from this host now; then call [`Schedule::finish`].
    Take(Arc<str>, T),
    /// Nothing may be requested before this time.
    Wait(Duration),
    /// Every host that has items is busy, or there are no items.
    Idle,
}

impl<T> Schedule<T> {
    pub(crate) fn new() -> Schedule<T> {
        Schedule { hosts: HashMap::new(), calendar: BinaryHeap::new(), n_items: 0, n_pushed: 0, n_lines: 0 }
    }

    /// Returns the number of waiting items.
    pub(crate) fn len(&self) -> usize {
        self.n_items
    }

    /// Adds an item that must not be requested before the given time. Items of one host leave in the order of these
    /// times; items with the same time, in the order in which they were pushed.
    pub(crate) fn push(&mut self, host: &str, not_before: Duration, value: T) {
        // All lines of a host share one allocation of its name.
        let name = match self.hosts.get_key_value(host) {
            Some((name, _)) => Arc::clone(name),
            None => Arc::from(host),
        };
        let number = self.n_pushed;
        self.n_pushed += 1;
        self.n_items += 1;
        let state = self.hosts.entry(Arc::clone(&name)).or_insert_with(Host::new);
        let key_before = state.key();
        state.queue.push(Reverse(Item { not_before, number, value }));
        // A heap cannot change a line, so a new one replaces it. A busy host gets its line when it is finished.
        if !state.busy && state.key() != key_before {
            self.write_line(&name);
        }
    }

    /// Takes the item whose time came first, if it may be requested at `now`. Its host is then busy, and none of its
    /// items is returned, until [`finish`](Schedule::finish) is called.
    ///
    /// # Complexity
    ///
    /// `O(log n)`, amortized over the calls of `push` and `finish`.
    pub(crate) fn pop(&mut self, now: Duration) -> Next<T> {
        while let Some(Reverse(line)) = self.calendar.peek() {
            // Lines that were replaced, or whose host was removed, are dropped only here.
            let in_force = self.hosts.get_mut(&line.host).filter(|host| host.line == Some(line.number));
            let Some(state) = in_force else {
                self.calendar.pop();
                continue;
            };
            // The host's time has changed since the line was written.
            if state.key() != Some(line.key) {
                let name = Arc::clone(&line.host);
                self.calendar.pop();
                self.write_line(&name);
                continue;
            }
            if now < line.key.0 {
                return Next::Wait(line.key.0);
            }
            let name = Arc::clone(&line.host);
            let taken = state.queue.pop();
            state.line = None;
            self.calendar.pop();
            if let Some(Reverse(item)) = taken {
                state.busy = true;
                self.n_items -= 1;
                return Next::Take(name, item.value);
            }
        }
        Next::Idle
    }

    /// Records that the item taken from a host is done, and that no request may be sent to the host before the given
    /// time.
    pub(crate) fn finish(&mut self, host: &str, free_at: Duration) {
        let Some((name, _)) = self.hosts.get_key_value(host) else {
            return;
        };
        let name = Arc::clone(name);
        if let Some(state) = self.hosts.get_mut(&name) {
            state.busy = false;
            // Never earlier: a request that was not sent must not shorten the pause after the one before it.
            state.free_at = state.free_at.max(free_at);
        }
        self.write_line(&name);
    }

    /// Removes hosts that have no items and are free at `now`, if there are many hosts: a stream of URLs may name any
    /// number of them.
    pub(crate) fn sweep(&mut self, now: Duration) {
        // Each host that has items and is not busy has a line, so most hosts have nothing to do here, and removing
        // them pays for the pass over all.
        if self.hosts.len() > 2 * self.calendar.len() + N_IDLE_HOSTS {
            self.hosts.retain(|_, host| host.busy || !host.queue.is_empty() || now < host.free_at);
        }
    }

    fn write_line(&mut self, name: &Arc<str>) {
        let Some(state) = self.hosts.get_mut(name) else {
            return;
        };
        state.line = None;
        if state.busy {
            return;
        }
        if let Some(key) = state.key() {
            let number = self.n_lines;
            self.n_lines += 1;
            state.line = Some(number);
            self.calendar.push(Reverse(Line { key, number, host: Arc::clone(name) }));
        }
    }
}

impl<T> Host<T> {
    fn new() -> Host<T> {
        Host { queue: BinaryHeap::new(), free_at: Duration::ZERO, busy: false, line: None }
    }

    fn key(&self) -> Option<Key> {
        let Reverse(first) = self.queue.peek()?;
        // The later of both times, since the host and the item must both be ready.
        Some((self.free_at.max(first.not_before), first.number))
    }
}

impl<T> Item<T> {
    fn key(&self) -> Key {
        (self.not_before, self.number)
    }
}

impl<T> Eq for Item<T> {}

impl<T> PartialEq for Item<T> {
    fn eq(&self, other: &Item<T>) -> bool {
        self.key() == other.key()
    }
}

impl<T> Ord for Item<T> {
    fn cmp(&self, other: &Item<T>) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl<T> PartialOrd for Item<T> {
    fn partial_cmp(&self, other: &Item<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests;
