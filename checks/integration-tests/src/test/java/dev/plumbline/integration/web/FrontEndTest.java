package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Front ends of others in a real browser, on the AG-UI endpoint. */
@Tag("external")
class FrontEndTest {
    private static final int DELTAS = 9_000;
    private static final int PER_SECOND = 3_000;

    @TempDir
    Path folder;

    private Browser browser;
    private WebHost host;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        FrontEnd.missing().ifPresent(missing -> assumeTrue(false, missing));
        browser = new Browser();
        host = new WebHost(folder);
    }

    @AfterEach
    void close() throws Exception {
        if (host != null) {
            host.close();
            browser.close();
        }
    }

    @Test
    @DisplayName(
            "AG51 assistant-ui shows an answer as it streams, a tool with its result, and a call that waits for approval")
    void ag51_assistantUi_showsATurn() throws Exception {
        try (FrontEnd front = FrontEnd.serve(host.web, "assistant-ui.jsx")) {
            Browser.Tab tab = browser.open(front.address);
            tab.await("document.querySelector('textarea')");
            host.model.text("I measure ");
            tab.click("textarea", "document.activeElement.tagName === 'TEXTAREA'");
            tab.type("Measure the wall, then delete it");
            tab.key("Enter", 13);
            tab.awaitText(".assistant", "I measure");
            host.model
                    .text("it.")
                    .call(0, "measure", "{\"id\":\"w1\"}")
                    .endWithTools()
                    .call(0, "delete", "{\"id\":\"w1\"}")
                    .endWithTools()
                    .end();
            tab.awaitText("body", "delete {");
            assertThat(tab.text("body")).contains("I measure it.", "measure", "4000");
            assertThat(host.walls.ran).containsExactly("measure w1");
            tab.screenshot(PageTest.SHOTS.resolve("assistant-ui.png"));
        }
    }

    @Test
    @DisplayName("AG67 a person approves and denies calls on a page of assistant-ui, and sees what would run")
    void ag67_assistantUi_answersApprovals() throws Exception {
        try (FrontEnd front = FrontEnd.serve(host.web, "assistant-ui.jsx")) {
            Browser.Tab tab = browser.open(front.address);
            tab.await("document.querySelector('textarea')");
            tab.click("textarea", "document.activeElement.tagName === 'TEXTAREA'");
            tab.type("Measure the wall, then delete both");
            tab.key("Enter", 13);
            host.model
                    .text("I measure it.")
                    .call(0, "measure", "{\"id\":\"w1\"}")
                    .endWithTools()
                    .call(0, "delete", "{\"id\":\"w1\"}")
                    .endWithTools();
            tab.awaitText(".approval", "w1");
            tab.screenshot(PageTest.SHOTS.resolve("assistant-ui-approval.png"));
            assertThat(host.walls.ran).containsExactly("measure w1");
            host.model
                    .text("And the other.")
                    .call(0, "delete", "{\"id\":\"w2\"}")
                    .endWithTools()
                    .text("One is gone.")
                    .end();
            tab.click("[data-approved=true]", "document.body.innerText.includes('w2')");
            tab.awaitText(".approval", "w2");
            tab.click("[data-approved=false]", "!document.querySelector('.approval')");
            tab.awaitText("body", "One is gone.");
            assertThat(host.walls.ran).containsExactly("measure w1", "delete w1");
            assertThat(tab.text("body")).containsOnlyOnce("I measure it.").containsOnlyOnce("And the other.");
            tab.screenshot(PageTest.SHOTS.resolve("assistant-ui.png"));
        }
    }

    @Test
    @DisplayName("AG52 two other front ends show 3,000 deltas a second; the figures are written down")
    void ag52_figures_ofOthers() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String page : new String[] {"assistant-ui.jsx", "deep-chat.js"}) {
            lines.append(measured(page)).append('\n');
            Files.createDirectories(PageTest.SHOTS);
            Files.writeString(PageTest.SHOTS.resolve("others.txt"), lines);
        }
    }

    private String measured(String page) throws Exception {
        try (FrontEnd front = FrontEnd.serve(host.web, page)) {
            Browser.Tab tab = browser.open(front.address);
            tab.await("window.say && performance.getEntriesByType('paint').length");
            double paint = tab.eval("performance.getEntriesByType('paint')[0].startTime")
                    .asDouble();
            double heap = heap(tab);
            int elements = tab.eval(ELEMENTS).asInt();
            FrameFigures.record(tab);
            tab.eval("void window.say('Stream')");
            stream();
            tab.await(ALL_TEXT + ".includes('last')");
            FrameFigures streamed = FrameFigures.of(tab);
            double after = heap(tab);
            tab.close();
            return String.format(
                    Locale.ROOT,
                    "%s: %s bytes, %s with gzip; first paint %.0f ms; heap %.1f MB, after all %.1f MB; %d elements; %s",
                    page,
                    front.bytes,
                    front.compressed,
                    paint,
                    heap,
                    after,
                    elements,
                    streamed);
        }
    }

    /** The text of the page, and of the parts that a front end keeps in a tree of its own. */
    private static final String ALL_TEXT =
            "(document.body.innerText + (document.querySelector('deep-chat')?.shadowRoot?.textContent ?? ''))";

    private static final String ELEMENTS = "document.querySelectorAll('*').length"
            + " + (document.querySelector('deep-chat')?.shadowRoot?.querySelectorAll('*').length ?? 0)";

    private static double heap(Browser.Tab tab) {
        tab.send("HeapProfiler.collectGarbage", Json.object());
        return tab.send("Runtime.getHeapUsage", Json.object()).get("usedSize").asDouble() / (1 << 20);
    }

    private void stream() {
        long start = System.nanoTime();
        int sent = 0;
        while (sent < DELTAS) {
            LockSupport.parkNanos(10_000_000);
            long due = Math.min(DELTAS, (System.nanoTime() - start) * PER_SECOND / 1_000_000_000);
            while (sent < due) {
                sent++;
                host.model.text("w" + sent % 10 + " ");
            }
        }
        host.model.text("last").end();
    }
}
