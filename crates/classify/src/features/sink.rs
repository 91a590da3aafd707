//! What takes the features of the lines of a page, line after line.

/// Takes the features of each line in order.
pub(crate) trait Sink {
    /// Takes the next features.
    fn put<const N: usize>(&mut self, values: [f32; N]);

    /// Takes the next features, which all lines of the page have in common.
    fn put_common(&mut self, values: &[f32]);

    /// Takes the next `n` features as they were for the line before. Returns false if they must be put.
    fn repeat(&mut self, n: usize) -> bool;
}

/// All features, as one row.
impl Sink for Vec<f32> {
    fn put<const N: usize>(&mut self, values: [f32; N]) {
        self.extend(values);
    }

    fn put_common(&mut self, values: &[f32]) {
        self.extend_from_slice(values);
    }

    fn repeat(&mut self, _: usize) -> bool {
        false
    }
}
