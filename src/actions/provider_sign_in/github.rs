//! Sign-in by GitHub, which has no ID tokens: its API is asked who has signed in.

use serde::Deserialize;
use url::Url;

use super::requests::{address, get, post, read};
use super::{ProviderAnswer, ProviderError, Request, address_of};
use crate::domain::identity::{Identity, Person};
use crate::domain::user::Name;

/// The scopes: the profile and the email addresses.
const SCOPE: &str = "read:user user:email";

const PAGE: &str = "its page";
const TOKENS: &str = "tokens";
const USER: &str = "the person";
const ADDRESSES: &str = "the addresses of the person";

/// Errors have the status 200 as well.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tokens {
    Granted { access_token: String },
    Refused { error: String },
}

#[derive(Deserialize)]
struct User {
    id: u64,
    login: String,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Address {
    email: String,
    primary: bool,
    verified: bool,
}

/// Returns the page where people sign in.
pub(super) fn page(request: &Request<'_>) -> Result<Url, ProviderError> {
    let mut page = address(
        PAGE,
        &format!("{}/login/oauth/authorize", request.settings.issuer),
    )?;
    request.add_parameters(&mut page, SCOPE);
    Ok(page)
}

/// Returns the person who has signed in.
pub(super) async fn person(request: &Request<'_>, answer: &ProviderAnswer) -> Result<Person, ProviderError> {
    let issuer = &request.settings.issuer;
    let token = exchange(request, answer.code()?).await?;
    let api = api_of(issuer)?;
    let place = address(USER, &format!("{api}/user"))?;
    let user: User = read(USER, &get(request.client, USER, &place, Some(&token)).await?)?;
    let place = address(ADDRESSES, &format!("{api}/user/emails?per_page=100"))?;
    let addresses = get(request.client, ADDRESSES, &place, Some(&token)).await?;
    let addresses: Vec<Address> = read(ADDRESSES, &addresses)?;
    let primary = addresses
        .iter()
        .find(|address| address.primary && address.verified);
    let names = [user.name.as_deref().unwrap_or_default(), &user.login];
    Ok(Person {
        email: address_of(primary.map(|address| address.email.as_str()))?,
        name: names.into_iter().find_map(|name| Name::parse(name).ok()),
        identity: Identity {
            issuer: issuer.clone(),
            subject: user.id.to_string(),
        },
    })
}

async fn exchange(request: &Request<'_>, code: &str) -> Result<String, ProviderError> {
    let settings = request.settings;
    let verifier = request.state.verifier();
    let form = [
        ("client_id", settings.client_id.as_str()),
        ("client_secret", settings.client_secret.expose()),
        ("code", code),
        ("redirect_uri", &request.redirect_address),
        ("code_verifier", &verifier),
    ];
    let place = address(TOKENS, &format!("{}/login/oauth/access_token", settings.issuer))?;
    let response = post(request.client, TOKENS, &place, &form, None).await?;
    match read(TOKENS, &response)? {
        Tokens::Granted { access_token } => Ok(access_token),
        Tokens::Refused { error } => Err(ProviderError::refused(&error)),
    }
}

/// Returns the address of the API: GitHub's own sites have it on a host of its own, GitHub Enterprise Server below a path.
fn api_of(issuer: &str) -> Result<String, ProviderError> {
    let site = address(USER, issuer)?;
    let host = site.host_str().unwrap_or_default();
    Ok(if host == "github.com" || host.ends_with(".ghe.com") {
        format!("https://api.{host}")
    } else {
        format!("{issuer}/api/v3")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_api_of_each_kind_of_site() {
        for (issuer, expected) in [
            ("https://github.com", "https://api.github.com"),
            ("https://ours.ghe.com", "https://api.ours.ghe.com"),
            ("https://github.example.org", "https://github.example.org/api/v3"),
            ("http://127.0.0.1:9", "http://127.0.0.1:9/api/v3"),
        ] {
            assert_eq!(api_of(issuer).unwrap(), expected);
        }
    }
}
