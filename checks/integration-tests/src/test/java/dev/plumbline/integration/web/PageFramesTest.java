package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.session.ConversationSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page costs while much arrives, beside a page that does nothing, in a browser of its own at the same time. */
@Tag("external")
class PageFramesTest {
    private static final int PER_SECOND = 3_000;
    private static final int DELTAS = 9_000;
    private static final long BURST_NANOS = 10_000_000;

    @TempDir
    Path folder;

    private Browser browser;
    private Browser other;
    private WebHost host;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        browser = new Browser();
        other = new Browser();
        host = new WebHost(folder);
    }

    @AfterEach
    void close() throws Exception {
        host.close();
        browser.close();
        other.close();
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

    /** Counts how often the text of a growing answer is changed, and the longest block of it. */
    private static final String COUNT = """
            (() => {
              window.counted = { changes: 0, block: 0 };
              new MutationObserver((records) => {
                const of = records.map((each) => each.target.closest?.('.growing')).find(Boolean);
                if (of) {
                  counted.changes++;
                  counted.block = Math.max(counted.block, of.lastElementChild?.textContent.length ?? 0);
                }
              }).observe(document.querySelector('#rows'), { childList: true, subtree: true });
            })()
            """;

    /** The bytes of the largest tree that was fetched after the first, which has all entries. */
    private static final String FETCHES = "performance.getEntriesByType('resource')"
            + ".filter((each) => each.name.includes('/api/tree')).slice(1).map((each) => each.decodedBodySize)";

    private void stream() {
        long start = System.nanoTime();
        int sent = 0;
        while (sent < DELTAS) {
            LockSupport.parkNanos(BURST_NANOS);
            long due = Math.min(DELTAS, (System.nanoTime() - start) * PER_SECOND / 1_000_000_000);
            while (sent < due) {
                sent++;
                host.model.text("w" + sent % 10 + " ");
            }
        }
        host.model.text("last").end();
    }

    @Test
    @DisplayName("AG40 3,000 deltas a second behind 10,000 entries: frames beside those of an empty page")
    void ag40_frames_besideAnEmptyPage() throws Exception {
        try (ConversationSession session = longConversation()) {
            Browser.Tab tab = browser.open(host.web.address().toString());
            tab.awaitText("#rows", "Answer 4999");
            Browser.Tab empty = other.open("about:blank");
            tab.await("document.querySelectorAll('#tree .node').length > 5");

            FrameFigures.record(tab);
            FrameFigures.record(empty);
            tab.eval("new Promise(done => { let at = 1e6; const next = () => { at -= 5000;"
                    + " document.querySelector('#scroller').scrollTop = at; at > 600000 ? requestAnimationFrame(next) : done(); };"
                    + " next(); })");
            FrameFigures scrolled = FrameFigures.of(tab);
            FrameFigures scrolledEmpty = FrameFigures.of(empty);
            tab.eval("document.querySelector('#scroller').scrollTop = 1e9");

            tab.click("#text", "document.activeElement.id === 'text'");
            tab.type("Stream");
            tab.eval(COUNT);
            FrameFigures.record(tab);
            FrameFigures.record(empty);
            tab.key("Enter", 13);
            stream();
            tab.awaitText("article.answer:last-child", "last");
            tab.await("document.querySelector('#stop').disabled");
            FrameFigures streamed = FrameFigures.of(tab);
            FrameFigures streamedEmpty = FrameFigures.of(empty);

            Files.createDirectories(PageTest.SHOTS);
            Files.writeString(
                    PageTest.SHOTS.resolve("frames.txt"),
                    "scrolling:           " + scrolled + "\n  an empty page then: " + scrolledEmpty
                            + "\n3,000 deltas/s:      " + streamed + "\n  an empty page then: " + streamedEmpty + "\n");
            assertThat(session.path()).hasSizeGreaterThan(1_000);
            assertThat(tab.text("article.answer:last-child .body").strip().split(" ", -1))
                    .hasSize(DELTAS + 1);
            assertThat(tab.eval("counted.changes").asInt()).isBetween(2, streamed.frames() + 1);
            tab.await(FETCHES + ".length");
            assertThat(tab.eval("Math.max(..." + FETCHES + ")").asInt())
                    .as("bytes of the tree that a turn fetches")
                    .isBetween(1, 20_000);
            assertThat(tab.eval("counted.block").asInt()).isBetween(1_000, 4_100);
        }
    }
}
