package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.internal.PersistentTreeMap;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of the newest entry of a branch, whose results are not stored as an entry yet. Computed from the state of
 * the conversation, for one moment. Immutable.
 */
public final class OpenCalls {
    private static final String INTERRUPTED =
            "The program ended while this call ran: it may or may not have had its effect.";

    static final OpenCalls NONE = new OpenCalls(List.of(), PersistentTreeMap.empty(), "");

    private final List<Interaction.ToolCall> calls;
    private final PersistentTreeMap<Progress> progress;
    private final String turn;

    /**
     * Creates calls.
     *
     * @param turn the id of the turn that runs; empty if none does
     */
    OpenCalls(List<Interaction.ToolCall> calls, PersistentTreeMap<Progress> progress, String turn) {
        this.calls = calls;
        this.progress = progress;
        this.turn = turn;
    }

    /** Returns whether the tool calls of an entry are answered by the next entry. */
    public static boolean awaitsResults(ConversationEntry entry) {
        boolean calls = false;
        for (Interaction item : entry.interactions()) {
            if (item instanceof Interaction.ToolResult) {
                return false;
            }
            calls |= item instanceof Interaction.ToolCall;
        }
        return calls;
    }

    /** Returns the tool calls of interactions. */
    public static List<Interaction.ToolCall> calls(List<? extends Interaction> interactions) {
        List<Interaction.ToolCall> calls = List.of();
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolCall call) {
                calls = calls.isEmpty() ? new ArrayList<>() : calls;
                calls.add(call);
            }
        }
        return calls;
    }

    /** Returns the calls in order. */
    public List<Interaction.ToolCall> calls() {
        return calls;
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Returns the result of a call; null while it has none. */
    public @Nullable ToolEnvelope outcome(Interaction.ToolCall call) {
        return progress(call).outcome();
    }

    /** Returns whether a call began in an earlier turn, which the end of the program interrupted, and has no result. */
    public boolean isUnknown(Interaction.ToolCall call) {
        Progress known = progress(call);
        return known.outcome() == null && known.isStarted() && !known.turn().equals(turn);
    }

    /** Returns the calls whose effect is unknown, with the arguments with which they ran. */
    public List<Interaction.ToolCall> unknown() {
        return calls.stream().filter(this::isUnknown).map(this::asRun).toList();
    }

    private Interaction.ToolCall asRun(Interaction.ToolCall call) {
        IToolExecutor.RunArguments changed = progress(call).arguments();
        return changed == null ? call : new Interaction.ToolCall(call.id(), call.name(), changed.arguments());
    }

    /** Returns the known result of a call that must not run again; null for one that may run. */
    public @Nullable ToolEnvelope settled(Interaction.ToolCall call) {
        return isUnknown(call)
                ? edited(
                        call,
                        ToolEnvelope.failed(ToolEnvelope.Code.OUTCOME_UNKNOWN, INTERRUPTED)
                                .withEffect(ToolEnvelope.Effect.UNKNOWN))
                : outcome(call);
    }

    /** Returns the results in call order. */
    public List<Interaction.ToolResult> results() {
        List<Interaction.ToolResult> results = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            ToolEnvelope outcome = outcome(call);
            if (outcome != null) {
                results.add(new Interaction.ToolResult(call.id(), outcome));
            }
        }
        return results;
    }

    /** Returns a result for each call that has none: of a call that runs the effect is unknown. */
    List<Interaction.ToolResult> rest(ToolEnvelope.Code code, String why) {
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : calls) {
            if (outcome(call) == null) {
                ToolEnvelope settled = settled(call);
                boolean runs = progress(call).isStarted();
                ToolEnvelope ended = ToolEnvelope.failed(code, why)
                        .withEffect(runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED);
                rest.add(new Interaction.ToolResult(call.id(), settled == null ? edited(call, ended) : settled));
            }
        }
        return rest;
    }

    private Progress progress(Interaction.ToolCall call) {
        Progress known = progress.get(call.id());
        return known == null ? Progress.NONE : known;
    }

    /** Returns the envelope with the arguments with which the call ran, if a person has changed them. */
    private ToolEnvelope edited(Interaction.ToolCall call, ToolEnvelope envelope) {
        IToolExecutor.RunArguments changed = progress(call).arguments();
        return changed == null ? envelope : changed.mark(envelope);
    }

    /**
     * What is known of a tool call.
     *
     * @param turn the turn in which it began; empty before that
     * @param arguments the arguments with which it runs if they were changed after the model had written them; else null
     * @param outcome its result; null while it has none
     */
    record Progress(
            String turn,
            IToolExecutor.@Nullable RunArguments arguments,
            @Nullable ToolEnvelope outcome) {
        /** A call that has not begun. */
        static final Progress NONE = new Progress("", null, null);

        Progress started(String in, IToolExecutor.@Nullable RunArguments changed) {
            return new Progress(in, changed, outcome);
        }

        Progress ended(ToolEnvelope envelope) {
            return new Progress(turn, arguments, envelope);
        }

        boolean isStarted() {
            return !turn.isEmpty();
        }
    }
}
