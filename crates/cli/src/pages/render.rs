//! Pages that a program of the user renders, such as a browser without a window.

use std::{
    collections::HashSet,
    io,
    pin::pin,
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::{Context as _, bail};
use crawl::Crawler;
use formats::warc::{Compression, RecordKind, WarcRecord, Writer, utc};
use tokio::{
    io::AsyncReadExt as _,
    process::{Child, Command},
    time::timeout,
};

use super::{
    addresses::{Fetched, Given},
    fetch::{interrupted, without},
};
use crate::{
    options::Common,
    plan::{Reading, Renderer},
    terminal::{Progress, count, one_line},
};

/// Has a program render the pages at addresses, one after another, and writes what it prints into a temporary file in
/// the form of WARC. An address that gives no page does not concern the others.
///
/// The addresses must be such as `crawler` may ask. Pages have up to `limit` bytes.
pub(super) fn rendered(
    given: &[Given],
    renderer: &Renderer,
    crawler: &Crawler,
    limit: usize,
    common: &Common,
    fetched: &mut Fetched,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let failed = "cannot make a temporary file";
    let file = tempfile::tempfile().context(failed)?;
    let mut pages = Writer::new(file.try_clone().context(failed)?, Compression::None);
    let progress = Progress::begin("rendering", None, common.quiet);
    let mut n_pages = 0;
    let mut seen = HashSet::new();
    runtime.block_on(async {
        let mut stop = pin!(asked_to_stop());
        for (nth, one) in given.iter().enumerate() {
            let n_left = given.len() - nth;
            progress.say(format!("{}, {n_left} left", count(n_pages, "page")));
            let page = tokio::select! {
                // What is dropped here ends the program.
                () = &mut stop => {
                    fetched.cut = Some(format!("interrupted, with {} left", count(n_left, "URL")));
                    break;
                }
                page = page(one, renderer, crawler, limit, &mut seen, common.verbose) => page,
            };
            match page {
                Ok(None) => fetched.n_repeated += 1,
                Ok(Some(page)) => {
                    let date = utc(SystemTime::now());
                    let record = WarcRecord::new(RecordKind::Resource, &date).target(&one.url).block("text/html", page);
                    pages.write(&record).context("cannot write a temporary file")?;
                    n_pages += 1;
                }
                Err(why) => progress.aside(|| fetched.lose(format!("{why:#}"))),
            }
        }
        anyhow::Ok(())
    })?;
    progress.finish();
    fetched.pages = (n_pages > 0).then_some(file);
    Ok(())
}

/// Returns what makes the pages of a site in place of requests for them.
pub(super) fn of_site(renderer: &Renderer, reading: &Reading, common: &Common) -> Arc<dyn crawl::Renderer> {
    Arc::new(OfSite { renderer: renderer.clone(), limit: reading.options().get_max_page(), tells: common.verbose })
}

/// A program that makes each page of a site.
struct OfSite {
    renderer: Renderer,
    /// The most bytes of a page.
    limit: usize,
    /// Whether what the program reports is shown.
    tells: bool,
}

impl crawl::Renderer for OfSite {
    fn render<'a>(&'a self, url: &'a str) -> crawl::RenderedPage<'a> {
        Box::pin(async move {
            let printed = printed(url, &self.renderer, self.limit, self.tells).await;
            printed.map_err(|why| format!("{why:#}"))
        })
    }
}

/// Ends when the process is asked to end. If it cannot receive such requests, it goes on for ever.
async fn asked_to_stop() {
    if !interrupted().await {
        std::future::pending().await
    }
}

/// Renders the page of an address, unless an earlier one has the same.
async fn page(
    given: &Given,
    renderer: &Renderer,
    crawler: &Crawler,
    limit: usize,
    seen: &mut HashSet<String>,
    tells: bool,
) -> anyhow::Result<Option<Vec<u8>>> {
    let url = crawler.check(&given.url).await.map_err(|unfit| anyhow::anyhow!(without(given, &unfit)))?;
    if !seen.insert(url) {
        return Ok(None);
    }
    let printed = printed(&given.url, renderer, limit, tells).await;
    printed.map(Some).map_err(|why| anyhow::anyhow!(given.of(&format!("{why:#}"))))
}

/// Runs the program, and returns what it prints.
///
/// The address follows its arguments as the last one. No shell is involved, so that nothing in an address is
/// understood as a command.
///
/// # Errors
///
/// If the program fails, takes longer than it may, or prints nothing or more than `limit` bytes. It is ended then, and
/// so is what it has started.
async fn printed(url: &str, renderer: &Renderer, limit: usize, tells: bool) -> anyhow::Result<Vec<u8>> {
    let shown = one_line(&url);
    let Some((program, arguments)) = renderer.command.split_first() else {
        bail!("--render names no program");
    };
    let failed = || format!("cannot run {program} to render {shown}");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // Browsers report much that is not about the page.
        .stderr(if tells { Stdio::inherit() } else { Stdio::null() });
    let mut group = Group::of(command).with_context(failed)?;
    let mut page = Vec::new();
    let Ok(status) = timeout(renderer.timeout, group.run(&mut page, limit)).await else {
        let seconds = renderer.timeout.as_secs_f64();
        bail!("{program} took more than {seconds} s to render {shown}; --render-timeout allows more");
    };
    let status = status.with_context(failed)?;
    if page.len() > limit {
        bail!("{program} printed more than {limit} bytes for {shown}; --max-page allows more");
    }
    if !status.success() {
        bail!("{program} could not render {shown}: {status}; --verbose shows what it says");
    }
    if page.trim_ascii().is_empty() {
        bail!("{program} printed nothing for {shown}");
    }
    Ok(page)
}

/// How long the end of what was printed is waited for if the program has ended, but its output is still open.
///
/// Chosen: what was printed is there already, so any time is enough for it to be read.
const REST: Duration = Duration::from_millis(100);

/// A program, and on Unix whatever it starts. All of it ends when this is dropped.
struct Group {
    program: Child,
    #[cfg(unix)]
    id: Option<rustix::process::Pid>,
}

impl Group {
    fn of(mut command: Command) -> io::Result<Group> {
        #[cfg(unix)]
        command.process_group(0);
        let program = command.kill_on_drop(true).spawn()?;
        Ok(Group {
            #[cfg(unix)]
            id: program.id().and_then(|id| rustix::process::Pid::from_raw(id.try_into().ok()?)),
            program,
        })
    }

    /// Waits until the program ends, and reads what it prints: up to one byte more than `limit`.
    async fn run(&mut self, page: &mut Vec<u8>, limit: usize) -> io::Result<ExitStatus> {
        let Some(output) = self.program.stdout.take() else {
            return self.program.wait().await;
        };
        let mut output = output.take((limit as u64).saturating_add(1));
        let mut is_open = true;
        let status = loop {
            tokio::select! {
                status = self.program.wait() => break status?,
                n_read = output.read_buf(page), if is_open => is_open = n_read? > 0,
            }
            if page.len() > limit {
                self.end();
                return self.program.wait().await;
            }
        };
        // A process that the program has left behind may hold the output open for ever.
        self.end();
        if is_open && let Ok(read) = timeout(REST, output.read_to_end(page)).await {
            read?;
        }
        Ok(status)
    }

    fn end(&mut self) {
        // Whatever has ended by itself meanwhile is no longer there.
        let _ = self.program.start_kill();
        #[cfg(unix)]
        if let Some(id) = self.id.take() {
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Has a shell script render a page within two seconds.
    fn printed(script: &str, limit: usize) -> anyhow::Result<String> {
        within(script, limit, 20.0)
    }

    fn within(script: &str, limit: usize, seconds: f64) -> anyhow::Result<String> {
        run(&["sh", "-c", script, "sh"], limit, seconds)
    }

    fn run(command: &[&str], limit: usize, seconds: f64) -> anyhow::Result<String> {
        let renderer = Renderer {
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            timeout: Duration::from_secs_f64(seconds),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let page = runtime.block_on(super::printed("http://a.example/?a=$(b)&c", &renderer, limit, false))?;
        Ok(String::from_utf8(page)?)
    }

    #[test]
    fn the_program_gets_the_address_and_nothing_in_it_is_run() {
        let text = printed("echo \"<p>$1</p>\"", 1_000).unwrap();
        assert_eq!(text, "<p>http://a.example/?a=$(b)&c</p>\n");
    }

    #[test]
    fn a_page_may_have_just_as_many_bytes_as_are_allowed() {
        assert_eq!(printed("printf 12345", 5).unwrap(), "12345");
        assert!(printed("printf 123456", 5).is_err());
    }

    #[test]
    fn what_fails_is_said() {
        for (script, expected) in
            [("exit 3", "exit status: 3"), ("true", "printed nothing"), ("yes", "printed more than 1000 bytes")]
        {
            let message = printed(script, 1_000).unwrap_err().to_string();
            assert!(message.contains(expected), "{script}: {message}");
        }
        let message = run(&["/nowhere/browser"], 9, 20.0).unwrap_err().to_string();
        assert!(message.contains("cannot run"), "{message}");
    }

    /// A program that is asked for its end goes on, as a browser may do that waits for its helpers. `cat` ends when
    /// its input does, which is a named pipe without a writer, so nothing depends on a clock.
    #[test]
    fn a_program_that_hangs_is_ended_with_all_that_it_has_started() {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "trap '' TERM INT HUP; cd {}; mkfifo wait; cat wait & echo $! > helper; echo $$ > own; cat wait; cat wait",
            folder.path().display()
        );
        let message = within(&script, 1_000, 0.5).unwrap_err().to_string();
        assert!(message.contains("took more than 0.5 s to render http://a.example/"), "{message}");
        assert!(message.contains("--render-timeout"), "{message}");
        for name in ["own", "helper"] {
            let id: i32 = std::fs::read_to_string(folder.path().join(name)).unwrap().trim().parse().unwrap();
            assert!(has_ended(id), "{name} still runs");
        }
    }

    #[test]
    fn a_program_that_has_ended_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let script = format!("cd {path}; mkfifo wait; cat wait & echo $! > helper; echo '<p>Page'");
        assert_eq!(within(&script, 1_000, 20.0).unwrap(), "<p>Page\n");
        let id: i32 = std::fs::read_to_string(folder.path().join("helper")).unwrap().trim().parse().unwrap();
        assert!(has_ended(id));
    }

    /// Returns whether a process that was killed has ended. A process takes its end as soon as it is scheduled, so it is
    /// waited for without a clock.
    fn has_ended(id: i32) -> bool {
        (0..1_000_000).any(|_| {
            std::thread::yield_now();
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
            // Nobody may have waited for it yet: then it is a zombie.
            stat.map_or(true, |stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
        })
    }
}
