//! From the linked half-built tree to the flat one in pre-order.

use tokenize::{Kind, Token};

use super::{
    builder::cdata,
    draft::{Draft, NONE},
    node::{Node, NodeKind},
};

/// Numbers the nodes that hang below the document, and gives each its ranges.
pub(super) fn flatten(drafts: &[Draft], tokens: &[Token], source: &str) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(drafts.len());
    let mut made: Vec<u32> = Vec::with_capacity(drafts.len());
    let mut ends: Vec<u32> = Vec::with_capacity(drafts.len());
    let mut parent = NONE;
    let mut depth = 0_u16;
    let mut at = 0;
    loop {
        let id = nodes.len() as u32;
        made.push(drafts[at as usize].made);
        ends.push(drafts[at as usize].end_token);
        nodes.push(node(&drafts[at as usize], parent, depth, tokens, source));
        if drafts[at as usize].first_child != NONE {
            at = drafts[at as usize].first_child;
            parent = id;
            depth = depth.saturating_add(1);
            continue;
        }
        // Up, until there is a node to the right.
        nodes[id as usize].subtree_end = id + 1;
        while drafts[at as usize].next == NONE {
            at = drafts[at as usize].parent;
            if at == NONE {
                grow_extents(&mut nodes, made, &ends);
                return nodes;
            }
            let end = nodes.len() as u32;
            let above = &mut nodes[parent as usize];
            above.subtree_end = end;
            parent = above.parent;
            depth = depth.saturating_sub(1);
        }
        at = drafts[at as usize].next;
    }
}

fn node(draft: &Draft, parent: u32, depth: u16, tokens: &[Token], source: &str) -> Node {
    let length = source.len() as u32;
    let span = |token: u32| match tokens.get(token as usize) {
        Some(token) => (token.range().start as u32, token.range().end as u32),
        None => (length, length),
    };
    let made = span(draft.made).0;
    let open = if draft.token == NONE {
        (made, made)
    } else {
        span(draft.token)
    };
    let close = if draft.end_token == NONE {
        (0, 0)
    } else {
        span(draft.end_token)
    };
    let extent = match draft.kind {
        NodeKind::Document => (0, length),
        NodeKind::Element if draft.token == NONE || draft.copy => (made, made),
        _ => open,
    };
    let open = match tokens.get(draft.token as usize) {
        Some(token) if token.kind() == Kind::Cdata => inner_of_cdata(open, source),
        _ => open,
    };
    Node {
        kind: draft.kind,
        namespace: draft.namespace,
        copy: draft.copy,
        tag: draft.tag,
        depth,
        parent,
        subtree_end: 0,
        open,
        close,
        extent,
    }
}

/// Narrows the range of a CDATA section to what it holds.
fn inner_of_cdata((start, end): (u32, u32), source: &str) -> (u32, u32) {
    match cdata(&source[start as usize..end as usize]) {
        Some(inner) => {
            let start = start + "<![CDATA[".len() as u32;
            (start, start + inner.len() as u32)
        }
        None => (start, end),
    }
}

/// Widens every node's range over its children's and its end tag.
///
/// `lasts` holds for each node the token that made it, and then the last one that made anything in
/// it: an end tag before that did not close the element.
fn grow_extents(nodes: &mut [Node], mut lasts: Vec<u32>, end_tokens: &[u32]) {
    for id in (0..nodes.len()).rev() {
        let last = lasts[id];
        let node = &mut nodes[id];
        if end_tokens[id] < last {
            node.close = (0, 0);
        } else {
            node.extent = hull(node.extent, node.close);
        }
        let Node { parent, extent, .. } = *node;
        if parent != NONE {
            let above = &mut nodes[parent as usize];
            above.extent = hull(above.extent, extent);
            let above = &mut lasts[parent as usize];
            *above = last.max(*above);
        }
    }
}

/// Returns the smallest range around both; empty ones do not count beside others.
fn hull(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
    if one.0 == one.1 {
        other
    } else if other.0 == other.1 {
        one
    } else {
        (one.0.min(other.0), one.1.max(other.1))
    }
}
