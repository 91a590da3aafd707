//! Results of stages, kept under the hash of everything that went into them.
//!
//! The program itself is one of the inputs: whatever is changed in it, nothing stale is read.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Serialize, de::DeserializeOwned};

use crate::datasets::checksum;

#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    program: String,
    n_hits: std::cell::Cell<usize>,
}

impl Cache {
    pub fn new(root: &Path) -> anyhow::Result<Cache> {
        let program = checksum::of_file(&fs::read(std::env::current_exe()?)?);
        let folder = root.join("target/eval/cache").join(&program[..16]);
        // Results of other builds will never be read again.
        if let Some(all) = folder.parent()
            && !folder.is_dir()
        {
            let _ = fs::remove_dir_all(all);
        }
        fs::create_dir_all(&folder)?;
        Ok(Cache { folder, program, n_hits: std::cell::Cell::new(0) })
    }

    /// Returns what was made from these inputs, or makes it.
    pub fn get<T: Serialize + DeserializeOwned>(
        &self,
        inputs: &[&str],
        make: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let key = checksum::of(std::iter::once(self.program.as_str()).chain(inputs.iter().copied()));
        let path = self.folder.join(format!("{key}.json"));
        // A file that was cut short is made again.
        if let Ok(bytes) = fs::read(&path)
            && let Ok(found) = serde_json::from_slice(&bytes)
        {
            self.n_hits.set(self.n_hits.get() + 1);
            return Ok(found);
        }
        let made = make()?;
        // Another build that started meanwhile has removed the folder.
        fs::create_dir_all(&self.folder)?;
        fs::write(&path, serde_json::to_vec(&made)?)?;
        Ok(made)
    }

    /// Returns how many results were not made again.
    pub fn n_hits(&self) -> usize {
        self.n_hits.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_decide() {
        let root = tempfile::tempdir().unwrap();
        let cache = Cache::new(root.path()).unwrap();
        assert_eq!(cache.get(&["a", "b"], || Ok(1)).unwrap(), 1);
        assert_eq!(cache.get(&["a", "b"], || Ok(2)).unwrap(), 1);
        assert_eq!(cache.get(&["ab"], || Ok(3)).unwrap(), 3);
        assert_eq!(cache.n_hits(), 1);
    }

    #[test]
    fn a_failure_is_not_kept() {
        let root = tempfile::tempdir().unwrap();
        let cache = Cache::new(root.path()).unwrap();
        assert!(cache.get::<u32>(&["a"], || anyhow::bail!("no")).is_err());
        assert_eq!(cache.get(&["a"], || Ok(1)).unwrap(), 1);
    }
}
