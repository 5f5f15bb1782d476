//! The lines of a game file as a tree, by indentation alone.

use super::lines::{CodeLine, Line, code_lines};
use super::words::{Content, GAME_CLASSES, Section, Unreadable};
use crate::Span;

/// The index of a node in its tree.
pub(crate) type NodeId = usize;

/// A line with the lines indented below it.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub section: Section,
    pub content: Content<'a>,
    /// The text of the line, without comment.
    pub text: &'a str,
    pub span: Span,
    /// Counted from 1.
    pub line: usize,
    pub indent: usize,
    /// What the line is indented with.
    pub margin: &'a str,

    pub children: Vec<NodeId>,
    pub parent: Option<NodeId>,
}

/// A line that the reference complains about while it builds the tree.
#[derive(Debug)]
pub(crate) struct Fault<'a> {
    pub text: &'a str,
    pub span: Span,
    pub kind: FaultKind,
}

#[derive(Debug)]
pub(crate) enum FaultKind {
    /// The line consists of `#` only: the reference dies.
    OnlyHashes,
    /// The line is dropped.
    Unreadable(Unreadable),
    /// The line is indented no deeper than the game line: it is dropped.
    NoParent,
    /// The line is kept, but its siblings, of which this is the first, are indented differently.
    UnevenSiblings(Span),
}

/// All lines of a game file. The first is the root.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub nodes: Vec<Node<'a>>,
    pub faults: Vec<Fault<'a>>,
}

impl<'a> Tree<'a> {
    /// Reads a whole file. Whatever the text is, there is a tree; it may be empty.
    pub fn read(text: &'a str) -> Tree<'a> {
        let mut tree = Tree { nodes: Vec::new(), faults: Vec::new() };
        let mut section = Section::Game;
        for line in code_lines(text) {
            match line {
                Line::Blank => {}
                Line::OnlyHashes(span) => {
                    tree.faults.push(Fault {
                        text: &text[span.start..span.end],
                        span,
                        kind: FaultKind::OnlyHashes,
                    });
                }
                Line::Code(line) => {
                    section = Section::opened_by(line.text).unwrap_or(section);
                    tree.add(section, line);
                }
            }
        }
        tree
    }

    /// The game line.
    pub fn root(&self) -> Option<&Node<'a>> {
        self.nodes.first()
    }

    /// Is it a game, however faulty? It starts with a game line or has the title of a section.
    pub fn looks_like_game(&self) -> bool {
        let has_title = self.nodes.iter().any(|node| Section::opened_by(node.text).is_some());
        has_title || self.root().is_some_and(|root| GAME_CLASSES.contains(&root.content.head.text))
    }

    /// The children of a node, in file order.
    pub fn children(&self, node: &Node<'a>) -> impl Iterator<Item = &Node<'a>> {
        node.children.iter().map(|&id| &self.nodes[id])
    }

    /// The node of a line, counted from 1.
    pub fn at_line(&self, line: usize) -> Option<&Node<'a>> {
        self.nodes.binary_search_by_key(&line, |node| node.line).ok().map(|id| &self.nodes[id])
    }

    fn add(&mut self, section: Section, line: CodeLine<'a>) {
        let mut fault = |kind| self.faults.push(Fault { text: line.text, span: line.span, kind });
        let content = match Content::read(section, line.span.start, line.text) {
            Ok(content) => content,
            Err(reason) => return fault(FaultKind::Unreadable(reason)),
        };
        let mut parent = None;
        if let Some(root) = self.nodes.first() {
            if line.indent <= root.indent {
                return fault(FaultKind::NoParent);
            }
            let mut id = self.nodes.len() - 1;
            while self.nodes[id].indent >= line.indent {
                // The root is indented less than this line, so the climb ends there at the latest.
                id = self.nodes[id].parent.unwrap_or(0);
            }
            if let Some(&first) = self.nodes[id].children.first()
                && self.nodes[first].indent != line.indent
            {
                fault(FaultKind::UnevenSiblings(self.nodes[first].span));
            }
            let new = self.nodes.len();
            self.nodes[id].children.push(new);
            parent = Some(id);
        }
        self.nodes.push(Node {
            section,
            content,
            text: line.text,
            span: line.span,
            line: line.number,
            indent: line.indent,
            margin: line.margin,

            children: Vec::new(),
            parent,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let tree = Tree::read(text);
        let mut out = String::new();
        for node in &tree.nodes {
            let parent = node.parent.map_or("-", |p| tree.nodes[p].content.head.text);
            out += &format!("{}<{} ", node.content.head.text, parent);
        }
        out + &format!("{} faults", tree.faults.len())
    }

    #[test]
    fn a_line_belongs_to_the_last_line_that_is_indented_less() {
        assert_eq!(
            shape("g\n SpriteSet\n  a > A\n   b > B\n  c > C\n InteractionSet"),
            "g<- SpriteSet<g a<SpriteSet b<a c<SpriteSet InteractionSet<g 0 faults"
        );
    }

    #[test]
    fn eight_blanks_are_deeper_than_two_tabs() {
        assert_eq!(
            shape("g\n\tSpriteSet\n\t\ta > A\n        b > B"),
            "g<- SpriteSet<g a<SpriteSet b<a 0 faults"
        );
    }

    #[test]
    fn what_cannot_be_read_is_dropped_and_its_children_go_to_the_line_before() {
        assert_eq!(
            shape("g\n SpriteSet\n  a > A\n  b > B k=\n   c > C\nz"),
            "g<- SpriteSet<g a<SpriteSet c<a 2 faults"
        );
    }

    #[test]
    fn uneven_siblings_are_kept() {
        assert_eq!(
            shape("g\n SpriteSet\n   a > A\n  b > B"),
            "g<- SpriteSet<g a<SpriteSet b<SpriteSet 1 faults"
        );
    }
}
