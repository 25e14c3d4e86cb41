//! Changes of tags by editors, which may concern very many posts: each statement changes all of them.

use crate::domain::collection::CollectionDescription;
use crate::domain::post::Cover;
use crate::domain::search::fold_collapsed;
use crate::domain::tag::{self, Tag, TagName};
use crate::domain::{CollectionKind, Slug};
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params, strings};
use crate::store::{Tx, former_slugs};

/// Sets what a tag is about.
pub fn set_description(
    tx: &mut Tx<'_>,
    tag: &Tag,
    description: &CollectionDescription,
) -> Result<(), StoreError> {
    tx.execute(
        "update tags set description = ?2 where key = ?1",
        params![tag.key, description],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Sets or removes the picture of a tag.
pub fn set_cover(tx: &mut Tx<'_>, tag: &Tag, cover: Option<&Cover>) -> Result<(), StoreError> {
    let (url, hash) = cover.map_or((None, None), Cover::parts);
    tx.execute(
        "update tags set cover_url = ?2, cover_media = ?3 where key = ?1",
        params![tag.key, url, hash],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Gives a tag a slug that no other one has or had. The one that it had still leads to it.
pub fn set_slug(tx: &mut Tx<'_>, tag: &Tag, slug: &Slug) -> Result<(), StoreError> {
    former_slugs::replace(tx, CollectionKind::Tag, &tag.key, &tag.slug, slug)?;
    tx.execute("update tags set slug = ?2 where key = ?1", params![tag.key, slug])?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Gives a tag another name, which is compared as no other tag, and returns the number of posts that say it differently
/// now. The times of their last changes remain. Those who follow the tag still do.
pub fn rename(tx: &mut Tx<'_>, tag: &Tag, name: &TagName) -> Result<usize, StoreError> {
    let key = tag::key(name.as_str());
    let posts = rewrite_posts(tx, tag, name.as_str())?;
    tx.execute(
        "update tags set key = ?2, name = ?3, name_folded = ?4 where key = ?1",
        params![tag.key, key, name, fold_collapsed(name.as_str())],
    )?;
    if key != tag.key {
        tx.execute(
            "update post_tags set tag = ?2 where tag = ?1",
            params![tag.key, key],
        )?;
        hand_over_followers(tx, &tag.key, &key)?;
        former_slugs::hand_over(tx, CollectionKind::Tag, &tag.key, &key)?;
    }
    tx.changed(Change::Collections);
    Ok(posts)
}

/// Gives the posts of a tag another tag in its place, and returns the number of posts that have changed. The tag is gone
/// then; its addresses lead to the other one, which gets its followers.
pub fn merge(tx: &mut Tx<'_>, tag: &Tag, into: &Tag) -> Result<usize, StoreError> {
    let posts = rewrite_posts(tx, tag, &into.name)?;
    tx.execute(
        "insert into post_tags (tag, post_seq) select ?2, post_seq from post_tags where tag = ?1
         on conflict do nothing",
        params![tag.key, into.key],
    )?;
    tx.execute("delete from post_tags where tag = ?1", params![tag.key])?;
    hand_over_followers(tx, &tag.key, &into.key)?;
    former_slugs::hand_over(tx, CollectionKind::Tag, &tag.key, &into.key)?;
    former_slugs::keep(tx, CollectionKind::Tag, &into.key, &tag.slug)?;
    tx.execute("delete from tags where key = ?1", params![tag.key])?;
    tx.execute(
        "update tags
         set post_count = (select count(*) from post_tags t join posts p on p.seq = t.post_seq
                           where t.tag = tags.key and p.status = 'published')
         where key = ?1",
        params![into.key],
    )?;
    tx.changed(Change::Collections);
    Ok(posts)
}

pub(in crate::store) const OF_TAG: &str =
    "select p.seq, p.tags from post_tags t join posts p on p.seq = t.post_seq where t.tag = ?1";

/// Sets the tags of posts. Each item of the list is the row number of a post, a space, and its tags.
pub(in crate::store) const REWRITE: &str = "
    update posts set tags = substr(changed.value, instr(changed.value, ' ') + 1)
    from (select value from json_each(?1)) as changed
    where posts.seq = cast(substr(changed.value, 1, instr(changed.value, ' ') - 1) as bigint)";

/// Writes `name` in the place of a tag in all posts that have it, and returns the number of those that say something else
/// then. Rows of `post_tags` remain.
fn rewrite_posts(tx: &mut Tx<'_>, tag: &Tag, name: &str) -> Result<usize, StoreError> {
    let mut changed: Vec<String> = Vec::new();
    tx.query_while(OF_TAG, params![tag.key], |row| {
        let (seq, tags): (i64, Vec<String>) = (row.get("seq")?, row.get_json("tags")?);
        let renamed = tag::renamed(&tags, &tag.key, name);
        if renamed != tags {
            changed.push(format!("{seq} {}", strings(&renamed)));
        }
        Ok(true)
    })?;
    if changed.is_empty() {
        return Ok(0);
    }
    tx.execute(REWRITE, params![strings(&changed)])
}

/// Makes those who follow a tag follow another one.
fn hand_over_followers(tx: &mut Tx<'_>, from: &str, to: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into follows (user_id, kind, target, at)
         select user_id, kind, ?2, at from follows where kind = 'tag' and target = ?1
         on conflict do nothing",
        params![from, to],
    )?;
    tx.execute(
        "delete from follows where kind = 'tag' and target = ?1",
        params![from],
    )?;
    Ok(())
}
