package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ViewRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a front end shows while recorded conversations are had again: each word once, each tool in its four states. */
class RecordedRowsTest {
    private final ScriptedServer server = ScriptedServer.onPort(0)
            .otherwise(request -> ServerResponse.json("{}").withStatus(400));

    @AfterEach
    void closeServer() {
        server.close();
    }

    @ParameterizedTest
    @Tag("SH38")
    @Tag("SH177")
    @Tag("B2")
    @Tag("B4")
    @Tag("B27")
    @Tag("B28")
    @MethodSource("dev.plumbline.integration.vendors.RecordedConversation#all")
    @DisplayName("B2 B4 B25-B28 every recorded conversation is on the screen as it is stored, and its tools move on")
    void conversation_isShownAsItIsStored(RecordedConversation recorded) throws Exception {
        Screen screen = new Screen();
        List<AiReturn> turns = new ConversationReplay(recorded, server).had(64, screen::open);
        screen.awaitEnd();

        assertThat(screen.bare()).isEqualTo(bare(ConversationRows.of(screen.path)));
        assertThat(screen.drawn.values()).containsExactlyElementsOf(bareAll(screen.rows.rows()));
        assertThat(screen.texts()).isEqualTo(words(turns.stream().flatMap(turn -> turn.interactions().stream())));
        assertThat(screen.states.values()).isNotEmpty().allMatch(Screen::isALife);
    }

    private static String words(Stream<Interaction> said) {
        return said.filter(Interaction.Assistant.class::isInstance)
                .map(Interaction::text)
                .reduce("", String::concat);
    }

    /** Notices, and questions of turns that failed, are not stored. */
    private static List<Json> bare(List<ViewRow> rows) {
        return rows.stream()
                .filter(row -> row.entry().isPresent())
                .map(row -> row.toJson().without("key"))
                .toList();
    }

    private static List<Json> bareAll(List<ViewRow> rows) {
        return rows.stream().map(ViewRow::toJson).toList();
    }

    /** A front end of another language: all it gets is JSON. It also keeps what a tool's states were. */
    private static final class Screen {
        final Map<String, Json> drawn = new LinkedHashMap<>();
        final Map<String, List<String>> states = new LinkedHashMap<>();
        private final CountDownLatch end = new CountDownLatch(1);
        ConversationRows rows = ConversationRows.of(List::of, List::of, List::of, change -> {});
        List<ConversationEntry> path = List.of();

        void open(ConversationSession session) {
            rows = ConversationRows.of(
                    session::path, session::unknownOutcomes, session::interjected, change -> draw(change.toJson()));
            session.stream().subscribe(new Shower(session));
        }

        List<Json> bare() {
            return RecordedRowsTest.bare(rows.rows());
        }

        void awaitEnd() throws InterruptedException {
            assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
        }

        String texts() {
            return drawn.values().stream()
                    .filter(row -> row.get("kind").asText().equals("answer"))
                    .map(row -> row.get("text").asText())
                    .reduce("", String::concat);
        }

        static boolean isALife(List<String> states) {
            return states.equals(List.of("pending", "executing", "completed"))
                    || states.equals(List.of("pending", "executing", "failed"))
                    || states.equals(List.of("pending", "failed"));
        }

        private void draw(Json change) {
            switch (change.get("change").asText()) {
                case "more" -> drawn.computeIfPresent(change.get("key").asText(), (key, row) -> longer(row, change));
                case "removed" -> drawn.remove(change.get("key").asText());
                default -> draw(change.get("row").get("key").asText(), change.get("row"));
            }
        }

        private void draw(String key, Json row) {
            drawn.put(key, row);
            if (row.get("kind").asText().equals("tool")) {
                List<String> so = states.computeIfAbsent(key, any -> new ArrayList<>());
                String state = row.get("status").asText();
                if (so.isEmpty() || !so.get(so.size() - 1).equals(state)) {
                    so.add(state);
                }
            }
        }

        private static Json longer(Json row, Json more) {
            String member = more.get("text").exists() ? "text" : "reasoning";
            String before = row.get(member).exists() ? row.get(member).asText() : "";
            return row.with(member, before + more.get(member).asText());
        }

        /** Every event, one by one, and what was stored in the end. */
        private final class Shower implements Flow.Subscriber<SessionEvent> {
            private final ConversationSession session;

            Shower(ConversationSession session) {
                this.session = session;
            }

            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(SessionEvent event) {
                ConversationObserver view = rows;
                view.onEvent(event);
            }

            @Override
            public void onError(Throwable failed) {}

            @Override
            public void onComplete() {
                path = session.path();
                end.countDown();
            }
        }
    }
}
