//! HTML bytes to decoded source, tokens with byte spans, and interned symbols.
