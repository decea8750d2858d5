package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.Pairs;
import dev.plumbline.testkit.laws.ToolExecutorLaws.ToolBehavior;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A batch of one call of each tool in a scope: each dimension of the scope has a value of its own. */
final class ScopeRow {
    private static final List<String> FILTERS =
            List.of("*, -hidden", "*", "answer, envelope", "*, -answer", "hidden", "#concurrent, -fail", "");
    /** The ids of calls, which a model may give twice. */
    private static final List<IntFunction<String>> IDS = List.of(i -> "c" + i, i -> "toolu_" + i, i -> "c" + i / 3);

    private static final List<CallIds> CALL_IDS = List.of(
            new CallIds("s", "t", 1, ""),
            new CallIds("other", "turn-7", 3, "request-7"),
            CallIds.NONE,
            new CallIds("s", "t", 2, "request-8"));

    private static final List<List<Interaction>> CONVERSATIONS = List.of(
            List.of(), List.of(Interaction.user("A question.")), CallInput.parts(), LawConversation.CONVERSATION);

    private static final List<ToolBehavior> BEHAVIORS = List.of(ToolBehavior.values());

    private final int[] row;

    ScopeRow(int... row) {
        this.row = row;
    }

    /** Returns rows in which all pairs of values occur. */
    static List<int[]> all() {
        return Pairs.of(FILTERS.size(), 2, IDS.size(), CALL_IDS.size(), CONVERSATIONS.size(), 2, 2);
    }

    /** Returns the row with the same filter and cancellation, and the first value of everything that must not matter. */
    ScopeRow plain() {
        return new ScopeRow(row[0], row[1], 0, 0, 0, 0, 0);
    }

    Selector filter() {
        return Selector.of(FILTERS.get(row[0]));
    }

    private boolean isSelected(String tool) {
        return filter().matches(tool, Set.of("concurrent"), "");
    }

    private boolean isCancelled() {
        return row[1] == 1;
    }

    /** Returns the numbers of the calls that run. */
    List<Integer> runs() {
        return IntStream.range(0, BEHAVIORS.size())
                .filter(i -> !isCancelled()
                        && BEHAVIORS.get(i) != ToolBehavior.UNKNOWN
                        && isSelected(name(BEHAVIORS.get(i))))
                .boxed()
                .toList();
    }

    /** Returns the names of the tools that the filter selects. */
    List<String> defined() {
        return BEHAVIORS.stream()
                .filter(deed -> deed != ToolBehavior.UNKNOWN)
                .map(ScopeRow::name)
                .filter(this::isSelected)
                .sorted()
                .toList();
    }

    List<Interaction.ToolCall> calls() {
        return IntStream.range(0, BEHAVIORS.size())
                .mapToObj(i -> new Interaction.ToolCall(IDS.get(row[2]).apply(i), name(BEHAVIORS.get(i)), arguments(i)))
                .toList();
    }

    IToolExecutor.CallScope scope(Cancellation turn) {
        if (isCancelled()) {
            turn.cancel("cancelled by the law");
        }
        return new IToolExecutor.CallScope(
                CALL_IDS.get(row[3]),
                filter(),
                CONVERSATIONS.get(row[4]),
                turn,
                State.inMemory(),
                State.inMemory(),
                row[5] == 0 ? TelemetryObserver.NONE : event -> {},
                row[5] == 0 ? 1 : 4,
                row[6] == 0 ? IToolExecutor.CallListener.NONE : throwing());
    }

    /** Returns arguments with unusual texts and numbers. */
    static Json arguments(int number) {
        return Json.object()
                .with("n", number)
                .with("text", "  C:\\walls\\ \"new\"\n\ud83d\ude00 ")
                .with("more", Json.parse("{\"a\":[1,1.50,null,9007199254740993]}"));
    }

    /** Returns a listener whose exceptions must have no effect. */
    static IToolExecutor.CallListener throwing() {
        return new IToolExecutor.CallListener() {
            @Override
            public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
                throw new IllegalStateException("a listener's own affair");
            }

            @Override
            public void traced(Interaction.ToolCall call, AiReturn.Trace trace) {
                throw new IllegalStateException("a listener's own affair");
            }

            @Override
            public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
                throw new IllegalStateException("a listener's own affair");
            }
        };
    }

    private static String name(ToolBehavior deed) {
        return deed.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return filter()
                + (isCancelled() ? " cancelled" : "")
                + (row[2] == 0 ? "" : row[2] == 1 ? " other ids of calls" : " equal ids of calls")
                + (row[3] == 0 ? "" : " ids " + CALL_IDS.get(row[3]))
                + (row[4] == 0 ? "" : " conversation " + row[4])
                + (row[5] == 0 ? "" : " 4 at once")
                + (row[6] == 0 ? "" : " a listener");
    }
}
