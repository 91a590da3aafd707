//! HTML pages as trees in which every node knows its bytes.

pub use rtdm_tree_mapping::dom::{Dom, Namespace, NodeId, NodeKind};
pub use tokenize::{Attribute, Tag, decode_references};
