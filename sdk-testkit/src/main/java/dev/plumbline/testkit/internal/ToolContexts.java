package dev.plumbline.testkit.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The contexts of the calls of one check: all that a call has beside its arguments, each pair of values in some of them; and the
 * conversations that these and hooks are asked in.
 */
public final class ToolContexts {
    private static final List<String> IDS = List.of("call_", "toolu_", "x-");
    private static final List<List<Interaction>> CONVERSATIONS = List.of(
            List.of(),
            List.of(Interaction.user("Draw the plan.")),
            List.of(
                    Interaction.user("Draw the plan."),
                    new Interaction.ToolCall("call_0", "measure", Json.object()),
                    new Interaction.ToolResult("call_0", ToolEnvelope.ok("5 m")),
                    new Interaction.Assistant(List.of(new Part.Text("It has 5 m."))),
                    Interaction.user("And now the rest.")));
    private static final String OTHER = "other";

    /** Indices of an id, a conversation, a session, a turn with its request, a round, a time and a branch. */
    private static final List<int[]> ROWS = Pairs.of(IDS.size(), CONVERSATIONS.size(), 2, 3, 2, 2, 2);

    private static final int TURN = 3;
    private static final int ROUND = 4;
    private static final int TIME = 5;
    private static final int BRANCH = 6;

    private final Map<String, State> states = new HashMap<>();
    private final int number;
    private int next;

    /** Begins with any row, so that checks with other arguments have other contexts, and ids of their own. */
    public ToolContexts(Json arguments) {
        number = Math.floorMod(arguments.text().hashCode(), 100_000);
        next = Math.floorMod(arguments.text().hashCode(), ROWS.size());
    }

    /** Returns the context of the next call; calls of one session share its state. */
    public FakeToolContext next(ToolDefinition tool, Json arguments) {
        int[] row = ROWS.get(next++ % ROWS.size());
        VirtualClock clock = VirtualClock.create();
        clock.advance(Duration.ofHours(row[TIME] * 31L));
        CallIds ids = ids(row[2], row[TURN], row[ROUND]);
        return FakeToolContext.of(
                tool,
                new Interaction.ToolCall(IDS.get(row[0]) + number, tool.name(), arguments),
                new IToolExecutor.CallScope(
                        ids,
                        Selector.of("*"),
                        CONVERSATIONS.get(row[1]),
                        Cancellation.create(clock),
                        states.computeIfAbsent(ids.session(), name -> State.inMemory()),
                        State.inMemory(),
                        TelemetryObserver.NONE,
                        1,
                        listener(tree(row[1]), branch(row[BRANCH]))));
    }

    /** Returns a listener that has a conversation and the name of its branch. */
    public static IToolExecutor.CallListener listener(ConversationTree tree, String branch) {
        return new IToolExecutor.CallListener() {
            @Override
            public ConversationTree tree() {
                return tree;
            }

            @Override
            public String branch() {
                return branch;
            }
        };
    }

    /** Returns ids of one of several sessions, turns and rounds; one of the turns has no id of a request. */
    public static CallIds ids(int session, int turn, int round) {
        return new CallIds(
                session == 0 ? "trial" : OTHER,
                "turn-" + (1 + turn),
                1 + round,
                turn == 2 ? "" : "request-" + (1 + turn));
    }

    /** Returns the name of one of two branches, which all {@linkplain #tree conversations} have. */
    public static String branch(int number) {
        return number == 0 ? ConversationTree.MAIN : OTHER;
    }

    /** Returns what was said in one of three {@linkplain #tree conversations}. */
    public static List<Interaction> conversation(int number) {
        return CONVERSATIONS.get(number);
    }

    /** Returns one of three conversations: empty, of one entry, and of several. */
    public static ConversationTree tree(int number) {
        List<Interaction> said = CONVERSATIONS.get(number);
        ConversationTree tree =
                ConversationTree.empty().branchAt(ConversationTree.empty().root(), OTHER);
        for (int i = 0; i < said.size(); i++) {
            tree = tree.append(ConversationTree.MAIN, entry(tree, ConversationTree.MAIN, said.get(i)));
        }
        return said.size() > 1 ? tree.append(OTHER, entry(tree, OTHER, said.get(0))) : tree;
    }

    private static ConversationEntry entry(ConversationTree tree, String branch, Interaction said) {
        return new ConversationEntry(
                tree.nextId(),
                Optional.of(tree.head(branch).id()),
                List.of(said),
                ConversationEntry.Status.COMPLETE,
                Usage.of(10, 1),
                Instant.EPOCH,
                Duration.ZERO);
    }
}
