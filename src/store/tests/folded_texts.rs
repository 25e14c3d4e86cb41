//! The folded texts in which administrators search follow the texts.

use super::super::comments::NewComment;
use super::super::{StoreError, Tx, authors, comments, posts, users};
use super::Fixture;
use crate::content;
use crate::domain::comment::CommentText;
use crate::domain::post::{Article, NewPost, Status, Title};
use crate::domain::search::SearchWords;
use crate::domain::user::{Bio, EmailAddress, Name, NewUser, Profile, SocialLinks};
use crate::domain::{AuthorId, Category, CommentId, Paging, PostId, Slug, SystemEntropy, Time, UserId};

fn now() -> Time {
    Time::from_milliseconds(1)
}

fn article(title: &str) -> Article {
    content::article(
        Title::parse(title).unwrap(),
        Category::parse("Other").unwrap(),
        Vec::new(),
        Status::Published,
        "<p>Text</p>".to_owned(),
        &content::ImageSizes::new(),
    )
}

fn insert_post(tx: &mut Tx<'_>, title: &str) -> Result<PostId, StoreError> {
    let id = PostId::new(now(), &SystemEntropy);
    let post = NewPost {
        id,
        slug: Slug::parse("post").unwrap(),
        article: article(title),
        cover: None,
        author: Some(authors::find_or_create_imported(
            tx,
            "Ada",
            AuthorId::new(now(), &SystemEntropy),
        )?),
        is_featured: false,
        created_at: now(),
        updated_at: now(),
    };
    posts::insert_all(tx, &[post])?;
    Ok(id)
}

fn insert_user(tx: &mut Tx<'_>, name: &str) -> Result<UserId, StoreError> {
    let id = UserId::new(now(), &SystemEntropy);
    let user = NewUser {
        id,
        name: Name::parse(name).unwrap(),
        username: Slug::parse("reader").unwrap(),
        email: EmailAddress::parse("o'neill@example.org").unwrap(),
        password_hash: String::new(),
        verified_at: Some(now()),
        onboarded: true,
        bio: String::new(),
        avatar: None,
        created_at: now(),
    };
    users::insert(tx, &user)?;
    Ok(id)
}

/// The numbers of posts, readers and comments that administrators find, in the lists and by their totals.
fn found(tx: &Tx<'_>, search: &str) -> Result<[u64; 3], StoreError> {
    let words = SearchWords::parse(search).unwrap();
    let paging = Paging::first(9);
    let filter = posts::ManagedFilter {
        words: words.clone(),
        ..posts::ManagedFilter::default()
    };
    let posts = posts::list_for_admin(tx, &filter, paging)?;
    let users = users::list_for_admin(tx, &words, None, paging)?;
    let filter = comments::QueueFilter {
        words: words.clone(),
        ..comments::QueueFilter::default()
    };
    let comments = comments::queue(tx, &filter, comments::queue_totals(tx)?, paging)?;
    let totals = [posts.total, users.total, comments.total];
    let lists = [posts.items.len(), users.items.len(), comments.items.len()];
    assert_eq!(totals, lists.map(|items| items as u64), "{search}");
    Ok(totals)
}

#[test]
fn administrators_find_texts_without_their_accents_and_capitals_after_each_change() {
    let fixture = Fixture::new();
    let result: Result<(), StoreError> = fixture.store.write_blocking(|tx| {
        let post = insert_post(tx, "Don’t at the Café")?;
        let user = insert_user(tx, "Zoë Ångström")?;
        let comment = CommentId::new(now(), &SystemEntropy);
        let text = CommentText::parse("«Très» bien").unwrap();
        comments::insert(tx, &NewComment::of_reader(comment, post, user, text, now()))?;
        for (search, expected) in [
            ("DONT cafe", [1, 0, 1]),
            ("zoë angstrom", [0, 1, 1]),
            ("tres BIEN", [0, 0, 1]),
            ("cafe zoe tres", [0, 0, 1]),
            ("o'neill@example reader", [0, 1, 0]),
            ("cafe nothing", [0, 0, 0]),
        ] {
            assert_eq!(found(tx, search)?, expected, "{search}");
        }

        assert!(posts::update(tx, post, &article("Über"), None, now())?);
        let profile = Profile {
            name: Name::parse("Éva").unwrap(),
            bio: Bio::default(),
            links: SocialLinks::default(),
        };
        users::set_profile(tx, user, &profile, now())?;
        for (search, expected) in [
            ("cafe", [0, 0, 0]),
            ("uber", [1, 0, 1]),
            ("zoe", [0, 0, 0]),
            ("eva", [0, 1, 1]),
        ] {
            assert_eq!(found(tx, search)?, expected, "{search}");
        }
        Ok(())
    });
    result.unwrap();
}
