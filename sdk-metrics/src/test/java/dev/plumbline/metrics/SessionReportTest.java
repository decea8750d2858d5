package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.SessionReport.Content;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionReportTest {
    private static final String HOSTILE = "<script>alert('CANARY')</script>\u0007";

    private final ConversationTree tree = tree();

    private static ConversationTree tree() {
        ConversationTree first = with(ConversationTree.empty(), "main", HOSTILE);
        ConversationTree both = first.branchAt(first.head("main"), "other");
        return with(with(both, "main", "one way"), "other", "another way");
    }

    private static ConversationTree with(ConversationTree tree, String branch, String words) {
        return tree.append(
                branch,
                new Entry(
                        tree.nextId(),
                        Optional.of(tree.head(branch).id()),
                        List.of(Interaction.user(words)),
                        Entry.Status.COMPLETE,
                        Usage.of(3, 4),
                        Happened.START,
                        Duration.ofMillis(12)));
    }

    private static List<AiEvent> events() {
        List<AiEvent> events = new ArrayList<>(Happened.turn());
        events.set(events.indexOf(Happened.callFinished(1000, 40)), Happened.eventful());
        return events;
    }

    private String page(Content content) {
        return SessionReport.of(tree, events()).html(content);
    }

    @Test
    void page_showsTheConversationAndDrawsTheTurn() {
        assertThat(page(Content.LENGTHS))
                .contains("Session s", "Round 1: attempt 1 failed: RATE_LIMITED", "waited 500 ms (retry-after)")
                .contains(
                        "not in the cache: no-entry", "<title>drawWall, 20 ms</title>", "<title>round 1, 1.2 s</title>")
                .contains("1.5 kB out, 600 B in", "0.002 USD", "10 in, 40 out", ">main</mark>", ">other</mark>");
    }

    @Test
    void page_showsLengthsAndNoWord() {
        assertThat(page(Content.LENGTHS))
                .doesNotContain("CANARY", "one way")
                .contains(HOSTILE.length() + " characters");
    }

    @Test
    void page_thatWasAskedForWords_showsThemAsWords() {
        assertThat(page(Content.WORDS))
                .contains("&lt;script&gt;alert(&#39;CANARY&#39;)&lt;/script&gt;\uFFFD", "one way", "another way")
                .doesNotContain("<script", "\u0007");
    }

    @Test
    void page_loadsNothing() {
        assertThat(page(Content.WORDS))
                .contains("default-src 'none'")
                .doesNotContainPattern("(?i)<(script|link|img|iframe|object)|https?://|url\\(|@import| src=");
    }

    @Test
    void branches_areListsOfTheirOwn() {
        assertThat(page(Content.LENGTHS).split("<li><ul>", -1)).hasSize(3);
    }

    @Test
    void text_isForATerminal() {
        assertThat(SessionReport.of(tree, events()).text())
                .contains("Session s", "attempts       1, 1 retried", "Round 1: waited 500 ms (retry-after)");
    }

    @Test
    void sessionOfWhichNothingIsKnown_hasAPageAllTheSame() {
        assertThat(SessionReport.of(ConversationTree.empty(), List.of()).html(Content.LENGTHS))
                .contains("<h1>", "</html>");
    }
}
