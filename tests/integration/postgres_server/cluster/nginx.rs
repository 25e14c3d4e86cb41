//! nginx in front of the nodes.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command};
use std::{fs, io};

use tempfile::TempDir;

use super::nodes::Nodes;
use crate::support::smtp::free_port;
use crate::support::wait_until;

/// An absolute path, because Debian has `/usr/sbin` in the PATH of root alone.
const PROGRAM: &str = "/usr/sbin/nginx";

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
        let folder = tempfile::tempdir().unwrap();
        let address = format!("127.0.0.1:{}", free_port());
        let upstreams: Vec<String> = nodes
            .addresses()
            .map(|address| format!("server {address} max_fails=1 fail_timeout=2s;"))
            .collect();
        let folder_name = folder.path().display();
        let configuration = format!(
            "daemon off; worker_processes 1; pid {folder_name}/pid; error_log {folder_name}/error.log;
             events {{ worker_connections 1024; }}
             http {{
               access_log off;
               client_body_temp_path {folder_name}/1; proxy_temp_path {folder_name}/2; fastcgi_temp_path {folder_name}/3;
               uwsgi_temp_path {folder_name}/4; scgi_temp_path {folder_name}/5;
               upstream nodes {{ {upstreams} keepalive 16; }}
               server {{
                 listen {address};
                 location / {{
                   proxy_pass http://nodes;
                   proxy_http_version 1.1;
                   proxy_set_header Connection '';
                   proxy_set_header Host $host;
                   proxy_connect_timeout 1s;
                   proxy_read_timeout 20s;
                   # A request that is not a read goes to the next node only if no node has received it.
                   proxy_next_upstream error timeout http_502 http_503 http_504;
                 }}
               }}
             }}",
            upstreams = upstreams.join(" ")
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
        wait_until(|| std::net::TcpStream::connect(&nginx.address).is_ok());
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
