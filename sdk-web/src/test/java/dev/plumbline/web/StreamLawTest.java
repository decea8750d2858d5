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
import dev.plumbline.views.RowChange;
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

    @Property(tries = 150)
    @Label("Fold: an AG-UI stream that begins at any event folds into the messages of the stored rows")
    void ag7_agUiStream_folds(@ForAll("turns") List<Round> rounds, @ForAll @IntRange(max = 40) int begin)
            throws Exception {
        check(rounds, begin, true);
    }

    @Property(tries = 150)
    @Label("Fold: a stream of rows that begins at any event folds into the stored rows")
    void ag7_rowStream_folds(@ForAll("turns") List<Round> rounds, @ForAll @IntRange(max = 40) int begin)
            throws Exception {
        check(rounds, begin, false);
    }

    private static void check(List<Round> rounds, int begin, boolean agUi) throws Exception {
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(provider(rounds))
                        .addTools(new Tools())
                        .build();
                ConversationTable table = new ConversationTable(ai, WebOptions.ofDefaults())) {
            LiveConversation live =
                    table.create(body -> AiBody.builder().toolFilter("*").build());
            EventStream stream = new EventStream();
            Beginner beginner = new Beginner(live, stream, begin, agUi);
            live.add(beginner, beginner::start);
            live.session().sendAsync("Hello").get();
            assertThat(Await.until(() -> beginner.over, Duration.ofSeconds(60))).isTrue();
            if (beginner.begun) {
                stream.end();
                ClientFold client = new ClientFold();
                String batch = stream.take(() -> {});
                while (!batch.isEmpty()) {
                    batch.lines()
                            .filter(line -> line.startsWith("data: "))
                            .forEach(line -> client.add(Json.parse(line.substring(6))));
                    batch = stream.take(() -> {});
                }
                live.read(rows -> compare(live, rows, client, agUi));
            }
        }
    }

    private static void compare(LiveConversation live, List<ViewRow> rows, ClientFold client, boolean agUi) {
        if (agUi) {
            assertThat(client.messages()).isEqualTo(ClientFold.plain(AgUiMessages.of(live, rows)));
        } else {
            assertThat(client.rows())
                    .isEqualTo(
                            rows.stream().map(row -> row.toJson().canonical()).toList());
        }
    }

    /** Begins a stream when it has seen a number of events, in the middle of whatever happens then. */
    private static final class Beginner implements LiveConversation.Listener {
        private final LiveConversation live;
        private final EventStream stream;
        private final int at;
        private final boolean agUi;
        private int seen;
        volatile boolean begun;
        volatile boolean over;

        Beginner(LiveConversation live, EventStream stream, int at, boolean agUi) {
            this.live = live;
            this.stream = stream;
            this.at = at;
            this.agUi = agUi;
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
            over |= event instanceof SessionEvent.TurnFinished;
        }

        private void begin() {
            if (agUi) {
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
