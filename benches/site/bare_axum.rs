//! A bare axum server that sends bodies of any length: the upper bound of the stack.

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

use crate::report::print_line;

/// The argument that starts the benchmark as this server.
pub const ARGUMENT: &str = "bare-axum";
const BYTES_MAX: usize = 1 << 20;

/// Serves `/N`, a body of N bytes, until the process is terminated.
pub fn serve() -> Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let longest = Bytes::from(vec![b' '; BYTES_MAX]);
            let body = move |Path(bytes): Path<usize>| async move {
                let body = longest.slice(..bytes.min(BYTES_MAX));
                ([(header::CONTENT_TYPE, "application/json")], body)
            };
            let router = Router::new().route("/{bytes}", get(body));
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            print_line(&format!("http://{}", listener.local_addr()?));
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            Ok(axum::serve(listener, router).await?)
        })
}
