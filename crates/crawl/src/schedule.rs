//! Decides which item may be requested, and when: the queue of section 4.1 of Foschini's thesis, without a clock.
//!
//! A time is a [`Duration`] since some fixed moment. The caller passes the current time, so every decision can be
//! repeated in a test.
//!
//! Each host has a queue of its own, ordered by the earliest time at which an item may be requested. A calendar over
//! all hosts is ordered by the earliest time at which a host's first item may be requested. A host whose time has not
//! come lets other hosts go first.
//!
//! A host gets one request at a time, and the delay counts from the end of one request to the start of the next:
//! however slowly a request travels, the server never sees two of them closer together than the delay.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

/// The number of idle hosts that are kept before they are removed. Chosen: by eye.
const N_IDLE_HOSTS: usize = 1024;

/// Items waiting for their hosts.
#[derive(Debug)]
pub(crate) struct Schedule<T> {
    hosts: HashMap<Arc<str>, Host<T>>,
    /// The hosts that have items and are not busy.
    calendar: BTreeMap<Key, Arc<str>>,
    n_items: usize,
    n_pushed: u64,
}

/// The time at which an item may be requested, and its number. With equal times, the item that was pushed first is
/// first.
type Key = (Duration, u64);

#[derive(Debug)]
struct Host<T> {
    /// In boxes, because most hosts have a single item, and a node of a tree has room for eleven.
    queue: BTreeMap<Key, Box<T>>,
    /// No request may be sent to the host before this time.
    free_at: Duration,
    busy: bool,
    /// The host's key in the calendar.
    entry: Option<Key>,
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
        Schedule { hosts: HashMap::new(), calendar: BTreeMap::new(), n_items: 0, n_pushed: 0 }
    }

    /// Returns the number of waiting items.
    pub(crate) fn len(&self) -> usize {
        self.n_items
    }

    /// Adds an item that must not be requested before the given time. Items of one host leave in the order of these
    /// times; items with the same time, in the order in which they were pushed.
    pub(crate) fn push(&mut self, host: &str, not_before: Duration, value: T) {
        // All entries of a host share one allocation of its name.
        let name = match self.hosts.get_key_value(host) {
            Some((name, _)) => Arc::clone(name),
            None => Arc::from(host),
        };
        let state = self.hosts.entry(Arc::clone(&name)).or_insert_with(Host::new);
        state.queue.insert((not_before, self.n_pushed), Box::new(value));
        self.n_pushed += 1;
        self.n_items += 1;
        self.update(&name);
    }

    /// Takes the item whose time came first, if it may be requested at `now`. Its host is then busy, and none of its
    /// items is returned, until [`finish`](Schedule::finish) is called.
    ///
    /// # Complexity
    ///
    /// `O(log n)`.
    pub(crate) fn pop(&mut self, now: Duration) -> Next<T> {
        let Some((&(ready_at, _), name)) = self.calendar.first_key_value() else {
            return Next::Idle;
        };
        if now < ready_at {
            return Next::Wait(ready_at);
        }
        let name = Arc::clone(name);
        let Some((state, (_, value))) =
            self.hosts.get_mut(&name).and_then(|state| state.queue.pop_first().map(|first| (state, first)))
        else {
            return Next::Idle;
        };
        state.busy = true;
        self.n_items -= 1;
        self.update(&name);
        Next::Take(name, *value)
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
        self.update(&name);
    }

    /// Removes hosts that have no items and are free at `now`, if there are many hosts: a stream of URLs may name any
    /// number of them.
    pub(crate) fn sweep(&mut self, now: Duration) {
        // Each host that has items and is not busy is in the calendar, so most hosts have nothing to do here, and removing
        // them pays for the pass over all.
        if self.hosts.len() > 2 * self.calendar.len() + N_IDLE_HOSTS {
            self.hosts.retain(|_, host| host.busy || !host.queue.is_empty() || now < host.free_at);
        }
    }

    /// Brings the calendar up to date with a host.
    fn update(&mut self, name: &Arc<str>) {
        let Some(state) = self.hosts.get_mut(name) else {
            return;
        };
        if let Some(old) = state.entry.take() {
            self.calendar.remove(&old);
        }
        if !state.busy
            && let Some((&(not_before, number), _)) = state.queue.first_key_value()
        {
            // The later of both times, since the host and the item must both be ready.
            let key = (state.free_at.max(not_before), number);
            state.entry = Some(key);
            self.calendar.insert(key, Arc::clone(name));
        }
    }
}

impl<T> Host<T> {
    fn new() -> Host<T> {
        Host { queue: BTreeMap::new(), free_at: Duration::ZERO, busy: false, entry: None }
    }
}

#[cfg(test)]
mod tests;
