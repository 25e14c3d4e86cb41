//! The tables that are copied, and their order.

use std::collections::HashSet;

use super::CopyError;
use crate::store::engine::tables::Table;

/// Returns the tables of both databases, each after those that it refers to.
pub(super) fn common_tables(source: Vec<Table>, target: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let [source, target] = [source, target].map(|mut tables| {
        tables.retain(Table::is_copied);
        tables.sort_by(|left, right| left.name.cmp(&right.name));
        tables
    });
    let shape = |table: &Table| (table.name.clone(), table.columns.clone(), table.key.clone());
    if let Some(table) = source.iter().chain(&target).find(|table| {
        let is_same = |other: &&Table| shape(other) == shape(table);
        !(source.iter().any(|other| is_same(&other)) && target.iter().any(|other| is_same(&other)))
    }) {
        return Err(CopyError::OtherTable(table.name.clone()));
    }
    in_order_of_references(target)
}

fn in_order_of_references(mut tables: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let mut ordered: Vec<Table> = Vec::new();
    let mut names = HashSet::new();
    while !tables.is_empty() {
        let is_next = |table: &mut Table| {
            let mut references = table.references.iter();
            references.all(|name| *name == table.name || names.contains(name))
        };
        let next: Vec<Table> = tables.extract_if(.., is_next).collect();
        if next.is_empty() {
            // Tables that refer to each other; there are none.
            return Err(CopyError::OtherTable(tables.swap_remove(0).name));
        }
        names.extend(next.iter().map(|table| table.name.clone()));
        ordered.extend(next);
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, references: &[&str]) -> Table {
        Table {
            name: name.to_owned(),
            columns: vec!["id".to_owned()],
            key: vec!["id".to_owned()],
            references: references.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    #[test]
    fn orders_tables_after_those_that_they_refer_to() {
        let tables = vec![
            table("comments", &["posts", "users"]),
            table("media", &["media"]),
            table("posts", &["media"]),
            table("users", &[]),
            table("commits", &[]),
        ];
        let ordered = common_tables(tables.clone(), tables).unwrap();
        let names: Vec<_> = ordered.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["media", "users", "posts", "comments"]);
    }

    #[test]
    fn rejects_databases_with_different_tables() {
        let one = || vec![table("posts", &[])];
        let mut other_columns = one();
        other_columns[0].columns.push("title".to_owned());
        for (source, target) in [(one(), Vec::new()), (Vec::new(), one()), (other_columns, one())] {
            let error = common_tables(source, target).unwrap_err();
            assert!(matches!(error, CopyError::OtherTable(name) if name == "posts"));
        }
        let cycle = vec![table("a", &["b"]), table("b", &["a"])];
        assert!(common_tables(cycle.clone(), cycle).is_err());
    }
}
