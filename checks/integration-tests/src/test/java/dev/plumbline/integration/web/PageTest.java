package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, by keys and mouse. */
@Tag("external")
class PageTest {
    static final Path SHOTS = Path.of("target/web");
    private static Browser browser;

    @TempDir
    Path folder;

    private final List<Browser.Tab> tabs = new ArrayList<>();
    private WebHost host;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.log.clear();
        browser.requests.clear();
        host = new WebHost(folder);
    }

    @AfterEach
    void close() {
        tabs.forEach(Browser.Tab::close);
        host.close();
    }

    private Browser.Tab page() {
        Browser.Tab tab = browser.open(host.web.address().toString());
        tabs.add(tab);
        tab.await("document.querySelector('#connection')?.textContent === 'Connected'");
        return tab;
    }

    private static void say(Browser.Tab tab, String text) {
        tab.click("#text", "document.activeElement.id === 'text'");
        tab.type(text);
        tab.key("Enter", 13);
    }

    private static void awaitIdle(Browser.Tab tab) {
        tab.await("document.querySelector('#stop').disabled");
    }

    @Test
    @DisplayName("AG10 a conversation by keyboard: streaming, a tool, an approval with its rows, the answer")
    void ag10_conversation_byKeyboard() throws Exception {
        Browser.Tab tab = page();
        host.model
                .add(new AiDelta.Reasoning("The wall must go."))
                .text("I look at ")
                .text("the **wall**.");
        say(tab, "Delete the wall w1");
        tab.awaitText("article.answer", "I look at the **wall**.");
        assertThat(tab.text("article.question .body")).isEqualTo("Delete the wall w1");
        host.model
                .call(0, "delete", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("It is gone.")
                .end();

        tab.awaitText("article.approval", "w1");
        tab.screenshot(SHOTS.resolve("approval.png"));
        assertThat(tab.text("article.approval")).contains("Delete: w1?", "Removes or overwrites.", "w1");
        assertThat(tab.text("article.approval tbody")).contains("id", "w1").doesNotContain("string");
        tab.click("article.approval details.details summary", "document.querySelector('.details').open");
        assertThat(tab.text("article.approval details.details")).contains("id (string, 2 characters)", "\"w1\"");
        tab.screenshot(SHOTS.resolve("question.png"));
        assertThat(host.walls.ran).isEmpty();
        tab.eval("document.querySelector('[data-option=approve]').focus()");
        tab.key("Enter", 13);

        tab.awaitText("#rows", "It is gone.");
        awaitIdle(tab);
        assertThat(host.walls.ran).containsExactly("delete w1");
        assertThat(tab.count("article.approval")).isZero();
        assertThat(tab.text("article.answer strong")).isEqualTo("wall");
        assertThat(tab.text("article.tool")).contains("delete", "completed");
        tab.click("#tab-why");
        tab.awaitText("#panel-why", "live");
        tab.screenshot(SHOTS.resolve("conversation.png"));
        assertThat(browser.log).isEmpty();
    }

    @Test
    @DisplayName("AG11 edit and resend makes a sibling; the person goes back, forks, undoes and compares")
    void ag11_tree_hasSiblings() throws Exception {
        Browser.Tab tab = page();
        host.model.text("First answer.").end();
        say(tab, "First question");
        tab.awaitText("#rows", "First answer.");
        awaitIdle(tab);
        tab.awaitText("#tree", "First question"); // its row is drawn again when its versions are known
        host.model.text("Second answer.").end();
        tab.click("[data-action=edit]", "document.querySelector('article form textarea')");
        tab.eval("document.querySelector('article form textarea').value = 'Second question'");
        tab.click(
                "article form button[type=submit]",
                "document.querySelector('#rows').innerText.includes('Second answer.')");
        tab.awaitText("#rows", "Second answer.");
        tab.awaitText("article.question .actions", "2 of 2");
        assertThat(tab.text("#rows")).doesNotContain("First");

        tab.click("[data-action=previous]", "document.querySelector('#rows').innerText.includes('First answer.')");
        tab.awaitText("#rows", "First answer.");
        tab.awaitText("article.question .actions", "1 of 2");
        tab.await("document.querySelectorAll('#tree .node').length === 2");
        tab.eval("document.querySelectorAll('#tree input').forEach(box => box.click())");
        tab.await("document.querySelectorAll('#tree input:checked').length === 2");
        tab.click("#compare", "document.querySelector('#comparison').open");
        tab.awaitText("#comparison-columns", "Second answer.");
        assertThat(tab.text("#comparison-columns")).contains("First answer.");
        tab.screenshot(SHOTS.resolve("comparison.png"));
        tab.click("#comparison-close", "!document.querySelector('#comparison').open");

        tab.click(
                "[data-action=fork]",
                "document.querySelector('#conversations [aria-current=true]')?.innerText.includes('fork-')");
        host.model.text("On the fork.").end();
        tab.awaitText("#rows", "First answer.");
        say(tab, "More");
        tab.awaitText("#rows", "On the fork.");
        awaitIdle(tab);
        tab.click("#undo", "!document.querySelector('#rows').innerText.includes('On the fork.')");
        tab.await("!document.querySelector('#rows').innerText.includes('On the fork.')");
        assertThat(tab.text("#rows")).contains("First answer.");
        assertThat(browser.log).isEmpty();
    }

    @Test
    @DisplayName(
            "AG12 two windows show one conversation; the first answer to a question counts; a lost server is found again")
    void ag12_windowsAndRestart() throws Exception {
        Browser.Tab one = page();
        host.model.text("Begun ");
        say(one, "Delete w1");
        one.awaitText("article.answer", "Begun");
        Browser.Tab two = page();
        two.awaitText("article.answer", "Begun");
        host.model
                .text("and asked.")
                .call(0, "delete", "{\"id\":\"w1\"}")
                .endWithTools()
                .text("Kept.")
                .end();
        two.awaitText("article.approval", "w1");
        one.awaitText("article.approval", "w1");
        two.click("[data-option=deny]", "!document.querySelector('article.approval')");

        one.awaitText("#rows", "Kept.");
        two.awaitText("#rows", "Kept.");
        one.await("!document.querySelector('article.approval')");
        assertThat(host.walls.ran).isEmpty();
        assertThat(one.text("#rows")).containsOnlyOnce("Begun and asked.");
        assertThat(two.text("#rows")).containsOnlyOnce("Begun and asked.");

        host.web.close();
        one.await("document.querySelector('#connection').textContent.startsWith('Connection lost')");
    }

    @Test
    @DisplayName("AG13 hostile content is text: nothing runs, nothing is loaded, hidden characters are visible")
    void ag13_hostileContent_isText() throws Exception {
        Browser.Tab tab = page();
        String hostile = "<script>window.hit=1</script><img src=x onerror='window.hit=1'><svg onload='window.hit=1'>"
                + " [click](javascript:window.hit=1) ![p](https://example.com/p.png) https://example.com/a"
                + " <iframe srcdoc='<script>parent.hit=1</script>'> a\u202Eb\u200Bc\u2066d\uDB40\uDC41e";
        host.model
                .text(hostile)
                .call(0, "delete", Json.object().with("id", "w\u202E1\u200B").text())
                .endWithTools()
                .end();
        say(tab, hostile);
        tab.await("document.querySelector('article.approval')");

        assertThat(tab.eval("window.hit === undefined").asBoolean()).isTrue();
        assertThat(tab.count("#rows script, #rows svg, #rows iframe, #rows a, #rows img"))
                .isZero();
        assertThat(tab.text("article.answer")).contains("<script>", "U+202E", "U+200B", "U+2066", "U+E0041");
        assertThat(tab.text("article.approval tbody"))
                .doesNotContain("\u202E", "\u200B")
                .contains("202");
        tab.screenshot(SHOTS.resolve("hostile.png"));
        tab.click("[data-option=deny]", "!document.querySelector('article.approval')");
        awaitIdle(tab);
        assertThat(browser.requests)
                .filteredOn(request -> !request.startsWith("http://127.0.0.1:") && !request.startsWith("about:"))
                .isEmpty();
    }

    @Test
    @DisplayName("AG14 an answer of five megabytes is shown in parts, and the page stays usable")
    void ag14_longAnswer_isShownInParts() throws Exception {
        Browser.Tab tab = page();
        String megabyte = "0123456789 ".repeat(95_326);
        for (int i = 0; i < 5; i++) {
            host.model.text(megabyte);
        }
        host.model.end();
        say(tab, "Everything");
        tab.awaitText("article.answer", "Show more");
        awaitIdle(tab);
        assertThat(tab.eval("document.querySelector('article.answer .body').textContent.length")
                        .asInt())
                .isLessThan(60_000);
        tab.click(
                "article.answer .body button",
                "document.querySelector('article.answer .body').textContent.length > 70000");
        tab.await("document.querySelector('article.answer .body').textContent.length > 70000");
    }

    @Test
    @DisplayName("AG15 axe-core finds nothing, in both colours, with an approval and all panels")
    void ag15_accessibility() throws Exception {
        Path axe = AgUiJudges.FOLDER.resolve("node_modules/axe-core/axe.min.js");
        assumeTrue(
                Files.exists(axe),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/agui");
        Browser.Tab tab = page();
        host.model
                .text("# Plan\n\n- `one`\n- two\n\n```\ncode\n```\n")
                .call(0, "measure", "{\"id\":\"w1\"}")
                .endWithTools();
        host.model.call(0, "delete", "{\"id\":\"w1\"}").endWithTools();
        say(tab, "Delete the wall");
        tab.awaitText("article.approval", "w1");
        tab.eval(Files.readString(axe));
        for (String theme : List.of("light", "dark")) {
            tab.eval("(() => { const t = document.querySelector('#theme'); t.value = '" + theme
                    + "'; t.dispatchEvent(new Event('change')); })()");
            for (String panel : List.of("tree", "why", "found")) {
                tab.click("#tab-" + panel);
                Json found = tab.eval("axe.run().then(r => r.violations.map(v => v.id + ': '"
                        + " + v.nodes.map(n => n.html + ' ' + n.failureSummary).join('; ')))");
                assertThat(found.elements().stream().map(Json::asText))
                        .as("%s, %s", theme, panel)
                        .isEmpty();
            }
        }
        tab.screenshot(SHOTS.resolve("dark.png"));
    }

    @Test
    @DisplayName("AG16 the page speaks three languages, with the same words in each")
    void ag16_languages() throws Exception {
        Browser.Tab tab = page();
        assertThat(tab
                        .eval(
                                "import('/words.js').then(w => w.languages.map(l => Object.keys(w.all[l]).sort().join()))")
                        .elements()
                        .stream()
                        .distinct())
                .hasSize(1);
        for (String language : List.of("de", "fr", "en")) {
            tab.eval("(() => { const l = document.querySelector('#language'); l.value = '" + language
                    + "'; l.dispatchEvent(new Event('change')); })()");
            assertThat(tab.eval("document.documentElement.lang").asText()).isEqualTo(language);
        }
    }

    /** A conversation of 10,000 messages. */
    private ConversationSession longConversation() {
        AiBody.Builder body = AiBody.builder().toolFilter("*");
        for (int i = 0; i < 5_000; i++) {
            body.add(Interaction.user("Question " + i))
                    .add(new Interaction.Assistant(
                            List.of(new Part.Text("Answer " + i + ". " + "More. ".repeat(i % 40)))));
        }
        return host.ai.session(body.build());
    }

    private static double heap(Browser.Tab tab) {
        tab.send("HeapProfiler.collectGarbage", Json.object());
        return tab.send("Runtime.getHeapUsage", Json.object()).get("usedSize").asDouble() / (1 << 20);
    }

    private static double processorSeconds(Browser.Tab tab) {
        return tab.send("Performance.getMetrics", Json.object()).get("metrics").elements().stream()
                .filter(metric -> metric.get("name").asText().equals("TaskDuration"))
                .findFirst()
                .orElseThrow()
                .get("value")
                .asDouble();
    }

    @Test
    @DisplayName(
            "AG17 of 10,000 entries those in sight are drawn; 3,000 deltas a second arrive complete; the figures are written down")
    void ag17_manyEntries_areDrawnInPart() throws Exception {
        try (ConversationSession session = longConversation()) {
            Browser.Tab tab = page();
            tab.awaitText("#rows", "Answer 4999");
            assertThat(session.path()).hasSizeGreaterThan(1_000);
            assertThat(tab.count("#rows article")).isBetween(1, 100);
            double heap = heap(tab);
            tab.eval("document.querySelector('#scroller').scrollTop = 0");
            tab.awaitText("#rows", "Question 0");
            assertThat(tab.count("#rows article")).isBetween(1, 100);
            tab.eval("window.frames = 0; window.longest = 0; { let last = performance.now(); const frame = now => {"
                    + " frames++; longest = Math.max(longest, now - last); last = now; requestAnimationFrame(frame); };"
                    + " requestAnimationFrame(now => { last = now; frame(now); }); }");
            tab.eval("new Promise(done => { let at = 0; const next = () => { at += 5000;"
                    + " document.querySelector('#scroller').scrollTop = at; at < 400000 ? requestAnimationFrame(next) : done(); };"
                    + " next(); })");
            double scrolling = tab.eval("longest").asDouble();
            tab.eval("longest = 0; frames = 0; document.querySelector('#scroller').scrollTop = 1e9");
            say(tab, "Stream");
            tab.send("Performance.enable", Json.object().with("timeDomain", "threadTicks"));
            double before = processorSeconds(tab);
            long start = System.nanoTime();
            for (int i = 1; i <= 9_000; i++) {
                host.model.text("w" + i % 10 + " ");
                while (System.nanoTime() - start < i * 333_333L) {
                    Thread.onSpinWait();
                }
            }
            host.model.text("last").end();
            tab.awaitText("article.answer:last-child", "last");
            awaitIdle(tab);
            double streaming = tab.eval("longest").asDouble();
            double used = processorSeconds(tab) - before;
            String text = tab.text("article.answer:last-child .body");
            assertThat(text.strip().split(" ", -1)).hasSize(9_001);
            Files.createDirectories(SHOTS);
            Files.writeString(
                    SHOTS.resolve("figures.txt"),
                    "first paint ms: "
                            + tab.eval("performance.getEntriesByType('paint')[0].startTime")
                                    .asDouble()
                            + "\nheap MB after 10,000 entries: " + heap + ", after all: " + heap(tab)
                            + "\nDOM nodes: "
                            + tab.eval("document.querySelectorAll('*').length").asInt()
                            + "\nlongest frame ms, scrolling: " + scrolling + ", at 3,000 deltas a second: " + streaming
                            + "\nprocessor seconds of the page's thread for 9,000 deltas in 3 s: " + used
                            + "\nframes while streaming: " + tab.eval("frames").asInt() + "\n");
        }
    }
}
