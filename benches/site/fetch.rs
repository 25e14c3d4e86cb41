//! Single requests with the same headers as the load.

use anyhow::{Context as _, Result, ensure};

use crate::wrk::Request;

/// Returns the length of a response body on the wire, in bytes.
pub fn body_length(address: &str, path: &str, token: &str) -> Result<usize> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .accept_encoding("br")
        .build()
        .into();
    let mut request = agent.get(format!("http://{address}{path}"));
    if !token.is_empty() {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    let mut response = request
        .call()
        .with_context(|| format!("the request of {path} failed"))?;
    ensure!(response.status() == 200, "{path} returned {}", response.status());
    Ok(response.body_mut().read_to_vec()?.len())
}

/// Sends each request once, and returns the mean length of the response bodies.
pub fn mean_body_length(address: &str, requests: &[Request]) -> Result<usize> {
    let mut bytes = 0;
    for request in requests {
        bytes += body_length(address, &request.path, &request.token)?;
    }
    Ok(bytes / requests.len().max(1))
}
