package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.web.SessionReport;
import dev.plumbline.web.SessionReport.ContentLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a session, opened from a file in a real browser without a server. */
@Tag("external")
class ReportTest {
    private static final String HOSTILE = "<script>window.hit=1</script></script><script>window.hit=1</script>"
            + "<img src=x onerror='window.hit=1'> <!-- ]]> [click](javascript:window.hit=1) https://example.com/a"
            + " \u2028 a\u202Eb\u200Bc ";

    private static Browser browser;

    @TempDir
    Path folder;

    private WebHost host;
    private ConversationSession session;

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
        session = host.ai.session(AiBody.builder().toolFilter("*").build());
    }

    @AfterEach
    void close() {
        session.close();
        host.close();
    }

    private void say(String text, String answer) {
        host.model.text(answer).end();
        session.send(text);
    }

    private String report(ContentLevel content) {
        return SessionReport.of(
                        session.tree(),
                        host.ai.metrics().recent(event -> event.ids().session().equals(session.id())))
                .html(content);
    }

    private Browser.Tab page(String report) throws Exception {
        Path file = Files.writeString(folder.resolve("report.html"), report);
        Browser.Tab tab = browser.open(file.toUri().toString());
        tab.await("document.querySelector('#rows article')");
        tab.eval("(() => { const l = document.querySelector('#language'); l.value = 'en';"
                + " l.dispatchEvent(new Event('change')); })()"); // another test may have chosen one
        return tab;
    }

    /** A conversation with a tool and two versions of its second message. */
    private void talk() {
        host.model
                .text("I measure.")
                .call(0, "measure", "{\"id\":\"wall-seven\"}")
                .endWithTools()
                .text("# Result\n\nIt has **four** metres.")
                .end();
        session.send("How long is the wall?");
        say("Thanks", "You are welcome.");
        ConversationEntry thanks = session.path().stream()
                .filter(entry -> entry.text().equals("Thanks"))
                .findFirst()
                .orElseThrow();
        host.model.text("Three metres high.").end();
        session.edit(thanks, "And how high?");
    }

    @Test
    @Tag("SH119")
    @DisplayName("N11 the report says how many tokens a cached answer saved, for a call and for the conversation")
    void n11_report_saysWhatAHitSaved() throws Exception {
        say("How long is the wall?", "Four metres.");
        String hit = "\"lookups\":[{\"hit\":true,\"why\":\"hit\",\"saved\":1234}]";
        Browser.Tab tab = page(
                report(ContentLevel.WORDS).replace("\"lookups\":[]", hit).replace("\"saved\":0", "\"saved\":5678"));
        tab.awaitText("#rows", "Four metres.");
        assertThat(tab.text("#panel-why"))
                .contains("from the cache: hit, 1,234 tokens saved")
                .contains("0 hit, 0 missed, 5,678 tokens saved");
    }

    @Test
    @DisplayName(
            "AG68 the report is the page in a file: versions, tree, comparison, search, replay, why; by keys and mouse")
    void ag68_report_isThePage() throws Exception {
        talk();
        Browser.Tab tab = page(report(ContentLevel.WORDS));
        tab.awaitText("#rows", "Three metres high.");
        assertThat(tab.text("article.tool")).contains("measure", "completed", "wall-seven");
        assertThat(tab.eval("document.querySelector('article.tool').textContent")
                        .asText())
                .contains("4000");
        assertThat(tab.text("article.answer strong")).isEqualTo("four");
        assertThat(tab.text("#panel-why")).contains("call-model", "live", "measure");
        assertThat(tab.count(".chart .line")).isGreaterThan(5);
        assertThat(tab.eval(
                                "[...document.querySelectorAll('#composer, nav, #undo, [data-action=edit], [data-action=fork]')]"
                                        + ".filter(each => each.offsetParent).length")
                        .asInt())
                .isZero();
        tab.screenshot(PageTest.SHOTS.resolve("report.png"));

        tab.click("[data-action=previous]", "document.querySelector('#rows').innerText.includes('You are welcome.')");
        assertThat(tab.text("#rows")).doesNotContain("Three metres high.");
        tab.click("#tab-tree", "!document.querySelector('#panel-tree').hidden");
        tab.await("document.querySelectorAll('#tree .node').length === 3");
        tab.eval("[...document.querySelectorAll('#tree input')].slice(1).forEach(box => box.click())");
        tab.click("#compare", "document.querySelector('#comparison').open");
        assertThat(tab.text("#comparison-columns")).contains("You are welcome.", "Three metres high.");
        tab.click("#comparison-close", "!document.querySelector('#comparison').open");

        tab.click("#search-text", "document.activeElement.id === 'search-text'");
        tab.type("metres high");
        tab.key("Enter", 13);
        tab.awaitText("#panel-found", "Three metres high.");
        tab.click("#panel-found button", "document.querySelector('#rows').innerText.includes('Three metres high.')");
        tab.await("document.activeElement.closest('article.answer')?.innerText.includes('Three metres high.')");
        tab.key("PageUp", 33);
        tab.await("document.activeElement.innerText.includes('And how high?')");

        tab.click("#replay", "!document.querySelector('#replay-bar').hidden");
        tab.key("End", 35);
        tab.awaitText("#rows", "Three metres high.");
        tab.click("#replay-end", "document.querySelector('#replay-bar').hidden");
        tab.eval("(() => { const l = document.querySelector('#language'); l.value = 'de';"
                + " l.dispatchEvent(new Event('change')); })()");
        tab.awaitText("#rows", "Werkzeug");
        assertThat(browser.log).isEmpty();
        assertThat(browser.requests).allMatch(request -> request.startsWith("file:") || request.startsWith("about:"));
        tab.close();
    }

    @Test
    @DisplayName(
            "AG61 hostile content is text in a report: nothing of it runs, nothing is loaded, and no other script runs")
    void ag61_hostileContent_isText() throws Exception {
        say(HOSTILE, HOSTILE);
        String report = report(ContentLevel.WORDS);
        Browser.Tab tab = page(report);
        assertThat(tab.eval("window.hit === undefined").asBoolean()).isTrue();
        assertThat(tab.count("#rows script, #rows img, #rows a, script:not([type])"))
                .isZero();
        assertThat(tab.text("article.answer")).contains("<script>", "U+202E", "U+200B", "U+2028");
        assertThat(browser.requests).allMatch(request -> request.startsWith("file:") || request.startsWith("about:"));
        assertThat(browser.log).isEmpty();
        tab.eval("(() => { const i = document.createElement('img'); i.src = 'https://example.com/p.png';"
                + " document.body.append(i); })()");
        tab.await("performance.getEntriesByType('resource').every(each => each.transferSize === 0)");
        assertThat(tab.eval("(() => { try { document.body.setAttribute('onclick', 'window.hit=1'); return ''; }"
                                + " catch (refused) { return refused.name; } })()")
                        .asText())
                .isEqualTo("TypeError");
        tab.close();

        browser.log.clear();
        Path changed = Files.writeString(
                folder.resolve("changed.html"),
                report.replace("\nconst modules = {};", "\nwindow.hit = 1; const modules = {};"));
        Browser.Tab other = browser.open(changed.toUri().toString());
        other.await("location.protocol === 'file:' && document.readyState === 'complete'"); // not the empty page before
        assertThat(other.eval("window.hit === undefined").asBoolean()).isTrue();
        Await.until(() -> browser.log.toString().contains("Content Security Policy"), () -> "logged: " + browser.log);
        other.close();
    }

    @Test
    @DisplayName("AG62 a report of lengths shows kinds, lengths, times and the tree, and no word")
    void ag62_lengths_areShown() throws Exception {
        talk();
        String report = report(ContentLevel.LENGTHS);
        assertThat(report).doesNotContain("You are welcome", "wall?", "four", "wall-seven");
        Browser.Tab tab = page(report);
        tab.awaitText("#title", "Session 1");
        assertThat(tab.text("article.question")).contains("21 characters");
        assertThat(tab.text("article.tool"))
                .contains("completed", "19 characters")
                .doesNotContain("measure");
        assertThat(tab.text("#panel-why")).contains("measure", "call-model");
        tab.screenshot(PageTest.SHOTS.resolve("report-lengths.png"));
        tab.click("#tab-tree", "!document.querySelector('#panel-tree').hidden");
        tab.awaitText("#tree", "13 characters");
        tab.click("[data-action=previous]", "document.querySelector('#rows').innerText.includes('16 characters')");
        assertThat(tab.eval("[...document.querySelectorAll('#search, #tab-found, #export-json, #export-markdown')]"
                                + ".filter(each => each.offsetParent).length")
                        .asInt())
                .isZero();
        assertThat(browser.log).isEmpty();
        tab.close();
    }

    @Test
    @DisplayName("AG63 of a report of 10,000 entries those in sight are drawn")
    void ag63_manyEntries_areDrawnInPart() throws Exception {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < 5_000; i++) {
            body.add(Interaction.user("Question " + i))
                    .add(new Interaction.Assistant(
                            List.of(new Part.Text("Answer " + i + ". " + "More. ".repeat(i % 40)))));
        }
        session.close();
        session = host.ai.session(body.build());
        String report = report(ContentLevel.WORDS);
        Browser.Tab tab = page(report);
        tab.awaitText("#rows", "Answer 4999");
        assertThat(tab.count("#rows article")).isBetween(1, 100);
        tab.eval("document.querySelector('#scroller').scrollTop = 0");
        tab.awaitText("#rows", "Question 0");
        assertThat(tab.count("#rows article")).isBetween(1, 100);
        tab.send("HeapProfiler.collectGarbage", Json.object());
        Files.createDirectories(PageTest.SHOTS);
        Files.writeString(
                PageTest.SHOTS.resolve("report-figures.txt"),
                "bytes: " + report.length() + "\nfirst paint ms: "
                        + tab.eval("performance.getEntriesByType('paint')[0].startTime")
                                .asDouble()
                        + "\nheap MB: "
                        + tab.send("Runtime.getHeapUsage", Json.object())
                                        .get("usedSize")
                                        .asDouble()
                                / (1 << 20) + "\n");
        tab.close();
    }

    @Test
    @DisplayName(
            "AG64 axe-core finds nothing in a report, in both colours, with all panels, on a wide and a narrow screen")
    void ag64_accessibility() throws Exception {
        Path axe = AgUiJudges.FOLDER.resolve("node_modules/axe-core/axe.min.js");
        assumeTrue(
                Files.exists(axe),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/agui");
        talk();
        for (ContentLevel content : ContentLevel.values()) {
            Browser.Tab tab = page(report(content));
            tab.eval(Files.readString(axe));
            for (String theme : List.of("light", "dark")) {
                tab.eval("(() => { const t = document.querySelector('#theme'); t.value = '" + theme
                        + "'; t.dispatchEvent(new Event('change')); })()");
                for (int width : List.of(1400, 700)) {
                    tab.send(
                            "Emulation.setDeviceMetricsOverride",
                            Json.object()
                                    .with("width", width)
                                    .with("height", 900)
                                    .with("deviceScaleFactor", 1)
                                    .with("mobile", false));
                    for (String panel : List.of("tree", "why")) {
                        tab.click("#tab-" + panel);
                        Json found = tab.eval("axe.run().then(r => r.violations.map(v => v.id + ': '"
                                + " + v.nodes.map(n => n.html + ' ' + n.failureSummary).join('; ')))");
                        assertThat(found.elements().stream().map(Json::asText))
                                .as("%s, %s, %s, %s", content, theme, width, panel)
                                .isEmpty();
                    }
                }
            }
            tab.screenshot(PageTest.SHOTS.resolve("report-narrow-" + content + ".png"));
            tab.close();
        }
    }
}
