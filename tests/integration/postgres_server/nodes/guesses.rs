//! Wrong guesses at all nodes count together.

use serde_json::json;

use super::SharedDatabase;
use crate::support::accounts::PASSWORD;
use crate::support::networks::SiteWithNetworks;
use crate::support::run_concurrently;

const EMAIL: &str = "ada@example.org";
const LOGIN: &str = "/api/auth/login";

/// Guesses a password once at a node, and returns the status.
async fn guess(node: &SiteWithNetworks, from: u8) -> u16 {
    let body = json!({"email": EMAIL, "password": "wrong horse"});
    node.status(from, LOGIN, body).await
}

async fn log_in(node: &SiteWithNetworks, from: u8) -> u16 {
    let body = json!({"email": EMAIL, "password": PASSWORD});
    node.status(from, LOGIN, body).await
}

fn two_nodes(database: &SharedDatabase) -> [SiteWithNetworks; 2] {
    let nodes = [database.site(), database.site()];
    nodes[0].reader("Ada");
    nodes.map(SiteWithNetworks::of)
}

#[tokio::test]
async fn guesses_at_two_nodes_count_together() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = two_nodes(&database);
    let mut statuses = Vec::new();
    for (number, from) in (100..112).flat_map(|from| [from; 2]).enumerate() {
        statuses.push(guess(&nodes[number % 2], from).await);
    }
    assert_eq!(statuses, [[401; 20].as_slice(), &[429; 4]].concat());
    for node in &nodes {
        let refused = node
            .post(1, LOGIN, json!({"email": EMAIL, "password": PASSWORD}))
            .await;
        assert_eq!(refused.status_code(), 429);
        assert_eq!(refused.header("retry-after"), "181");
    }
    database.clock.advance_seconds(180);
    assert_eq!(log_in(&nodes[1], 1).await, 200);
    assert_eq!(guess(&nodes[0], 100).await, 401, "the right guess has reset them");
}

#[tokio::test]
async fn one_network_has_a_share_of_the_guesses_at_all_nodes() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = two_nodes(&database);
    let mut compared = 0;
    for number in 0..30 {
        compared += usize::from(guess(&nodes[number % 2], 100).await == 401);
    }
    assert_eq!(compared, 5);
    for node in &nodes {
        assert_eq!(log_in(node, 1).await, 200);
    }
}

#[tokio::test]
async fn concurrent_guesses_at_two_nodes_cannot_pass_the_limit() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = two_nodes(&database);
    let statuses = run_concurrently(40, |number| {
        guess(&nodes[number % 2], 100 + u8::try_from(number).unwrap_or_default())
    })
    .await;
    let compared = statuses.iter().filter(|status| **status == 401).count();
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert_eq!((compared, refused), (20, 20), "{statuses:?}");
}

#[tokio::test]
async fn a_network_that_one_node_trusts_is_trusted_by_the_other() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = two_nodes(&database);
    assert_eq!(log_in(&nodes[0], 1).await, 200);
    for number in 0..30 {
        guess(&nodes[number % 2], 100 + u8::try_from(number).unwrap_or_default()).await;
    }
    assert_eq!(log_in(&nodes[1], 2).await, 429);
    assert_eq!(log_in(&nodes[1], 1).await, 200);
}
