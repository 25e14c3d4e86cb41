//! A mail server that stores all mails, and can misbehave towards its first clients.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::postgres::free_ports;

/// A way in which the server fails to accept a mail.
#[derive(Clone, Copy)]
pub enum ServerFailure {
    /// It rejects the connection.
    RejectsConnection,
    /// It never responds.
    NeverResponds,
    /// It closes the connection in the middle of the mail.
    Disconnects,
    /// It receives the mail, and reports a temporary failure.
    FailsTemporarily,
}

/// Longer than the lease of a node that was killed.
const WAIT_TIMEOUT: Duration = Duration::from_mins(2);

/// The received mails, each as it was sent.
#[derive(Clone, Default)]
pub struct Mailbox {
    received: Arc<(Mutex<Vec<String>>, Condvar)>,
    /// The beginning of the addresses that the server refuses for good.
    refused: Option<&'static str>,
}

impl Mailbox {
    /// Starts a server on this port that runs until the tests end.
    pub fn open(port: u16) -> Self {
        Self::open_with_failures(port, &[])
    }

    /// Starts a server that misbehaves towards its first clients, in this order.
    pub fn open_with_failures(port: u16, misconduct: &'static [ServerFailure]) -> Self {
        Self::default().listen(port, misconduct)
    }

    /// Starts a server that refuses the addresses which begin so.
    pub fn open_refusing(port: u16, refused: &'static str) -> Self {
        let mailbox = Self {
            refused: Some(refused),
            ..Self::default()
        };
        mailbox.listen(port, &[])
    }

    fn listen(self, port: u16, misconduct: &'static [ServerFailure]) -> Self {
        let mailbox = self;
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let opened = mailbox.clone();
        let mut misconduct = misconduct.iter().copied();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mailbox = mailbox.clone();
                let misconduct = misconduct.next();
                // Errors are ignored: a client may disconnect.
                thread::spawn(move || drop(mailbox.serve(stream.unwrap(), misconduct)));
            }
        });
        opened
    }

    /// Waits until there are `count` mails, and returns all of them.
    pub fn wait_for(&self, count: usize) -> Vec<String> {
        let (mails, arrival) = &*self.received;
        let (mails, wait) = arrival
            .wait_timeout_while(mails.lock().unwrap(), WAIT_TIMEOUT, |mails| mails.len() < count)
            .unwrap();
        assert!(!wait.timed_out(), "{} of {count} mails arrived", mails.len());
        mails.clone()
    }

    /// Returns the mails so far.
    pub fn mails(&self) -> Vec<String> {
        self.received.0.lock().unwrap().clone()
    }

    fn refuses(&self, command: &str) -> bool {
        let start = self
            .refused
            .map(|start| format!("RCPT TO:<{}", start.to_ascii_uppercase()));
        start.is_some_and(|start| command.starts_with(&start))
    }

    fn serve(&self, stream: TcpStream, misconduct: Option<ServerFailure>) -> std::io::Result<()> {
        let mut replies = stream.try_clone()?;
        let mut lines = BufReader::new(stream).lines();
        match misconduct {
            Some(ServerFailure::RejectsConnection) => return replies.write_all(b"554 not now\r\n"),
            // Until the client disconnects.
            Some(ServerFailure::NeverResponds) => return lines.try_for_each(|line| line.map(drop)),
            Some(ServerFailure::Disconnects | ServerFailure::FailsTemporarily) | None => {
                replies.write_all(b"220 ready\r\n")?;
            }
        }
        while let Some(line) = lines.next() {
            let reply: &[u8] = match line?.to_ascii_uppercase() {
                command if self.refuses(&command) => b"550 5.1.1 no such user\r\n",
                command if command.starts_with("EHLO") => b"250-hello\r\n250 AUTH PLAIN\r\n",
                command if command == "DATA" => {
                    replies.write_all(b"354 go on\r\n")?;
                    if matches!(misconduct, Some(ServerFailure::Disconnects)) {
                        return lines.next().transpose().map(drop);
                    }
                    let mut mail = String::new();
                    loop {
                        match lines.next() {
                            Some(Ok(line)) if line == "." => break,
                            Some(line) => {
                                mail.push_str(&line?);
                                mail.push('\n');
                            }
                            // A client that was killed has not sent this mail.
                            None => return Ok(()),
                        }
                    }
                    if matches!(misconduct, Some(ServerFailure::FailsTemporarily)) {
                        return replies.write_all(b"451 later\r\n");
                    }
                    let (mails, arrival) = &*self.received;
                    mails.lock().unwrap().push(mail);
                    arrival.notify_all();
                    b"250 taken\r\n"
                }
                command if command == "QUIT" => {
                    return replies.write_all(b"221 bye\r\n");
                }
                _ => b"250 ok\r\n",
            };
            replies.write_all(reply)?;
        }
        Ok(())
    }
}

/// Returns the value of a header of a mail.
pub fn header<'mail>(mail: &'mail str, name: &str) -> &'mail str {
    mail.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .unwrap()
}

/// Returns a free port.
pub fn free_port() -> u16 {
    free_ports(1)[0]
}
