//! The page of a review, clicked through in Chromium.
//!
//! Needs `chromium` and `chromedriver` (Debian's packages `chromium` and
//! `chromium-driver`); `CHROMIUM` and `CHROMEDRIVER` name others. Without them the tests
//! say so and pass, unless `WAGGLE_BROWSER` is set, as `.ci/run` does: then they fail.
//! Pictures of what was seen are left in `target/tmp`.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use waggle::notation::{move_string, parse_game};
use waggle::review::{Assessment, Heading, Review, html};
use waggle::rules::Game;
use waggle::search::{Line, Score};

/// The move that the invented review calls a blunder.
const BLUNDER: usize = 31;

/// A recorded game, with stacks, and a review of it with one blunder: the scores are
/// invented, so that no change of the engine changes the page.
fn page() -> (Game, String) {
    let line = include_str!("data/puzzles.txt").lines().find(|line| line.starts_with("win 1 "));
    let game = line.and_then(|line| line.splitn(3, ' ').nth(2)).expect("there is a game");
    let game = parse_game(game).expect("the game can be read");
    let mut replayed = Game::new(game.game_type());
    let mut assessments = vec![];
    for (index, mv) in game.moves().map(Some).chain([None]).enumerate() {
        let position = replayed.position();
        // White leads a little until the blunder, and is behind after it.
        let lead = Score::new(if index < BLUNDER { 10 } else { -200 });
        let score = if index % 2 == 0 { lead } else { -lead };
        let other = position.legal_moves().into_iter().find(|other| Some(*other) != mv);
        let line = Line { score, moves: other.into_iter().collect() };
        assessments.push(Assessment { line, depth: 5, second_look: None });
        if let Some(mv) = mv {
            replayed.play(mv).expect("the move is legal");
        }
    }
    let heading = Heading { white: "ann".into(), black: "joanna".into(), ..Heading::default() };
    let page = html(&Review::new(&game, &assessments), &heading);
    (game, page)
}

/// The text of a move of the game, the first of which has the number 1.
fn text_of(game: &Game, ply: usize) -> String {
    let mut replayed = Game::new(game.game_type());
    for mv in game.moves().take(ply - 1) {
        replayed.play(mv).expect("the move is legal");
    }
    let mv = game.moves().nth(ply - 1).expect("it is played");
    move_string(replayed.position(), mv)
}

/// A program by its name, or as a variable of the environment names it.
fn program(variable: &str, name: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from);
    let paths = env::var_os("PATH").unwrap_or_default();
    let mut found = env::split_paths(&paths).map(|folder| folder.join(name));
    named.or_else(|| found.find(|path| path.is_file()))
}

/// Says something that is seen although the test passes: what `eprintln` writes is not.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A running chromedriver, which ends with the test.
struct Driver {
    process: Child,
    port: u16,
    chromium: PathBuf,
}

impl Driver {
    /// `None` if there is no browser here, and none is required.
    fn start() -> Option<Self> {
        let chromium = program("CHROMIUM", "chromium");
        let driver = program("CHROMEDRIVER", "chromedriver");
        let (Some(chromium), Some(driver)) = (chromium, driver) else {
            assert!(env::var_os("WAGGLE_BROWSER").is_none(), "chromium or chromedriver is missing");
            note("LEFT OUT: the page in a browser: chromium or chromedriver is missing");
            return None;
        };
        let mut process = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let output = BufReader::new(process.stdout.take().expect("it has an output"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        Some(Self { process, port: port.expect("it tells its port"), chromium })
    }

    /// Asks it to end, and waits until it has done so.
    fn shut_down(&self) -> io::Result<()> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        stream
            .write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        stream.read_to_end(&mut Vec::new()).map(drop)
    }

    /// A browser of this size, light or dark.
    async fn browser(&self, (width, height): (u32, u32), dark: bool) -> Client {
        let options = json!({
            "binary": self.chromium,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)),
            ],
            "mobileEmulation": {
                "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1.0, "touch": false },
            },
        });
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let address = format!("http://127.0.0.1:{}", self.port);
        let client = builder.capabilities(capabilities).connect(&address).await;
        client.expect("the browser starts")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked to end, it ends its browsers too; after a failed test they still run. Then
        // it may have ended by itself.
        let _ = self.shut_down();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A page in a browser.
struct Open {
    client: Client,
}

impl Open {
    async fn script(&self, script: &str) -> Value {
        self.client.execute(script, vec![]).await.expect("the script runs")
    }

    async fn press(&self, keys: &str) {
        let body = self.client.find(Locator::Css("body")).await.expect("there is a body");
        body.send_keys(keys).await.expect("it takes keys");
    }

    async fn click(&self, css: &str) {
        let button = self.client.find(Locator::Css(css)).await;
        button.unwrap_or_else(|_| panic!("`{css}`")).click().await.expect("it can be clicked");
    }

    async fn text(&self, css: &str) -> String {
        let element = self.client.find(Locator::Css(css)).await;
        element.unwrap_or_else(|_| panic!("`{css}`")).text().await.expect("it has a text")
    }

    /// The number of the ply that is shown, wherever the page tells it.
    async fn ply(&self) -> usize {
        let shown = self.text("#where").await;
        let (ply, _) = shown.split_once(" / ").expect("two numbers");
        let script = "return [location.hash.slice(1), graph.getAttribute('aria-valuenow')]";
        assert_eq!(self.script(script).await, json!([ply, ply]));
        ply.parse().expect("a number")
    }

    /// The names of the pieces that are seen on the board.
    async fn tops(&self) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll('.stacks .top')].map((top) => top.dataset.piece)";
        let names = self.script(script).await;
        serde_json::from_value(names).expect("a list of names")
    }

    /// Waits until nothing moves any more: movements last a quarter of a second.
    async fn settle(&self) {
        self.script("document.getAnimations().forEach((animation) => animation.finish())").await;
        let mut before = Value::Null;
        loop {
            let view = self
                .script("return document.querySelector('.area svg').getAttribute('viewBox')")
                .await;
            if view == before {
                return;
            }
            before = view;
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    /// Keeps a picture of what is seen.
    async fn keep_picture(&self, name: &str) {
        self.settle().await;
        let picture = self.client.screenshot().await.expect("it can be painted");
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(path, picture).expect("it can be written");
    }
}

/// Opens the page at sizes and in light and dark, and clicks through each.
fn through_the_page(
    name: &str,
    looks: &[((u32, u32), bool)],
    test: &impl AsyncFn(&Open, &Game, (u32, u32), bool),
) {
    let Some(driver) = Driver::start() else { return };
    let (game, page) = page();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    fs::write(&path, page).expect("it can be written");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("it can be built").block_on(async {
        for &(size, dark) in looks {
            let open = Open { client: driver.browser(size, dark).await };
            open.client.goto(&format!("file://{}", path.display())).await.expect("it opens");
            test(&open, &game, size, dark).await;
            open.client.close().await.expect("it closes");
        }
    });
}

const WIDE: (u32, u32) = (1600, 1000);

#[test]
fn keys_step_through_the_game() {
    through_the_page("page_keys", &[(WIDE, false)], &async |page, game, _, _| {
        let last = game.moves().len();
        assert_eq!(page.ply().await, 0);
        assert_eq!(page.tops().await, [""; 0]);
        page.press(&Key::Right.to_string()).await;
        assert_eq!((page.ply().await, page.tops().await.len()), (1, 1));
        assert_eq!(page.text(".move[aria-current]").await, text_of(game, 1));
        page.press(&Key::End.to_string()).await;
        assert_eq!(page.ply().await, last);
        let position = game.position();
        let is_seen = |piece: &waggle::rules::Piece| !position.is_covered(*piece);
        let mut expected: Vec<String> =
            position.pieces_on_table().filter(is_seen).map(|piece| piece.to_string()).collect();
        let mut seen = page.tops().await;
        expected.sort();
        seen.sort();
        assert_eq!(seen, expected);
        page.press(&Key::Right.to_string()).await;
        assert_eq!(page.ply().await, last, "there is nothing behind the end");
        page.press(&Key::Left.to_string()).await;
        assert_eq!(page.ply().await, last - 1);
        page.press(&Key::Home.to_string()).await;
        assert_eq!(page.ply().await, 0);
        page.press("m").await;
        assert_eq!(page.ply().await, BLUNDER);
        page.press("n").await;
        assert_eq!(
            page.script("return document.querySelectorAll('.stacks text').length").await,
            json!(0)
        );
    });
}

#[test]
fn everything_that_can_be_clicked_leads_there() {
    through_the_page("page_clicks", &[(WIDE, true)], &async |page, game, _, _| {
        page.click("#forth").await;
        page.click("#forth").await;
        page.click("#back").await;
        assert_eq!(page.ply().await, 1);
        page.click("#last").await;
        assert_eq!(page.ply().await, game.moves().len());
        page.click("#first").await;
        assert_eq!(page.ply().await, 0);
        page.click(".worst button").await;
        assert_eq!(page.ply().await, BLUNDER, "the start names the worst move");
        page.click("#moves li > .move[data-ply='12']").await;
        assert_eq!(page.ply().await, 12);
        page.click("#graph").await;
        let middle = page.ply().await;
        assert!(middle.abs_diff(game.moves().len() / 2) <= 1, "the middle of the graph: {middle}");
        page.click("#next-mark").await;
        let said = page.text("#said").await;
        assert!(said.contains(&text_of(game, BLUNDER)) && said.contains("?? blunder"), "{said}");
        assert!(said.contains("White's chances fall from 53 % to 7 %."), "{said}");
    });
}

#[test]
fn a_better_line_is_shown_on_the_board_and_left_again() {
    through_the_page("page_lines", &[(WIDE, false)], &async |page, _, _, _| {
        page.script("location.hash = '#31'").await;
        let tops = page.tops().await;
        let hint = "return document.querySelectorAll('.arrow.missed').length";
        assert_eq!(page.script(hint).await, json!(1), "what would have been better");
        page.click("#moves .line button").await;
        assert_eq!(page.ply().await, BLUNDER);
        assert_eq!(page.script(hint).await, json!(0));
        assert_eq!(
            page.script("return document.querySelector('.area').classList.contains('preview')")
                .await,
            json!(true)
        );
        assert_eq!(
            page.text("#said button[aria-current]").await,
            page.text("#moves .line button").await
        );
        page.press(&Key::Escape.to_string()).await;
        assert_eq!(page.tops().await, tops);
        page.click("#said .line button").await;
        page.press(&Key::Left.to_string()).await;
        assert_eq!(page.ply().await, BLUNDER - 1, "back to the game");
    });
}

#[test]
fn it_fits_every_screen_in_light_and_dark_and_loads_nothing() {
    let sizes = [(360, 800), (900, 900), (1280, 720), (1600, 1000)];
    let looks = sizes.map(|size| [(size, false), (size, true)]);
    through_the_page("page_looks", looks.as_flattened(), &async |page, _, size, dark| {
        page.press("m").await;
        let (width, height) = size;
        let script = "return [innerWidth, document.documentElement.scrollWidth <= innerWidth, \
                      matchMedia('(prefers-color-scheme: dark)').matches, \
                      performance.getEntriesByType('resource').length]";
        assert_eq!(page.script(script).await, json!([width, true, dark, 0]));
        let script = "const box = document.getElementById('table').getBoundingClientRect(); \
                      return box.top >= 0 && box.bottom <= innerHeight && box.width > innerWidth / 2";
        assert_eq!(page.script(script).await, json!(true), "the board is in sight");
        let table = page
            .script("return getComputedStyle(document.getElementById('table')).backgroundColor");
        let expected = if dark { "rgb(58, 71, 80)" } else { "rgb(204, 216, 220)" };
        assert_eq!(table.await, json!(expected));
        let theme = if dark { "dark" } else { "light" };
        page.keep_picture(&format!("page-{width}x{height}-{theme}.png")).await;
    });
}

#[test]
fn either_the_page_scrolls_or_the_list_but_never_both() {
    let looks = [((360, 800), false), ((900, 900), false), ((1280, 720), false), (WIDE, false)];
    through_the_page("page_scrolls", &looks, &async |page, _, (width, _), _| {
        for key in [Key::Home, Key::End] {
            page.press(&key.to_string()).await;
            let script = "const root = document.documentElement; \
                          const list = document.getElementById('moves'); \
                          return [root.scrollHeight > root.clientHeight, \
                                  list.scrollHeight > list.clientHeight]";
            let is_narrow = width < 860;
            assert_eq!(page.script(script).await, json!([is_narrow, !is_narrow]), "{width}");
        }
    });
}

#[test]
fn the_board_fits_the_hive() {
    let looks = [((360, 800), false), ((900, 900), false), ((1280, 720), false), (WIDE, false)];
    through_the_page("page_fits", &looks, &async |page, game, size, _| {
        // How much of the board's width and height the pieces take up, whichever is more,
        // and whether all of them are seen.
        let script = "const outer = document.querySelector('.area').getBoundingClientRect(); \
            const drawn = document.querySelectorAll('.stacks > *, .marks > *'); \
            const boxes = [...drawn].map((child) => child.getBoundingClientRect()); \
            const left = Math.min(...boxes.map((box) => box.left)); \
            const right = Math.max(...boxes.map((box) => box.right)); \
            const top = Math.min(...boxes.map((box) => box.top)); \
            const bottom = Math.max(...boxes.map((box) => box.bottom)); \
            return [Math.max((right - left) / outer.width, (bottom - top) / outer.height), \
                    left >= outer.left && right <= outer.right \
                    && top >= outer.top && bottom <= outer.bottom]";
        for ply in [0, 1, 20, game.moves().len()] {
            page.script(&format!("location.hash = '#{ply}'")).await;
            page.settle().await;
            assert_eq!(page.ply().await, ply);
            let seen = page.script(script).await;
            let share = seen[0].as_f64().expect("a number");
            // A single piece does not grow without limit.
            let least = if ply == 1 { 0.15 } else { 0.7 };
            assert!(share > least && seen[1] == json!(true), "ply {ply} at {size:?}: {seen}");
        }
        page.press(&Key::Home.to_string()).await;
        let piles = "return document.querySelectorAll('.stacks use[href=\"#wQ\"], .stacks use[href=\"#bQ\"]').length";
        assert_eq!(page.script(piles).await, json!(2), "before the first move all pieces are seen");
    });
}

#[test]
fn the_outline_of_a_tile_does_not_touch_its_name() {
    through_the_page("page_names", &[(WIDE, false)], &async |page, game, _, _| {
        page.press(&Key::End.to_string()).await;
        // The outline's lower edges fall towards the middle, 30 degrees steep.
        let script = "const edge = document.getElementById('edge').points; \
            const radius = Math.max(...[...edge].map((point) => point.y)); \
            return [...document.querySelectorAll('.stacks text')].map((text) => \
                radius - text.getComputedTextLength() / 2 / Math.sqrt(3) - 5 / Math.cos(Math.PI / 6) \
                - Number(text.getAttribute('y')))";
        let room = page.script(script).await;
        let room: Vec<f64> = serde_json::from_value(room).expect("numbers");
        let is_seen = |piece: &waggle::rules::Piece| !game.position().is_covered(*piece);
        assert_eq!(room.len(), game.position().pieces_on_table().filter(is_seen).count());
        assert!(room.iter().all(|room| *room > 0.0), "{room:?}");
        assert!(
            game.position().pieces_on_table().any(|piece| !is_seen(&piece)),
            "there is a stack"
        );
    });
}

#[test]
fn a_score_names_the_side_that_it_is_good_for() {
    through_the_page("page_scores", &[(WIDE, false)], &async |page, _, _, _| {
        page.press("m").await;
        let said = page.text("#said").await;
        assert!(said.contains("Better (White +0.10):"), "{said}");
        assert!(said.contains("+2.00 liberties for Black · White 7 %, Black 93 %"), "{said}");
        let bar = page.script("return document.querySelector('.bar').title").await;
        assert_eq!(bar, json!("Black +2.00: White 7\u{a0}%, Black 93\u{a0}%"));
    });
}
