package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.SessionReport.ContentLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
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
                new ConversationEntry(
                        tree.nextId(),
                        Optional.of(tree.head(branch).id()),
                        List.of(Interaction.user(words)),
                        ConversationEntry.Status.COMPLETE,
                        Usage.of(3, 4),
                        SampleEvents.START,
                        Duration.ofMillis(12)));
    }

    private static List<AiEvent> events() {
        List<AiEvent> events = new ArrayList<>(SampleEvents.turn());
        events.set(events.indexOf(SampleEvents.callFinished(1000, 40)), SampleEvents.eventful());
        return events;
    }

    private String page(ContentLevel content) {
        return SessionReport.of(tree, events()).html(content);
    }

    @Test
    void page_showsTheConversationAndDrawsTheTurn() {
        assertThat(page(ContentLevel.LENGTHS))
                .contains("Session s", "Round 1: attempt 1 failed: RATE_LIMITED", "waited 500 ms (retry-after)")
                .contains(
                        "not in the cache: no-entry", "<title>drawWall, 20 ms</title>", "<title>round 1, 1.2 s</title>")
                .contains("1.5 kB out, 600 B in", "0.002 USD", "10 in, 40 out", ">main</mark>", ">other</mark>");
    }

    @Test
    @DisplayName("O1 the report has the cost of each turn, and names models without a price")
    void o1_report_hasTheCost() {
        CallRecord plain = SampleEvents.record(1000, 40);
        CallRecord unpriced = new CallRecord(
                plain.provider(),
                TelemetryLabel.of("gpt-x"),
                plain.took(),
                plain.finish(),
                plain.usage(),
                Optional.empty(),
                plain.error(),
                plain.content(),
                plain.traffic(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        List<AiEvent> events = new ArrayList<>(events());
        events.add(new AiEvent.CallFinished(SampleEvents.CALL, SampleEvents.START, unpriced));

        assertThat(page(ContentLevel.LENGTHS)).contains("completed in 1.2 s, 0.002 USD</h2>");
        assertThat(SessionReport.of(tree, events).text()).contains("0.002 USD; no price of openai:gpt-x");
        assertThat(SessionReport.of(tree, events.subList(events.size() - 1, events.size()))
                        .text())
                .contains("unknown: no price of openai:gpt-x");
    }

    @Test
    void page_showsLengthsAndNoWord() {
        assertThat(page(ContentLevel.LENGTHS))
                .doesNotContain("CANARY", "one way")
                .contains(HOSTILE.length() + " characters");
    }

    @Test
    void page_thatWasAskedForWords_showsThemAsWords() {
        assertThat(page(ContentLevel.WORDS))
                .contains("&lt;script&gt;alert(&#39;CANARY&#39;)&lt;/script&gt;\uFFFD", "one way", "another way")
                .doesNotContain("<script", "\u0007");
    }

    @Test
    void page_loadsNothing() {
        assertThat(page(ContentLevel.WORDS))
                .contains("default-src 'none'")
                .doesNotContainPattern("(?i)<(script|link|img|iframe|object)|https?://|url\\(|@import| src=");
    }

    @Test
    void branches_areListsOfTheirOwn() {
        assertThat(page(ContentLevel.LENGTHS).split("<li><ul>", -1)).hasSize(3);
    }

    @Test
    void text_isForATerminal() {
        assertThat(SessionReport.of(tree, events()).text())
                .contains("Session s", "attempts       1, 1 retried", "Round 1: waited 500 ms (retry-after)");
    }

    @Test
    void sessionOfWhichNothingIsKnown_hasAPageAllTheSame() {
        assertThat(SessionReport.of(ConversationTree.empty(), List.of()).html(ContentLevel.LENGTHS))
                .contains("<h1>", "</html>");
    }
}
