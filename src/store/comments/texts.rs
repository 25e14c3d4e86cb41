//! The texts of comments as HTML, with links to the people who are mentioned.

use std::collections::{BTreeSet, HashMap};

use crate::content::comment;
use crate::domain::comment::{Comment, CommentState};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

/// Sets the HTML of the given comments. One query finds all readers and authors whom they mention.
pub(super) fn render<'comments>(
    tx: &Tx<'_>,
    comments: impl IntoIterator<Item = &'comments mut Comment>,
) -> Result<(), StoreError> {
    let mut comments: Vec<&mut Comment> = comments
        .into_iter()
        .filter(|comment| comment.state != CommentState::Deleted)
        .collect();
    let names: BTreeSet<String> = comments
        .iter()
        .flat_map(|comment| comment::mentioned_names(&comment.content))
        .collect();
    let links = mentioned(tx, &names)?;
    for comment in &mut comments {
        comment.html = comment::render(&comment.content, &links);
    }
    Ok(())
}

/// The readers' names are stored in lower case, and those of the staff as they are written.
pub(in crate::store) const MENTIONED: &str = concat!(
    "select username, '/profile/' || id as path from users
     where username in ",
    each_text!("?1"),
    " and verified_at is not null and is_banned = 0
     union all
     select admin.username, coalesce('/author/' || author.slug, '/treasure?author=' || author.id)
     from admins admin join authors author on author.admin_id = admin.id
     where admin.username in ",
    each_text!("?1")
);

/// Returns the paths of the pages of the people with these names, by name.
fn mentioned(tx: &Tx<'_>, names: &BTreeSet<String>) -> Result<HashMap<String, String>, StoreError> {
    if names.is_empty() {
        return Ok(HashMap::new());
    }
    let lower_case = names.iter().map(|name| name.to_lowercase());
    let asked: BTreeSet<String> = names.iter().cloned().chain(lower_case).collect();
    let asked: Vec<String> = asked.into_iter().collect();
    let found = tx.query_all(MENTIONED, params![strings(&asked)], |row| {
        Ok((row.get("username")?, row.get("path")?))
    })?;
    Ok(found.into_iter().collect())
}
