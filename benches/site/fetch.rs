//! Single requests, made as the load makes them.

use anyhow::{Context as _, Result, ensure};

use crate::wrk::Request;

/// The bytes of an answer's body as it comes over the wire.
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
        .with_context(|| format!("{path} is not answered"))?;
    ensure!(response.status() == 200, "{path} answers {}", response.status());
    Ok(response.body_mut().read_to_vec()?.len())
}

/// The mean of the bodies of requests, each asked for once.
pub fn mean_body_length(address: &str, requests: &[Request]) -> Result<usize> {
    let mut bytes = 0;
    for request in requests {
        bytes += body_length(address, &request.path, &request.token)?;
    }
    Ok(bytes / requests.len().max(1))
}
