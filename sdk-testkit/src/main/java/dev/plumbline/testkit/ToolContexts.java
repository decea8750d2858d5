package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.Pairs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The contexts of the calls of one check: all that a call has beside its arguments, each pair of values in some of them. */
final class ToolContexts {
    private static final List<String> IDS = List.of("call_", "toolu_", "x-");
    private static final List<List<Interaction>> CONVERSATIONS = List.of(
            List.of(),
            List.of(
                    Interaction.user("Draw the plan."),
                    new Interaction.ToolCall("call_0", "measure", Json.object()),
                    new Interaction.ToolResult("call_0", ToolEnvelope.ok("5 m")),
                    Interaction.user("And now the rest.")));

    /** Indices of an id, a conversation, a session, a turn with its request, a round, and a time. */
    private final List<int[]> rows = Pairs.of(IDS.size(), CONVERSATIONS.size(), 2, 2, 2, 2);

    private final Map<String, State> states = new HashMap<>();
    private final int number;
    private int next;

    /** Begins with any row, so that checks with other arguments have other contexts, and ids of their own. */
    ToolContexts(Json arguments) {
        number = Math.floorMod(arguments.text().hashCode(), 100_000);
        next = Math.floorMod(arguments.text().hashCode(), rows.size());
    }

    /** Returns the context of the next call; calls of one session share its state. */
    FakeToolContext next(ToolDefinition tool, Json arguments) {
        int[] row = rows.get(next++ % rows.size());
        String session = row[2] == 0 ? "trial" : "other";
        CallIds ids = new CallIds(session, "turn-" + (1 + row[3]), 1 + row[4], "request-" + (1 + row[3]));
        VirtualClock clock = VirtualClock.create();
        clock.advance(Duration.ofHours(row[5] * 31L));
        return FakeToolContext.of(
                new Interaction.ToolCall(IDS.get(row[0]) + number, tool.name(), arguments),
                tool,
                ids,
                CONVERSATIONS.get(row[1]),
                states.computeIfAbsent(session, name -> State.inMemory()),
                clock);
    }
}
