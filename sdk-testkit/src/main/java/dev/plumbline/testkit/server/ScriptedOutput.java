package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One scripted answer of a model, independent of the wire format.
 *
 * @param thought the reasoning at the beginning
 * @param pieces the pieces of the text
 * @param calls the tool calls after them
 * @param reportedUsage the usage, if the script sets one
 * @param finish the finish reason; NONE if it is truncated
 * @param error the service's code of the error that ended it
 */
record ScriptedOutput(
        Optional<Thought> thought,
        List<String> pieces,
        List<Call> calls,
        Optional<Usage> reportedUsage,
        FinishReason finish,
        Optional<String> error)
        implements ServiceScript.Step {
    /** An empty answer. */
    static final ScriptedOutput NONE = new ScriptedOutput(
            Optional.empty(), List.of(), List.of(), Optional.empty(), FinishReason.STOP, Optional.empty());

    ScriptedOutput withThought(Thought first) {
        return new ScriptedOutput(Optional.of(first), pieces, calls, reportedUsage, finish, error);
    }

    ScriptedOutput withPieces(List<String> texts) {
        return new ScriptedOutput(thought, texts, calls, reportedUsage, finish, error);
    }

    ScriptedOutput plus(Call call) {
        List<Call> more = new ArrayList<>(calls);
        more.add(call);
        return new ScriptedOutput(thought, pieces, List.copyOf(more), reportedUsage, FinishReason.TOOL_CALLS, error);
    }

    ScriptedOutput withCalls(List<Call> others) {
        return new ScriptedOutput(thought, pieces, others, reportedUsage, finish, error);
    }

    ScriptedOutput withUsage(Usage usage) {
        return new ScriptedOutput(thought, pieces, calls, Optional.of(usage), finish, error);
    }

    ScriptedOutput withFinish(FinishReason reason) {
        return new ScriptedOutput(thought, pieces, calls, reportedUsage, reason, error);
    }

    ScriptedOutput withError(String code) {
        return new ScriptedOutput(thought, pieces, calls, reportedUsage, finish, Optional.of(code));
    }

    /** Returns whether the connection ends in the middle. */
    boolean isCut() {
        return finish == FinishReason.NONE && error.isEmpty();
    }

    String text() {
        return String.join("", pieces);
    }

    Usage usage() {
        return reportedUsage.orElseGet(() -> Usage.of(10, pieces.size() + calls.size()));
    }

    /** A piece of reasoning.
     *
     * @param text what may be shown
     * @param signature what must come back unchanged; empty when there is none
     */
    record Thought(String text, String signature) {}

    /**
     * A tool call.
     *
     * @param id its id
     * @param name the tool
     * @param arguments an object
     */
    record Call(String id, String name, Json arguments) {}
}
