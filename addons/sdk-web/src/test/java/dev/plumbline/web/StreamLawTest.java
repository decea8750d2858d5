package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiDelta;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Streams that begin at any moment of any turn: what a client makes of one is what is stored. */
class StreamLawTest {
    /** A round: pieces of reasoning and text, possibly text that is taken back, and tool calls. */
    record Round(List<String> reasoning, List<String> takenBack, List<String> text, List<Integer> calls) {}

    @Provide
    Arbitrary<List<Round>> turns() {
        Arbitrary<List<String>> pieces =
                Arbitraries.of("a", "bc", " ", "\n", "é", "\uD83D\uDE00").list().ofMaxSize(4);
        Arbitrary<List<Integer>> calls =
                Arbitraries.integers().between(0, 99).list().ofMaxSize(2);
        return Combinators.combine(pieces, pieces, pieces, calls)
                .as(Round::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    static final class Tools {
        @Tool(value = "Doubles a number.", readOnly = true)
        int twice(int x) {
            return 2 * x;
        }
    }

    private static ScriptedProvider provider(List<Round> rounds) {
        ScriptedProvider provider = ScriptedProvider.create();
        AtomicInteger ids = new AtomicInteger();
        for (int i = 0; i < rounds.size(); i++) {
            boolean last = i == rounds.size() - 1;
            provider.streams(
                    deltas(rounds.get(i), last ? List.of() : rounds.get(i).calls(), ids));
            if (last || rounds.get(i).calls().isEmpty()) {
                return provider;
            }
        }
        return provider;
    }

    private static List<AiDelta> deltas(Round round, List<Integer> calls, AtomicInteger ids) {
        List<AiDelta> deltas = new ArrayList<>();
        round.takenBack().forEach(piece -> deltas.add(new AiDelta.Text(piece)));
        if (!round.takenBack().isEmpty()) {
            deltas.add(new AiDelta.Reset(1));
        }
        round.reasoning().forEach(piece -> deltas.add(new AiDelta.Reasoning(piece)));
        round.text().forEach(piece -> deltas.add(new AiDelta.Text(piece)));
        deltas.add(new AiDelta.Text("."));
        for (int i = 0; i < calls.size(); i++) {
            deltas.add(new AiDelta.ToolCallPart(i, "c" + ids.incrementAndGet(), "twice", "{\"x\":"));
            deltas.add(new AiDelta.ToolCallPart(i, "", "", calls.get(i) + "}"));
        }
        deltas.add(new AiDelta.UsageReport(Usage.of(1, 1)));
        deltas.add(new AiDelta.Finish(calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS));
        return deltas;
    }

    @Property(tries = 60)
    @Label("Fold: an AG-UI stream that begins at any event folds into the messages of the stored rows")
    void ag7_agUiStream_folds(@ForAll("turns") List<Round> rounds, @ForAll @IntRange(max = 40) int begin)
            throws Exception {
        check(rounds, begin, 0);
    }

    @Property(tries = 60)
    @Label("Fold: a stream of rows that begins at any event folds into the rows of every later moment")
    void ag7_rowStream_folds(
            @ForAll("turns") List<Round> rounds,
            @ForAll @IntRange(max = 40) int begin,
            @ForAll @IntRange(min = 1, max = 20) int length)
            throws Exception {
        check(rounds, begin, length);
    }

    /**
     * Checks a stream that begins at an event.
     *
     * @param length after how many events a stream of rows ends, so that the rows of that moment are compared; 0 for a stream
     *     of AG-UI, which shows the whole turn
     */
    private static void check(List<Round> rounds, int begin, int length) throws Exception {
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(provider(rounds))
                        .addTools(new Tools())
                        .build();
                ConversationTable table = new ConversationTable(ai, WebInspectorOptions.ofDefaults())) {
            LiveConversation live =
                    table.create(body -> AiBody.builder().toolFilter("*").build());
            EventStream stream = new EventStream();
            Beginner beginner = new Beginner(live, stream, begin, length);
            live.add(beginner, beginner::start);
            live.session().sendAsync("Hello").get();
            assertThat(Await.until(() -> beginner.over, Duration.ofSeconds(60))).isTrue();
            if (beginner.begun) {
                ClientFold client = new ClientFold();
                String batch = stream.take(() -> {});
                while (!batch.isEmpty()) {
                    batch.lines()
                            .filter(line -> line.startsWith("data: "))
                            .forEach(line -> client.add(Json.parse(line.substring(6))));
                    batch = stream.take(() -> {});
                }
                if (length == 0) {
                    AgUiContent content = new AgUiContent(live.redaction(), stream);
                    live.read(rows -> assertThat(client.messages())
                            .isEqualTo(ClientFold.plain(AgUiMessages.of(live, rows, content))));
                } else {
                    assertThat(client.rows()).isEqualTo(beginner.rows);
                }
            }
        }
    }

    /** Begins a stream when it has seen a number of events, and ends it after some more, in the middle of whatever happens then. */
    private static final class Beginner implements LiveConversation.Listener {
        private final LiveConversation live;
        private final EventStream stream;
        private final int at;
        private final int length;
        private int seen;
        volatile List<String> rows = List.of();
        volatile boolean begun;
        volatile boolean over;

        Beginner(LiveConversation live, EventStream stream, int at, int length) {
            this.live = live;
            this.stream = stream;
            this.at = at;
            this.length = length;
        }

        void start(List<ViewRow> rows) {}

        @Override
        public void onEvent(SessionEvent event) {}

        @Override
        public void onChange(RowChange change) {}

        @Override
        public void onShown(SessionEvent event) {
            if (seen++ == at && !(event instanceof SessionEvent.TurnFinished) && live.isInTurn()) {
                begun = true;
                begin();
            }
            boolean last = event instanceof SessionEvent.TurnFinished;
            if (begun && length > 0 && !over && (last || seen > at + length)) {
                live.read(now ->
                        rows = now.stream().map(row -> row.toJson().canonical()).toList());
                stream.end();
                over = true;
            }
            over |= last;
        }

        private void begin() {
            if (length == 0) {
                AgUiRun.ofConnection(live, new AgUiInput("t", "r", List.of(), java.util.Map.of()), stream);
            } else {
                RowStream.begin(live, stream);
            }
        }

        @Override
        public void onOverflow() {}

        @Override
        public void onEnded() {}
    }
}
