//! axum with one route, a fixed body and nothing else: what the stack does before anybody adds to it.

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::report::say;

/// Makes the benchmark be this server.
pub const ARGUMENT: &str = "bare-axum";
pub const BODY_BYTES: usize = 10 * 1_024;

/// Serves until the process is told to end.
pub fn serve() -> Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let body = Bytes::from(vec![b' '; BODY_BYTES]);
            let router = Router::new().route("/", get(move || async move { body }));
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            say(&format!("http://{}", listener.local_addr()?));
            Ok(axum::serve(listener, router).await?)
        })
}
