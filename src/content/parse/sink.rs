//! The sink of the tree builder: a document that stops growing when a limit is exceeded.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;

use dom_query::{Document, NodeId};
use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName};

use super::{DEPTH_MAX, NODES_MAX, TooComplex, depth};

/// The nodes of every tree: the fragment, its `html` and the context element of the parser.
const OWN_NODES: usize = 3;

pub(super) struct LimitedSink {
    document: Document,
    /// The remaining bytes for attributes. The parser copies the attributes of unclosed formatting elements into
    /// each following block.
    attribute_bytes: Cell<usize>,
    /// Maps the content of a template, which has no parent, to the template.
    templates: RefCell<HashMap<NodeId, NodeId>>,
    error: Cell<Option<TooComplex>>,
}

impl LimitedSink {
    pub(super) fn new(html_bytes: usize) -> Self {
        Self {
            document: Document::fragment_sink(),
            attribute_bytes: Cell::new(2 * html_bytes + (1 << 16)),
            templates: RefCell::default(),
            error: Cell::new(None),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.error.get().is_some()
    }

    pub(super) fn into_document(self) -> Result<Document, TooComplex> {
        if let Some(error) = self.error.get() {
            return Err(error);
        }
        // Elements closed in the wrong order have been moved since their depth was checked.
        if depth(&self.document.html_root()) > DEPTH_MAX {
            return Err(TooComplex::Deep);
        }
        Ok(self.document)
    }

    fn check_nodes(&self) {
        if self.document.tree.len() > NODES_MAX + OWN_NODES {
            self.error.set(Some(TooComplex::Large));
        }
    }

    /// The element or fragment that a node is appended to.
    fn holder(&self, parent: NodeId) -> NodeId {
        let templates = self.templates.borrow();
        templates.get(&parent).copied().unwrap_or(parent)
    }

    fn check_depth(&self, parent: NodeId) {
        let mut depth = 1;
        let mut ancestor = self.holder(parent);
        while let Some(next) = self.document.tree.parent_of(&ancestor) {
            ancestor = self.holder(next.id);
            depth += 1;
        }
        // The fragment and its `html` contain everything.
        if depth - 1 > DEPTH_MAX {
            self.error.set(Some(TooComplex::Deep));
        }
    }
}

impl TreeSink for LimitedSink {
    type Handle = NodeId;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.document.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Self::ElemName<'a> {
        self.document.elem_name(target)
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> NodeId {
        let bytes: usize = attributes
            .iter()
            .map(|attribute| attribute.name.local.len() + attribute.value.len())
            .sum();
        match self.attribute_bytes.get().checked_sub(bytes) {
            Some(left) => self.attribute_bytes.set(left),
            None => self.error.set(Some(TooComplex::CopiedAttributes)),
        }
        let is_template = flags.template;
        let element = self.document.create_element(name, attributes, flags);
        if is_template {
            let content = self.document.get_template_contents(&element);
            self.templates.borrow_mut().insert(content, element);
        }
        self.check_nodes();
        element
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        let comment = self.document.create_comment(text);
        self.check_nodes();
        comment
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.document.create_pi(target, data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        if matches!(child, NodeOrText::AppendNode(_)) {
            self.check_depth(*parent);
        }
        self.document.append(parent, child);
        self.check_nodes();
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        self.document
            .append_based_on_parent_node(element, previous, child);
        self.check_nodes();
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.document.get_template_contents(target)
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.document.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        self.document.append_before_sibling(sibling, child);
        self.check_nodes();
    }

    /// Ignores the attributes of repeated `html` tags, which a fragment does not need.
    fn add_attrs_if_missing(&self, _: &NodeId, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &NodeId) {
        self.document.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, parent: &NodeId) {
        self.document.reparent_children(node, parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, element: &NodeId) -> bool {
        self.document.is_mathml_annotation_xml_integration_point(element)
    }
}
