//! The module graph of a crate, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// The segments of a module's path below the crate: `["http", "api"]`.
pub type ModulePath = Vec<String>;

/// The modules of a crate with what each imports. Test modules are left out.
pub struct Modules(BTreeMap<ModulePath, Module>);

/// A source file.
#[derive(Default)]
struct Module {
    /// The paths that the file's code names, from the root of the crate.
    uses: BTreeSet<Vec<String>>,
    /// The names that the file re-exports, with the paths they stand for.
    reexports: BTreeMap<String, Vec<String>>,
    /// The files below it that are compiled for tests alone.
    test_modules: Vec<ModulePath>,
}

impl Modules {
    /// Reads all sources of a folder, whose root module is `lib.rs` or `main.rs`.
    pub fn read(folder: &Path) -> Self {
        let sources = files(folder).into_iter().map(|file| {
            let module = module_path(file.strip_prefix(folder).unwrap());
            (module, fs::read_to_string(&file).unwrap())
        });
        Self::parse(sources)
    }

    /// Parses sources, each with the path of its module.
    pub fn parse(sources: impl IntoIterator<Item = (ModulePath, String)>) -> Self {
        let parsed = sources.into_iter().map(|(path, source)| {
            let mut reader = Reader {
                path: path.clone(),
                module: Module::default(),
            };
            reader.visit_file(&syn::parse_file(&source).unwrap());
            let module = reader.module;
            (path, module)
        });
        let mut modules: BTreeMap<_, _> = parsed.collect();
        let test_modules: Vec<_> = modules
            .values()
            .flat_map(|module| module.test_modules.clone())
            .collect();
        modules.retain(|path, _| !test_modules.iter().any(|test| path.starts_with(test)));
        Self(modules)
    }

    /// Returns the imports between modules: who imports, and the module that defines what is imported.
    pub fn imports(&self) -> BTreeSet<(ModulePath, ModulePath)> {
        let mut imports = BTreeSet::new();
        for (importer, module) in &self.0 {
            for used in &module.uses {
                let defining = self.defining_module(used.clone());
                if let Some(defining) = defining.filter(|defining| defining != importer) {
                    imports.insert((importer.clone(), defining));
                }
            }
        }
        imports
    }

    /// Returns the modules of each cycle of imports. A module may use what its parent defines, and `shared`, a module
    /// that all others may use whatever it imports itself, closes no cycle.
    pub fn cycles(&self, shared: &[&str]) -> Vec<Vec<ModulePath>> {
        let mut imports = self.imports();
        imports.retain(|(importer, imported)| !importer.starts_with(imported) && imported != shared);
        let reachable: BTreeMap<_, _> = self
            .0
            .keys()
            .map(|from| (from, reachable(from, &imports)))
            .collect();
        let mut cycles: Vec<Vec<ModulePath>> = Vec::new();
        for module in self.0.keys().filter(|module| reachable[module].contains(*module)) {
            let same =
                |other: &&ModulePath| reachable[module].contains(*other) && reachable[other].contains(module);
            let cycle: Vec<_> = self.0.keys().filter(same).cloned().collect();
            if !cycles.contains(&cycle) {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// Follows re-exports to the module that defines the last name of a path. Returns `None` for paths of other crates.
    fn defining_module(&self, mut path: Vec<String>) -> Option<ModulePath> {
        // Bounded, since two modules may re-export each other.
        for _ in 0..16 {
            let length = (0..=path.len())
                .rev()
                .find(|length| self.0.contains_key(&path[..*length]))?;
            let (module, rest) = path.split_at(length);
            let target = rest.first().and_then(|name| self.0[module].reexports.get(name));
            let Some(target) = target else {
                return (length > 0).then(|| module.to_vec());
            };
            path = target.iter().chain(&rest[1..]).cloned().collect();
        }
        None
    }
}

fn reachable(from: &ModulePath, imports: &BTreeSet<(ModulePath, ModulePath)>) -> BTreeSet<ModulePath> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.clone()];
    while let Some(module) = open.pop() {
        let next = imports.iter().filter(|(importer, _)| *importer == module);
        for (_, imported) in next {
            if reached.insert(imported.clone()) {
                open.push(imported.clone());
            }
        }
    }
    reached
}

struct Reader {
    /// The module that is read: the file's, or an inline module of it.
    path: ModulePath,
    module: Module,
}

impl Reader {
    /// Returns a path from the root of the crate; `None` for paths of other crates and local names.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let rest = |start: usize| path[start..].to_vec();
        match path.first()?.as_str() {
            "crate" => Some(rest(1)),
            "self" => Some([self.path.clone(), rest(1)].concat()),
            "super" => {
                let supers = path.iter().take_while(|segment| *segment == "super").count();
                let parent = self.path[..self.path.len().checked_sub(supers)?].to_vec();
                Some([parent, rest(supers)].concat())
            }
            _ => None,
        }
    }

    fn add(&mut self, path: &[String]) {
        self.module.uses.extend(self.absolute(path));
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(module) if is_test(&module.attrs) => {
                let path = [self.path.clone(), vec![module.ident.to_string()]].concat();
                self.module.test_modules.push(path);
            }
            _ if is_test(attributes(item)) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.path.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.path.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut leaves = Vec::new();
        collect(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            // Paths that begin with a child module have no keyword.
            let child = [vec!["self".to_owned()], path.clone()].concat();
            let absolute = self.absolute(&path).or_else(|| self.absolute(&child));
            if matches!(item.vis, Visibility::Inherited) {
                self.module.uses.extend(absolute);
            } else {
                self.module.reexports.extend(Some(name).zip(absolute));
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }
}

/// Collects the leaves of a `use` tree: the whole path, and the name it gets.
fn collect(tree: &UseTree, prefix: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    let leaf = |prefix: &[String], name: &str| match name {
        "self" => prefix.to_vec(),
        _ => [prefix, &[name.to_owned()]].concat(),
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            collect(&path.tree, prefix, leaves);
            prefix.pop();
        }
        UseTree::Name(name) => {
            let path = leaf(prefix, &name.ident.to_string());
            let name = path.last().cloned().unwrap_or_default();
            leaves.push((path, name));
        }
        UseTree::Rename(rename) => {
            leaves.push((leaf(prefix, &rename.ident.to_string()), rename.rename.to_string()));
        }
        UseTree::Glob(_) => leaves.push((prefix.clone(), "*".to_owned())),
        UseTree::Group(group) => {
            for tree in &group.items {
                collect(tree, prefix, leaves);
            }
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let test = |list: &syn::MetaList| list.tokens.to_string() == "test";
        attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(test)
    })
}

/// Returns the path of a file's module: `http/api/mod.rs` is `http::api`.
fn module_path(file: &Path) -> ModulePath {
    let path = file.with_extension("");
    let segments = path.iter().map(|segment| segment.to_string_lossy().into_owned());
    let mut segments: ModulePath = segments.collect();
    if matches!(segments.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        segments.pop();
    }
    segments
}

/// Returns the Rust files of a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
