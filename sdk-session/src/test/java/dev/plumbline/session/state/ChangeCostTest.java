package dev.plumbline.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a change costs, as bytes that it allocates: a count that the load of the machine does not change. */
class ChangeCostTest {
    private static final int ROUNDS = 200;
    private static final Interaction.User TEXT = Interaction.user("A wall?");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A tree of maps is twice as deep at most; the path of a change is copied. */
    private static final int MOST = 3;

    private static ConversationState opened() {
        return ConversationState.nothing()
                .apply(new ConversationChange.Opened(
                        ConversationState.FORMAT, "", AiBody.builder().build(), List.of(), null));
    }

    private static ConversationEntry entry(ConversationState state, ConversationEntry.Id parent, Interaction item) {
        return new ConversationEntry(
                new ConversationEntry.Id("e" + (state.highestEntry() + 1)),
                Optional.of(parent),
                List.of(item),
                ConversationEntry.Status.COMPLETE,
                Usage.NONE,
                Instant.EPOCH,
                Duration.ZERO);
    }

    private static ConversationChange said(ConversationState state) {
        return new ConversationChange.EntryAppended(
                "main", entry(state, state.head("main").id(), TEXT));
    }

    private static ConversationChange value(String name) {
        return new ConversationChange.ValueSet(Optional.of("main"), name, new StateValues.Value(null, Json.of(1)));
    }

    /** A state of so many entries, branches, siblings, values and used call ids. */
    private static ConversationState grown(int entries, int branches, int siblings, int values, int calls) {
        ConversationState state = opened();
        ConversationEntry.Id root = state.head("main").id();
        for (int i = 0; i < siblings; i++) {
            state = state.apply(said(state)).apply(new ConversationChange.HeadMoved("main", root, false));
        }
        for (int i = 0; i < calls; i++) {
            Interaction call = new Interaction.ToolCall("call" + i, "draw", Json.object());
            state = state.apply(new ConversationChange.EntryAppended(
                    "main", entry(state, state.head("main").id(), call)));
        }
        for (int i = 0; i < values; i++) {
            state = state.apply(value("value" + i));
        }
        for (int i = 0; i < entries; i++) {
            state = state.apply(said(state));
        }
        for (int i = 0; i < branches; i++) {
            state = state.apply(new ConversationChange.BranchCreated("b" + i, root, "main"));
        }
        return state;
    }

    private static Map<String, ConversationChange> changes(ConversationState state) {
        ConversationEntry.Id head = state.head("main").id();
        Map<String, ConversationChange> all = new LinkedHashMap<>();
        all.put("entry", said(state));
        all.put("fork", new ConversationChange.BranchCreated("new", head, "main"));
        all.put(
                "move",
                new ConversationChange.HeadMoved("main", state.tree().root().id(), false));
        all.put("value", value("value1"));
        all.put("turn", new ConversationChange.TurnBegun("main", "t", null));
        all.put(
                "call",
                new ConversationChange.CallStarted(
                        "main", new Interaction.ToolCall("call1", "draw", Json.object()), Optional.empty(), false));
        all.put("usage", new ConversationChange.UsageAdded("main", UsageTotal.NONE));
        return all;
    }

    /** Returns the bytes of one application of a change, the least of several measurements. */
    private static long bytes(ConversationState state, ConversationChange change) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int j = 0; j < ROUNDS; j++) {
                Object unused = state.apply(change);
            }
            long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, (after - before) / ROUNDS);
        }
        return least;
    }

    private static Map<String, Long> costs(ConversationState state) {
        Map<String, Long> costs = new LinkedHashMap<>();
        changes(state).forEach((name, change) -> costs.put(name, bytes(state, change)));
        return costs;
    }

    @Test
    @DisplayName(
            "Cost: a change of a large conversation allocates at most three times what it does in one of ten entries")
    void aChange_costsTheSame() {
        Map<String, Long> small = costs(grown(10, 1, 1, 1, 1));
        Map<String, ConversationState> large = new LinkedHashMap<>();
        large.put("80,000 entries", grown(80_000, 1, 1, 1, 1));
        large.put("5,000 branches", grown(10, 5_000, 1, 1, 1));
        large.put("5,000 siblings", grown(10, 1, 5_000, 1, 1));
        large.put("10,000 values", grown(10, 1, 1, 10_000, 1));
        large.put("10,000 call ids", grown(10, 1, 1, 1, 10_000));
        StringBuilder report = new StringBuilder("bytes " + small);
        large.forEach((what, state) -> {
            Map<String, Long> costs = costs(state);
            report.append("; ").append(what).append(' ').append(costs);
            costs.forEach((name, cost) -> assertThat(cost)
                    .as("%s at %s, %s", name, what, report)
                    .isLessThanOrEqualTo(MOST * small.get(name)));
        });
        System.getLogger("dev.plumbline.costs").log(System.Logger.Level.INFO, report.toString());
    }

    @Test
    @DisplayName("Cost: an entry takes at most half a kilobyte of state beside its content")
    void anEntry_takesLittleBesideItsContent() {
        int entries = 80_000;
        ConversationState state = opened();
        ConversationEntry.Id parent = state.head("main").id();
        List<ConversationEntry> content = new ArrayList<>(entries);
        for (int i = 1; i <= entries; i++) {
            content.add(new ConversationEntry(
                    new ConversationEntry.Id("e" + i),
                    Optional.of(parent),
                    List.of(TEXT),
                    ConversationEntry.Status.COMPLETE,
                    Usage.NONE,
                    Instant.EPOCH,
                    Duration.ZERO));
            parent = content.get(i - 1).id();
        }
        long before = used();
        for (ConversationEntry entry : content) {
            state = state.apply(new ConversationChange.EntryAppended("main", entry));
        }
        assertThat((used() - before) / entries).isLessThanOrEqualTo(512);
        assertThat(state.head("main")).isEqualTo(content.get(entries - 1));
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
