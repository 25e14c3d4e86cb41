//! Random writes of several people, compared after each with a simple model of the discussion.

use std::collections::BTreeSet;

use blog_app::domain::comment::CommentState;
use serde_json::{Value, json};

use super::{Discussion, id_of};
use crate::support::database;

const SEED: u64 = 0x5eed_0020;
/// The number of writes. On a server each of them takes longer.
const fn steps(is_postgres: bool) -> usize {
    if is_postgres { 200 } else { 600 }
}

/// A pseudo-random sequence (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end).unwrap()).unwrap()
    }
}

/// The people who write: two readers, and a member of the staff.
const PEOPLE: usize = 3;
const STAFF: usize = 2;

/// A comment that was written.
struct Node {
    id: String,
    /// The index of the comment that it replies to.
    parent: Option<usize>,
    depth: usize,
    author: usize,
    text: String,
    state: CommentState,
    /// Whether its row is there: it goes once it is erased and nothing is below it.
    is_stored: bool,
    likes: BTreeSet<usize>,
}

#[derive(Default)]
struct Model(Vec<Node>);

impl Model {
    fn stored(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&node| self.0[node].is_stored)
    }

    fn is_visible(&self, node: usize) -> bool {
        self.0[node].is_stored && self.0[node].state == CommentState::Visible
    }

    fn children(&self, node: Option<usize>) -> Vec<usize> {
        self.stored()
            .filter(|&child| self.0[child].parent == node)
            .collect()
    }

    /// The comments below another in the order of the thread, shown or not.
    fn below(&self, node: usize) -> Vec<usize> {
        let children = self.children(Some(node)).into_iter();
        children
            .flat_map(|child| [vec![child], self.below(child)].concat())
            .collect()
    }

    fn replies(&self, node: usize) -> usize {
        let below = self.below(node);
        below.into_iter().filter(|&below| self.is_visible(below)).count()
    }

    fn is_shown(&self, node: usize) -> bool {
        self.is_visible(node) || self.replies(node) > 0
    }

    fn root(&self, node: usize) -> usize {
        self.0[node].parent.map_or(node, |parent| self.root(parent))
    }

    fn add(&mut self, id: String, parent: Option<usize>, author: usize, text: String) {
        let parent = match parent {
            Some(parent) if self.0[parent].depth == 20 => self.0[parent].parent,
            parent => parent,
        };
        self.0.push(Node {
            id,
            parent,
            depth: parent.map_or(0, |parent| self.0[parent].depth + 1),
            author,
            text,
            state: CommentState::Visible,
            is_stored: true,
            likes: BTreeSet::new(),
        });
    }

    /// Erases a comment, and what is above it if nothing remains below.
    fn erase(&mut self, node: usize) {
        self.0[node].state = CommentState::Deleted;
        self.0[node].likes.clear();
        let mut next = Some(node);
        while let Some(node) = next
            && self.0[node].state == CommentState::Deleted
            && self.children(Some(node)).is_empty()
        {
            self.0[node].is_stored = false;
            next = self.0[node].parent;
        }
    }

    /// The comment as the lists show it: id, state, text, likes, replies, depth and parent.
    fn shown(&self, node: usize) -> Value {
        let Node {
            id,
            parent,
            depth,
            text,
            state,
            likes,
            ..
        } = &self.0[node];
        let is_visible = *state == CommentState::Visible;
        json!([
            id,
            state.name(),
            if is_visible { text } else { "" },
            if is_visible { likes.len() } else { 0 },
            self.replies(node),
            depth,
            parent.map(|parent| &self.0[parent].id),
        ])
    }
}

/// The same of a comment in an answer.
fn listed(comment: &Value) -> Value {
    let fields = [
        "_id",
        "state",
        "content",
        "likeCount",
        "replyCount",
        "depth",
        "parentId",
    ];
    fields.iter().map(|field| comment[field].clone()).collect()
}

fn all_listed(comments: &Value) -> Vec<Value> {
    comments.as_array().unwrap().iter().map(listed).collect()
}

struct Play {
    site: Discussion,
    model: Model,
    random: Random,
}

impl Play {
    fn token(&self, person: usize) -> String {
        match person {
            0 => self.site.ada.token.clone(),
            1 => self.site.bo.token.clone(),
            _ => self.site.root.token.clone(),
        }
    }

    /// One of all comments that were ever written.
    fn any(&mut self) -> Option<usize> {
        let count = self.model.0.len();
        // Later ones more often, so that threads get deep.
        (count > 0).then(|| self.random.below(count).max(self.random.below(count)))
    }

    /// A comment that can be answered, as most people choose.
    fn any_visible(&mut self) -> Option<usize> {
        let visible: Vec<usize> = self
            .model
            .stored()
            .filter(|&node| self.model.is_visible(node))
            .collect();
        (!visible.is_empty()).then(|| {
            let (one, other) = (self.random.below(visible.len()), self.random.below(visible.len()));
            visible[one.max(other)]
        })
    }

    async fn write(&mut self, number: usize, parent: Option<usize>) -> String {
        let author = self.random.below(PEOPLE);
        let (token, text) = (self.token(author), format!("Text {number}"));
        let parent_id = parent.map(|parent| self.model.0[parent].id.clone());
        self.site.site.clock.advance_seconds(1);
        let path = if author == STAFF {
            "/admin/blogs/post-1/comments"
        } else {
            "/blogs/post-1/comments"
        };
        let body = json!({"content": text, "parentId": parent_id});
        let response = self.site.send(axum::http::Method::POST, path, &token, body).await;
        let is_possible = parent.is_none_or(|parent| self.model.is_visible(parent));
        let expected = if is_possible { 201 } else { 400 };
        assert_eq!(response.status_code(), expected, "{}", response.text());
        if is_possible {
            let comment = response.json::<Value>()["comment"].clone();
            self.model.add(id_of(&comment), parent, author, text);
            let node = self.model.0.len() - 1;
            assert_eq!(listed(&comment), self.model.shown(node));
        }
        format!("person {author} writes below {parent_id:?}")
    }

    async fn edit(&mut self, number: usize, node: usize) -> String {
        let (author, text) = (self.random.below(PEOPLE), format!("Edit {number}"));
        let id = self.model.0[node].id.clone();
        let path = if author == STAFF {
            format!("/admin/comments/{id}")
        } else {
            format!("/blogs/comments/{id}")
        };
        let body = json!({"content": text});
        let method = axum::http::Method::PATCH;
        let response = self.site.send(method, &path, &self.token(author), body).await;
        let is_own = self.model.0[node].author == author;
        let expected = match self.model.0[node].state {
            CommentState::Visible | CommentState::Held if is_own => 200,
            CommentState::Visible => 403,
            _ => 404,
        };
        assert_eq!(response.status_code(), expected, "{}", response.text());
        if expected == 200 {
            self.model.0[node].text = text;
        }
        format!("person {author} edits {id}")
    }

    async fn delete(&mut self, node: usize) -> String {
        let author = self.random.below(PEOPLE);
        let id = self.model.0[node].id.clone();
        let is_own = self.model.0[node].author == author;
        let state = self.model.0[node].state;
        let is_there = matches!(state, CommentState::Visible | CommentState::Held);
        let token = self.token(author);
        let response = if author == STAFF {
            self.site.remove(&token, &id).await
        } else {
            self.site.delete(&token, &id).await
        };
        let expected = match state {
            _ if is_there && (is_own || author == STAFF) => 200,
            CommentState::Visible => 403,
            _ => 404,
        };
        assert_eq!(response.status_code(), expected, "{}", response.text());
        if expected == 200 && is_own {
            self.model.erase(node);
        } else if expected == 200 {
            self.model.0[node].state = CommentState::Removed;
        }
        format!("person {author} deletes {id}")
    }

    async fn like(&mut self, node: usize) -> String {
        let reader = self.random.below(STAFF);
        let id = self.model.0[node].id.clone();
        let response = self.site.like(&self.token(reader), &id).await;
        let is_possible = self.model.is_visible(node);
        assert_eq!(response.status_code(), if is_possible { 200 } else { 404 });
        let likes = &mut self.model.0[node].likes;
        if is_possible && !likes.remove(&reader) {
            likes.insert(reader);
        }
        format!("reader {reader} likes {id}")
    }

    /// Holds a visible comment, or approves one that is held or removed.
    fn moderate(&mut self, node: usize) -> String {
        let Node { id, state, .. } = &self.model.0[node];
        let (id, new) = match state {
            CommentState::Visible => (id.clone(), CommentState::Held),
            CommentState::Held | CommentState::Removed => (id.clone(), CommentState::Visible),
            CommentState::Deleted => return "nothing".to_owned(),
        };
        self.site.set_state(&id, new);
        self.model.0[node].state = new;
        format!("{id} becomes {}", new.name())
    }

    /// Compares every list with the model; of the threads, the one of `node` to its end.
    async fn compare(&self, node: Option<usize>) {
        let (site, model) = (&self.site, &self.model);
        let mut visible: Vec<usize> = model.stored().filter(|&node| model.is_visible(node)).collect();
        visible.reverse();
        let expected: Vec<Value> = visible.iter().map(|&node| model.shown(node)).collect();
        let mut flat = Vec::new();
        for page in 1..=visible.len() / 100 + 1 {
            let body = site
                .get(&format!("/blogs/post-1/comments?limit=100&page={page}"))
                .await;
            assert_eq!(body["total"], visible.len());
            flat.extend(all_listed(&body["comments"]));
        }
        assert_eq!(flat, expected);
        let blog = site.get("/blogs/post-1").await["blog"].clone();
        assert_eq!(blog["stats"]["commentCount"], visible.len());
        assert_eq!(all_listed(&blog["comments"]), expected[..expected.len().min(50)]);

        let shown_below = |root: usize| -> Vec<Value> {
            let below = model.below(root).into_iter();
            below
                .filter(|&node| model.is_shown(node))
                .map(|node| model.shown(node))
                .collect()
        };
        let roots: Vec<usize> = model.children(None).into_iter().collect();
        let roots: Vec<usize> = roots.into_iter().filter(|&root| model.is_shown(root)).collect();
        let threads = site.threads("&sort=oldest&limit=100").await;
        assert_eq!(threads["total"], roots.len());
        for (thread, root) in threads["comments"].as_array().unwrap().iter().zip(&roots) {
            assert_eq!(listed(thread), model.shown(*root));
            let below = shown_below(*root);
            assert_eq!(
                all_listed(&thread["replies"]),
                below[..below.len().min(3)],
                "{thread}"
            );
        }
        if let Some(root) = node.map(|node| model.root(node))
            && model.0[root].is_stored
            && model.is_shown(root)
        {
            let below: Vec<Value> = site
                .below(&model.0[root].id, 7)
                .await
                .iter()
                .map(listed)
                .collect();
            assert_eq!(below, shown_below(root));
        }
        let rows = database::query(site.site.folder(), "select count(*) from comments");
        assert_eq!(rows, [model.stored().count().to_string()]);
        site.site.assert_counts_are_correct();
    }
}

#[tokio::test]
async fn any_sequence_of_writes_leaves_what_a_simple_model_says() {
    let mut play = Play {
        site: Discussion::new(),
        model: Model::default(),
        random: Random(SEED),
    };
    println!("seed {SEED:#x}");
    let mut visible_at_most = 0;
    for number in 0..steps(database::is_postgres()) {
        let node = play.any();
        let what = match (play.random.below(20), node) {
            (0..2, _) | (_, None) => play.write(number, None).await,
            (2..9, _) => {
                let parent = play.any_visible();
                play.write(number, parent).await
            }
            (9, parent) => play.write(number, parent).await,
            (10..12, Some(node)) => play.edit(number, node).await,
            (12..16, Some(node)) => play.delete(node).await,
            (16..18, Some(node)) => play.like(node).await,
            (_, Some(node)) => play.moderate(node),
        };
        println!("{number}: {what}");
        play.compare(node).await;
        let visible = play.model.stored().filter(|&node| play.model.is_visible(node));
        visible_at_most = visible_at_most.max(visible.count());
    }
    let gone = play.model.0.iter().filter(|node| !node.is_stored).count();
    let deepest = play.model.0.iter().map(|node| node.depth).max().unwrap();
    println!("at most {visible_at_most} visible, {gone} rows gone, depth {deepest}");
    assert!(visible_at_most > 10 && gone > 2 && deepest > 3);
}
