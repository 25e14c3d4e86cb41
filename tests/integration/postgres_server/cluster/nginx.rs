//! nginx in front of the nodes.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::{fs, io, thread};

use tempfile::TempDir;

use super::nodes::Nodes;
use crate::support::smtp::free_port;
use crate::support::wait_until;

/// An absolute path, because Debian has `/usr/sbin` in the PATH of root alone.
const PROGRAM: &str = "/usr/sbin/nginx";
/// The example for operators, whose rules for the next node the tests use.
const EXAMPLE: &str = include_str!("../../../../deploy/nginx-nodes.conf");

/// Returns the part of the example from one text to the end of the next other one.
fn example(from: &str, to: &str) -> &'static str {
    let start = EXAMPLE.find(from).unwrap();
    let length = EXAMPLE[start..].find(to).unwrap() + to.len();
    &EXAMPLE[start..start + length]
}

/// Returns whether there is nginx on this machine; if not, prints a notice that shows although the test passes.
pub fn is_installed() -> bool {
    let is_there = Path::new(PROGRAM).exists();
    if !is_there {
        let notice = format!("NOT RUN: a test of several nodes: there is no {PROGRAM}\n");
        io::stderr().write_all(notice.as_bytes()).unwrap();
    }
    is_there
}

pub struct Nginx {
    process: Child,
    pub address: String,
    _folder: TempDir,
}

impl Nginx {
    pub fn start(nodes: &Nodes) -> Self {
        Self::in_front_of(nodes.addresses(), "max_fails=1 fail_timeout=2s")
    }

    /// Starts nginx in front of these addresses, each with these parameters.
    fn in_front_of<'address>(addresses: impl Iterator<Item = &'address str>, parameters: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("127.0.0.1:{}", free_port());
        let upstreams: Vec<String> = addresses
            .map(|address| format!("server {address} {parameters};"))
            .collect();
        let folder_name = folder.path().display();
        let configuration = format!(
            "daemon off; worker_processes 1; pid {folder_name}/pid; error_log {folder_name}/error.log;
             events {{ worker_connections 1024; }}
             http {{
               access_log off;
               client_body_temp_path {folder_name}/1; proxy_temp_path {folder_name}/2; fastcgi_temp_path {folder_name}/3;
               uwsgi_temp_path {folder_name}/4; scgi_temp_path {folder_name}/5;
               upstream blog_app {{ {upstreams} keepalive 16; }}
               server {{
                 listen {address};
                 proxy_http_version 1.1;
                 proxy_set_header Connection '';
                 proxy_set_header Host $host;
                 proxy_connect_timeout 1s;
                 proxy_read_timeout 20s;
                 {next_node}
                 location / {{
                   {put_or_delete}
                   proxy_pass http://blog_app;
                 }}
                 {put_or_delete_location}
               }}
             }}",
            upstreams = upstreams.join(" "),
            next_node = example("proxy_next_upstream error", ";"),
            put_or_delete = example("error_page 418", "}"),
            put_or_delete_location = example("location @put_or_delete", "}"),
        );
        let file = folder.path().join("nginx.conf");
        fs::write(&file, configuration).unwrap();
        let process = Command::new(PROGRAM)
            .arg("-c")
            .arg(&file)
            .arg("-p")
            .arg(folder.path())
            .spawn()
            .unwrap();
        let nginx = Self {
            process,
            address,
            _folder: folder,
        };
        wait_until(|| TcpStream::connect(&nginx.address).is_ok());
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its worker ends with it only if it is asked to.
        drop(Command::new("kill").arg(self.process.id().to_string()).status());
        drop(self.process.wait());
    }
}

/// Starts a server that responds 503 to every request, and notes the method. Returns its address.
fn refusing_node(methods: &Arc<Mutex<Vec<String>>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let methods = Arc::clone(methods);
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 4_096];
            let length = connection.read(&mut request).unwrap();
            let head = String::from_utf8_lossy(&request[..length]);
            let method = head.split(' ').next().unwrap_or_default();
            methods.lock().unwrap().push(method.to_owned());
            let response = "HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            connection.write_all(response.as_bytes()).unwrap();
        }
    });
    address
}

#[test]
fn reads_alone_are_sent_to_the_next_node() {
    if !is_installed() {
        return;
    }
    let methods = Arc::new(Mutex::new(Vec::new()));
    let nodes = [refusing_node(&methods), refusing_node(&methods)];
    let nginx = Nginx::in_front_of(nodes.iter().map(String::as_str), "max_fails=0");
    for (method, attempts) in [("GET", 2), ("POST", 1), ("PATCH", 1), ("PUT", 1), ("DELETE", 1)] {
        let mut connection = TcpStream::connect(&nginx.address).unwrap();
        let request = format!("{method} /api/x HTTP/1.1\r\nHost: blog\r\nConnection: close\r\n\r\n");
        connection.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        connection.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 503 "), "{method}: {response}");
        let sent: Vec<String> = std::mem::take(&mut methods.lock().unwrap());
        assert_eq!(sent, vec![method; attempts]);
    }
}
