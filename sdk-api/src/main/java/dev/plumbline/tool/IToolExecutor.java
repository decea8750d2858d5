package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import java.util.List;

/** Runs tool calls and puts every outcome into an envelope. Safe for any number of threads. */
public interface IToolExecutor extends AutoCloseable {

    /** One envelope per call, in call order; blocks until all are there; never throws. */
    List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, Scope scope);

    /** What a model may be offered under that filter, in the order of names. */
    List<ToolDefinition> definitions(Selector filter);

    /** Ends its threads; idempotent. */
    @Override
    void close();

    /**
     * On whose behalf tools run.
     *
     * @param ids session, turn, round
     * @param toolFilter checked again at dispatch, not only when tools are offered
     * @param conversation the path so far
     * @param cancellation ends running tools
     * @param state memory of the session
     * @param events where telemetry goes
     */
    record Scope(
            CallIds ids,
            Selector toolFilter,
            List<Interaction> conversation,
            Cancellation cancellation,
            State state,
            AiObserver events) {}
}
