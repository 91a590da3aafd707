//! Exact global alignment of two sequences by Needleman and Wunsch, fast and in bounded memory.
