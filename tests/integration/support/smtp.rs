//! A mail server that takes everything and keeps it, once it has behaved as badly as it was told to.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// What a mail server does to a client instead of taking its mail.
#[derive(Clone, Copy)]
pub enum Misconduct {
    /// It greets with a refusal.
    Refuses,
    /// It says nothing at all.
    Hangs,
    /// It leaves in the middle of the mail.
    Leaves,
    /// It hears the mail, and does not take it.
    PutsOff,
}

const PATIENCE: Duration = Duration::from_secs(30);

/// The mails that came, each as it was sent.
#[derive(Clone, Default)]
pub struct Mailbox(Arc<(Mutex<Vec<String>>, Condvar)>);

impl Mailbox {
    /// Takes mail on this port, for as long as the tests run.
    pub fn open(port: u16) -> Self {
        Self::open_after(port, &[])
    }

    /// The same, but the first clients meet with misconduct, one each.
    pub fn open_after(port: u16, misconduct: &'static [Misconduct]) -> Self {
        let mailbox = Self::default();
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let opened = mailbox.clone();
        let mut misconduct = misconduct.iter().copied();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mailbox = mailbox.clone();
                let misconduct = misconduct.next();
                // A client that leaves in the middle is none of our business.
                thread::spawn(move || drop(mailbox.serve(stream.unwrap(), misconduct)));
            }
        });
        opened
    }

    /// All mails, once there are so many.
    pub fn wait_for(&self, count: usize) -> Vec<String> {
        let (mails, came) = &*self.0;
        let (mails, waited) = came
            .wait_timeout_while(mails.lock().unwrap(), PATIENCE, |mails| mails.len() < count)
            .unwrap();
        assert!(!waited.timed_out(), "{} of {count} mails came", mails.len());
        mails.clone()
    }

    fn serve(&self, stream: TcpStream, misconduct: Option<Misconduct>) -> std::io::Result<()> {
        let mut answers = stream.try_clone()?;
        let mut lines = BufReader::new(stream).lines();
        match misconduct {
            Some(Misconduct::Refuses) => return answers.write_all(b"554 not now\r\n"),
            // Until the client has enough of it.
            Some(Misconduct::Hangs) => return lines.try_for_each(|line| line.map(drop)),
            Some(Misconduct::Leaves | Misconduct::PutsOff) | None => answers.write_all(b"220 ready\r\n")?,
        }
        while let Some(line) = lines.next() {
            let answer: &[u8] = match line?.to_ascii_uppercase() {
                command if command.starts_with("EHLO") => b"250-hello\r\n250 AUTH PLAIN\r\n",
                command if command == "DATA" => {
                    answers.write_all(b"354 go on\r\n")?;
                    if matches!(misconduct, Some(Misconduct::Leaves)) {
                        return lines.next().transpose().map(drop);
                    }
                    let mut mail = String::new();
                    for line in lines.by_ref() {
                        let line = line?;
                        if line == "." {
                            break;
                        }
                        mail.push_str(&line);
                        mail.push('\n');
                    }
                    if matches!(misconduct, Some(Misconduct::PutsOff)) {
                        return answers.write_all(b"451 later\r\n");
                    }
                    let (mails, came) = &*self.0;
                    mails.lock().unwrap().push(mail);
                    came.notify_all();
                    b"250 taken\r\n"
                }
                command if command == "QUIT" => {
                    return answers.write_all(b"221 bye\r\n");
                }
                _ => b"250 ok\r\n",
            };
            answers.write_all(answer)?;
        }
        Ok(())
    }
}

/// A port on which nobody listens.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}
