//! Ten thousand random edits of a text by two people, who save, autosave and conflict: no word is lost.

use std::collections::BTreeSet;

use blog_app::domain::Role;
use serde_json::{Value, json};

use super::Writer;
use crate::support::Site;

const EDITS: usize = 10_000;
/// The words that a text has at most; beyond, its author removes some that are in a kept revision.
const LENGTH_MAX: usize = 120;
const SEED: u64 = 0x5eed_0011;

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

/// A browser with the text as its author has it on the screen.
struct Client<'site> {
    writer: Writer<'site>,
    words: Vec<String>,
    revision: u64,
    /// What was typed since the last save that succeeded.
    unsaved: Vec<String>,
}

impl Client<'_> {
    fn body(&self) -> Value {
        json!({"content": html(&self.words), "revision": self.revision, "baseRevision": self.revision, "status": "draft"})
    }

    /// Types a word somewhere.
    fn edit(&mut self, word: String, random: &mut Random) {
        let place = random.below(self.words.len() + 1);
        self.words.insert(place, word.clone());
        self.unsaved.push(word);
    }

    async fn reload(&mut self, id: &str) {
        let opened = self.writer.open(id).await;
        self.words = words(opened["content"].as_str().unwrap());
        self.revision = opened["revision"].as_u64().unwrap();
    }

    /// Saves, and after a conflict puts the own words back into the other text, as somebody would who sees both. Returns
    /// whether there was a conflict.
    async fn save(&mut self, id: &str) -> bool {
        let saved = self.writer.update(id, self.body()).await;
        let response: Value = saved.json();
        if saved.status_code() == 409 {
            // What was sent is kept, to the last word.
            let kept = self.writer.text_of(id, &response["conflict"]).await;
            assert_eq!(words(&kept), self.words);
            self.words = words(response["blog"]["content"].as_str().unwrap());
            self.revision = response["revision"].as_u64().unwrap();
            let missing = self.unsaved.iter().filter(|word| !self.words.contains(word));
            let missing: Vec<String> = missing.cloned().collect();
            self.words.extend(missing);
            return true;
        }
        assert_eq!(saved.status_code(), 200, "{response}");
        self.revision = response["blog"]["revision"].as_u64().unwrap();
        self.unsaved.clear();
        false
    }
}

fn html(words: &[String]) -> String {
    format!("<p>{}</p>", words.join(" "))
}

fn words(html: &str) -> Vec<String> {
    let text = html.trim_start_matches("<p>").trim_end_matches("</p>");
    text.split_whitespace().map(str::to_owned).collect()
}

#[tokio::test]
async fn ten_thousand_random_edits_of_two_people_lose_no_word() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let mut random = Random(SEED);
    let ann = Writer::new(&site, "ann", Role::Editor);
    let id = ann
        .create(json!({"content": "<p>start</p>", "status": "draft"}))
        .await;
    let client = |writer| Client {
        writer,
        words: vec!["start".to_owned()],
        revision: 1,
        unsaved: Vec::new(),
    };
    let mut clients = [client(ann), client(Writer::new(&site, "bo", Role::Editor))];
    let mut typed = BTreeSet::from(["start".to_owned()]);
    let (mut conflicts, mut restored) = (0, 0);
    for number in 0..EDITS {
        let client = &mut clients[random.below(2)];
        let word = format!("w{number}");
        typed.insert(word.clone());
        client.edit(word, &mut random);
        match random.below(120) {
            0..6 => conflicts += usize::from(client.save(&id).await),
            6 => {
                let key = id.clone();
                let mut body = client.body();
                body["revision"].take();
                client.writer.autosaved(&key, body).await;
            }
            // The browser crashes: what was autosaved comes back, what was typed after it is typed again.
            7 => {
                let key = id.clone();
                client.writer.autosaved(&key, client.body()).await;
                let path = format!("/api/admin/autosaves/{id}");
                let autosave = client.writer.get(&path).await["autosave"].clone();
                assert_eq!(words(autosave["content"].as_str().unwrap()), client.words);
                client.words = words(autosave["content"].as_str().unwrap());
                client.revision = autosave["baseRevision"].as_u64().unwrap();
                restored += 1;
            }
            // Opens the present text after a save.
            8 if client.unsaved.is_empty() => client.reload(&id).await,
            // Shortens a saved text, under a name that keeps what it was.
            9..12 if client.words.len() > LENGTH_MAX => {
                conflicts += usize::from(client.save(&id).await);
                while client.save(&id).await {
                    conflicts += 1;
                }
                let named = client
                    .writer
                    .rename(&id, client.revision, json!(format!("Before {number}")))
                    .await;
                named.assert_status_ok();
                client.words.truncate(10);
            }
            _ => {}
        }
    }
    for client in &mut clients {
        while client.save(&id).await {
            conflicts += 1;
        }
    }
    assert!(
        conflicts > 50 && restored > 20,
        "{conflicts} conflicts, {restored} restored"
    );

    let [ann, _] = &clients;
    let mut found: BTreeSet<String> = words(ann.writer.open(&id).await["content"].as_str().unwrap())
        .into_iter()
        .collect();
    for revision in ann.writer.revisions(&id).await {
        found.extend(words(&ann.writer.text_of(&id, &revision["number"]).await));
    }
    let lost: Vec<&String> = typed.difference(&found).collect();
    assert_eq!(lost, Vec::<&String>::new(), "seed {SEED:#x}");
    site.assert_counts_are_correct();
}
