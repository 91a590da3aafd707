//! Looks up the row of a name, mostly with one multiplication and one comparison.

use super::NAMES;

/// The longest name that can be packed into a key, in bytes. Set by: `selectedcontent`, the longest name of the table.
const KEY_LEN: usize = 15;
/// The number of slots, a power of two. Chosen: about four times the number of names, which keeps probe sequences
/// short.
const SLOT_COUNT: usize = 512;

/// The packed, lower-cased names by tag number.
static KEYS: [u128; NAMES.len()] = {
    let mut keys = [0; NAMES.len()];
    let mut id = 1;
    while id < NAMES.len() {
        keys[id] = key(NAMES[id].as_bytes());
        id += 1;
    }
    keys
};

/// An open-addressed table of tag numbers; 0 is an empty slot.
static SLOTS: [u8; SLOT_COUNT] = {
    assert!(NAMES.len() <= 256, "tag numbers must fit in a byte");
    let mut slots = [0; SLOT_COUNT];
    let mut id = 1;
    while id < NAMES.len() {
        let mut at = slot(key(NAMES[id].as_bytes()));
        // Linear probing. There are more slots than names, so an empty one is always found.
        while slots[at] != 0 {
            at = (at + 1) % SLOT_COUNT;
        }
        slots[at] = id as u8;
        id += 1;
    }
    slots
};

/// Returns the row of a name, in any letter case, or 0.
#[inline]
pub(super) const fn find(name: &[u8]) -> u8 {
    // The key of a longer name would overflow, so it could equal another name's key.
    if name.is_empty() || KEY_LEN < name.len() {
        return 0;
    }
    let key = key(name);
    let mut slot = slot(key);
    loop {
        let id = SLOTS[slot];
        // An empty slot ends the probe sequence, and its 0 is the row of `OTHER`.
        if id == 0 || KEYS[id as usize] == key {
            return id;
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
}

/// Packs a name of at most [`KEY_LEN`] bytes, letters lower-cased.
const fn key(name: &[u8]) -> u128 {
    // The leading 1 distinguishes names that begin with NUL bytes.
    let mut key = 1;
    let mut i = 0;
    while i < name.len() {
        key = (key << 8) | name[i].to_ascii_lowercase() as u128;
        i += 1;
    }
    key
}

/// Where the search for a key begins.
const fn slot(key: u128) -> usize {
    // Fibonacci hashing: multiplies by 2^64 divided by the golden ratio. The top nine bits number the 512 slots.
    let folded = (key as u64) ^ ((key >> 64) as u64);
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize
}
