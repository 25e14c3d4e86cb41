//! What the pages say to search engines: in the vocabulary of schema.org, and about pages that exist.

use serde_json::{Map, Value, json};

use super::{ORIGIN, Staffed};

/// A property, and the types of its values: alternatives if there are several. A text is `Text`, a number `Number`.
type Property = (&'static str, &'static [&'static str]);

/// The properties that each type has by schema.org, of those that the site uses.
const VOCABULARY: [(&str, &[Property]); 14] = [
    ("Thing", &[]),
    (
        "CollectionPage",
        &[
            ("name", &["Text"]),
            ("description", &["Text"]),
            ("url", &["Text"]),
            ("isPartOf", &["WebSite"]),
            ("mainEntity", &["ItemList"]),
        ],
    ),
    (
        "ProfilePage",
        &[
            ("name", &["Text"]),
            ("url", &["Text"]),
            ("isPartOf", &["WebSite"]),
            ("mainEntity", &["Person"]),
        ],
    ),
    ("WebSite", &[("name", &["Text"]), ("url", &["Text"])]),
    (
        "Person",
        &[
            ("name", &["Text"]),
            ("url", &["Text"]),
            ("image", &["Text"]),
            ("description", &["Text"]),
            ("sameAs", &["Text"]),
        ],
    ),
    (
        "ItemList",
        &[("numberOfItems", &["Number"]), ("itemListElement", &["ListItem"])],
    ),
    ("BreadcrumbList", &[("itemListElement", &["ListItem"])]),
    (
        "ListItem",
        &[
            ("position", &["Number"]),
            ("name", &["Text"]),
            ("url", &["Text"]),
            ("item", &["Text"]),
        ],
    ),
    (
        "BlogPosting",
        &[
            ("headline", &["Text"]),
            ("description", &["Text"]),
            ("image", &["Text"]),
            ("datePublished", &["Text"]),
            ("dateModified", &["Text"]),
            ("author", &["Person"]),
            ("publisher", &["Organization"]),
            ("articleSection", &["Text"]),
            ("keywords", &["Text"]),
            ("mainEntityOfPage", &["Text"]),
            ("isPartOf", &["Blog", "CreativeWorkSeries"]),
            ("position", &["Number"]),
            ("interactionStatistic", &["InteractionCounter"]),
        ],
    ),
    ("Organization", &[("name", &["Text"])]),
    ("Blog", &[("name", &["Text"]), ("url", &["Text"])]),
    ("CreativeWorkSeries", &[("name", &["Text"]), ("url", &["Text"])]),
    (
        "InteractionCounter",
        &[
            ("interactionType", &["Text"]),
            ("userInteractionCount", &["Number"]),
        ],
    ),
    ("Text", &[]),
];

/// Asserts that a value has one of these types, and its properties theirs.
fn assert_of_type(value: &Value, types: &[&str], place: &str) {
    match value {
        Value::Array(values) => {
            assert!(!values.is_empty(), "{place}");
            for value in values {
                assert_of_type(value, types, place);
            }
        }
        Value::String(text) => {
            assert!(types.contains(&"Text") && !text.is_empty(), "{place}: {text}");
        }
        Value::Number(_) => assert!(types.contains(&"Number"), "{place}"),
        Value::Object(thing) => assert_thing(thing, types, place),
        Value::Null | Value::Bool(_) => assert!(types.is_empty(), "{place}: {value}"),
    }
}

fn assert_thing(thing: &Map<String, Value>, types: &[&str], place: &str) {
    let name = thing["@type"].as_str().unwrap();
    assert!(types.contains(&name), "{place}: {name}");
    let (_, properties) = VOCABULARY.iter().find(|(known, _)| *known == name).unwrap();
    for (property, value) in thing.iter().filter(|(property, _)| !property.starts_with('@')) {
        let place = format!("{place} > {name}.{property}");
        let known = properties.iter().find(|(known, _)| known == property);
        assert!(known.is_some(), "schema.org does not know {place}");
        let (_, types) = known.unwrap();
        assert_of_type(value, types, &place);
    }
}

/// A site with a tag, an author and a series.
async fn site() -> Staffed {
    let site = Staffed::new();
    let one = site.publish("one", &["tea"]).await;
    let two = site.publish("two", &["tea"]).await;
    site.series("On order", &[&two, &one]).await;
    let profile = json!({"bio": "Writes.", "socialLinks": {"github": "https://github.com/ada"}});
    site.call("PUT /admin/settings/author", &site.author.token, profile)
        .await;
    site
}

#[tokio::test]
async fn every_type_and_property_is_known_to_schema_org() {
    let site = site().await;
    for (path, expected) in [
        ("/tag/tea", &["CollectionPage", "BreadcrumbList"][..]),
        ("/author/ada", &["ProfilePage", "BreadcrumbList"]),
        ("/author/bo", &["ProfilePage"]),
        ("/series/on-order", &["CollectionPage", "BreadcrumbList"]),
        ("/blog/one", &["BlogPosting", "BreadcrumbList"]),
    ] {
        let facts = site.page(path).await.json_ld();
        let types: Vec<&str> = facts.iter().map(|fact| fact["@type"].as_str().unwrap()).collect();
        assert_eq!(types, expected, "{path}");
        for fact in facts {
            assert_eq!(fact["@context"], "https://schema.org");
            assert_of_type(&fact, expected, path);
        }
    }
}

#[tokio::test]
async fn names_the_posts_of_a_tag_and_of_a_series_in_their_order() {
    let site = site().await;
    for (path, posts) in [("/tag/tea", ["two", "one"]), ("/series/on-order", ["two", "one"])] {
        let list = site.page(path).await.json_ld()[0]["mainEntity"].clone();
        assert_eq!(list["numberOfItems"], 2);
        let items = list["itemListElement"].as_array().unwrap();
        let shown: Vec<Value> = items
            .iter()
            .map(|item| json!([item["position"], item["name"], item["url"]]))
            .collect();
        let expected: Vec<Value> = (1..)
            .zip(posts)
            .map(|(position, slug)| json!([position, slug, format!("{ORIGIN}/blog/{slug}")]))
            .collect();
        assert_eq!(shown, expected, "{path}");
    }
}

#[tokio::test]
async fn describes_the_author_and_leads_from_the_article_to_them() {
    let site = site().await;
    let person = site.page("/author/ada").await.json_ld()[0]["mainEntity"].clone();
    let page = format!("{ORIGIN}/author/ada");
    assert_eq!((&person["name"], &person["url"]), (&json!("ada"), &json!(page)));
    assert_eq!(
        (&person["description"], &person["sameAs"]),
        (&json!("Writes."), &json!(["https://github.com/ada"]))
    );
    let posting = site.page("/blog/one").await.json_ld()[0].clone();
    assert_eq!(posting["author"]["url"], page);
    assert_eq!(posting["position"], 2);
    let series = &posting["isPartOf"][1];
    assert_eq!(
        (&series["name"], &series["url"]),
        (&json!("On order"), &json!(format!("{ORIGIN}/series/on-order")))
    );
    let trail = site.page("/series/on-order").await.json_ld()[1]["itemListElement"].clone();
    assert_eq!(trail[1]["item"], format!("{ORIGIN}/series/on-order"));
}
