//! A process that is talked to in lines, with limits on everything.
//!
//! Both sides of the talk are waited for at once, so that neither a program that does not read nor one that does not stop
//! writing can hold up a game. Nothing is read that nobody waits for: whoever floods its output waits.

mod limits;

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The longest line that a program may send.
const LONGEST_LINE: usize = 8 << 20;

/// How much is kept of what a program writes to its standard error: enough for the end of a stack trace.
const KEPT_ERRORS: usize = 4096;

/// How long a process that has closed its output may take to end.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A running program. It and everything it has started end when this is dropped.
pub struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// What has been read of its output, from `taken` on.
    read: Vec<u8>,
    taken: usize,
    /// Where to look for the end of a line.
    searched: usize,
    /// The end of what it has written to its standard error.
    last_errors: Vec<u8>,
}

impl Process {
    /// Starts a command, whose words are divided as a shell does, with so many bytes of memory at most.
    pub fn start(command: &str, memory: u64) -> Result<Process, String> {
        let words =
            shlex::split(command).ok_or_else(|| format!("`{command}` has a quote that is not closed"))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err("there is no command to start: write program(cmd=\"python3 bot.py\")".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0);
        limits::apply(&mut command, memory);
        let mut child =
            command.spawn().map_err(|problem| format!("`{program}` cannot be started: {problem}"))?;
        let group = i32::try_from(child.id()).map(Pid::from_raw).map_err(|_| "its number is too large")?;
        let (Some(input), Some(output), errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its streams are not there".to_owned());
        };
        let ready = set_nonblocking(&input).and_then(|()| set_nonblocking(&output));
        let process = Process {
            child,
            group,
            input: Some(input),
            output,
            errors,
            read: Vec::new(),
            taken: 0,
            searched: 0,
            last_errors: Vec::new(),
        };
        ready.and_then(|()| process.errors.as_ref().map_or(Ok(()), set_nonblocking))?;
        Ok(process)
    }

    /// Sends a line. Whatever the program has sent before and nobody asked for is a fault.
    pub fn send(&mut self, line: &[u8], patience: Duration) -> Result<(), String> {
        self.read_output()?;
        if self.taken < self.read.len() {
            return Err("it sent a message that it was not asked for".to_owned());
        }
        let deadline = Instant::now() + patience;
        let mut rest = line;
        while !rest.is_empty() {
            let Some(input) = &mut self.input else { return Err("its input is closed".to_owned()) };
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(problem) if problem.kind() == ErrorKind::WouldBlock => {
                    self.wait(true, deadline).map_err(|problem| {
                        problem.unwrap_or_else(|| format!("it did not read for {patience:?}"))
                    })?;
                    if self.read.len() - self.taken > LONGEST_LINE {
                        return Err("it writes without end and does not read".to_owned());
                    }
                }
                Err(problem) if problem.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.obituary()),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    pub fn receive(&mut self, patience: Duration) -> Result<&[u8], String> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(end) = self.read[self.searched..].iter().position(|&byte| byte == b'\n') {
                let end = self.searched + end;
                let start = std::mem::replace(&mut self.taken, end + 1);
                self.searched = self.taken;
                return Ok(&self.read[start..end]);
            }
            self.searched = self.read.len();
            if self.searched - self.taken > LONGEST_LINE {
                return Err(format!("it sent a line of more than {} MiB", LONGEST_LINE >> 20));
            }
            self.wait(false, deadline).map_err(|problem| {
                problem.unwrap_or_else(|| format!("it did not answer for {patience:?}"))
            })?;
        }
    }

    /// Waits until something can be read or, if so wished, written, and reads it. An error without a text is a
    /// deadline that has passed.
    fn wait(&mut self, to_write: bool, deadline: Instant) -> Result<(), Option<String>> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(None);
        }
        // A millisecond more, because the rest of one counts as nothing.
        let timeout =
            PollTimeout::try_from(left.as_millis().min(60_000) as u32 + 1).unwrap_or(PollTimeout::MAX);
        let mut streams = vec![PollFd::new(self.output.as_fd(), PollFlags::POLLIN)];
        if let Some(errors) = &self.errors {
            streams.push(PollFd::new(errors.as_fd(), PollFlags::POLLIN));
        }
        if let Some(input) = self.input.as_ref().filter(|_| to_write) {
            streams.push(PollFd::new(input.as_fd(), PollFlags::POLLOUT));
        }
        match poll(&mut streams, timeout) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(problem) => return Err(Some(format!("its streams cannot be watched: {problem}"))),
        }
        self.read_errors();
        self.read_output().map_err(Some)
    }

    /// Reads what there is of its output.
    fn read_output(&mut self) -> Result<(), String> {
        if self.taken == self.read.len() {
            self.read.clear();
            (self.taken, self.searched) = (0, 0);
        } else if self.taken > LONGEST_LINE {
            self.read.drain(..self.taken);
            self.searched -= self.taken;
            self.taken = 0;
        }
        let mut block = [0; 1 << 16];
        match self.output.read(&mut block) {
            Ok(0) => Err(self.obituary()),
            Ok(length) => {
                self.read.extend_from_slice(&block[..length]);
                Ok(())
            }
            Err(problem) if matches!(problem.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                Ok(())
            }
            Err(problem) => Err(format!("its output cannot be read: {problem}")),
        }
    }

    /// Reads what there is of its standard error, and keeps the end.
    fn read_errors(&mut self) {
        let mut block = [0; 1 << 12];
        let Some(errors) = &mut self.errors else { return };
        match errors.read(&mut block) {
            Ok(0) => self.errors = None,
            Ok(length) => {
                self.last_errors.extend_from_slice(&block[..length]);
                let surplus = self.last_errors.len().saturating_sub(KEPT_ERRORS);
                self.last_errors.drain(..surplus);
            }
            Err(_) => {}
        }
    }

    /// How it ended, and the last it said.
    fn obituary(&mut self) -> String {
        let deadline = Instant::now() + LAST_WORDS;
        let mut ended = None;
        while ended.is_none() && Instant::now() < deadline {
            ended = self.child.try_wait().ok().flatten();
            self.read_errors();
            std::thread::sleep(Duration::from_millis(2));
        }
        for _ in 0..KEPT_ERRORS {
            let before = self.last_errors.len();
            self.read_errors();
            if self.errors.is_none() || self.last_errors.len() == before {
                break;
            }
        }
        let how = ended
            .map_or_else(|| "it closed its output".to_owned(), |status| format!("it ended with {status}"));
        let said = String::from_utf8_lossy(&self.last_errors);
        // Stack traces are indented: what they are of is not.
        let said = said.lines().rfind(|line| line.starts_with(|c: char| !c.is_whitespace())).unwrap_or("");
        let said: String = said.chars().filter(|c| !c.is_control()).collect();
        if said.is_empty() { how } else { format!("{how}; it said: {said}") }
    }

    /// The processor time of all its threads so far, where the system tells.
    pub fn processor_time(&self) -> Option<Duration> {
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        return nix::time::clock_getcpuclockid(self.group)
            .and_then(|clock| clock.now())
            .ok()
            .map(Duration::from);
        #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
        None
    }

    /// Closes its input: there is nothing more to come.
    pub fn close_input(&mut self) {
        self.input = None;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The group is there until its first process has been waited for, so that nobody else is meant.
        let _ = killpg(self.group, Signal::SIGKILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn set_nonblocking(stream: &(impl AsFd + AsRawFd)) -> Result<(), String> {
    let flags = fcntl(stream.as_fd(), FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
    let set = flags.and_then(|flags| fcntl(stream.as_fd(), FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK)));
    set.map(|_| ()).map_err(|problem| format!("its streams cannot be set up: {problem}"))
}
