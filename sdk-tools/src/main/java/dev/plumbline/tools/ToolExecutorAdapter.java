package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Runs the tools of another executor, on its threads and within its limits.
 *
 * @param executor the other executor
 */
record ToolExecutorAdapter(IToolExecutor executor) {
    /** The time limit of adapted tools; the other executor applies its own. */
    private static final Duration UNLIMITED = Duration.ofDays(36_500);

    /** Returns the catalog entry of a tool that the other executor runs. */
    static AiTool tool(ToolDefinition definition) {
        return AiTool.of(
                        definition.name(), definition.description(), definition.inputSchema(), (arguments, context) -> {
                            throw new IllegalStateException("tool "
                                    + context.call().name() + " is run by its own executor, not by this handler");
                        })
                .withTimeout(UNLIMITED)
                .withAffinity(ThreadAffinity.POOL);
    }

    /** Runs one call; throws what the other executor throws, and if it does not return one envelope. */
    ToolEnvelope run(Interaction.ToolCall call, IToolExecutor.CallScope outer, Cancellation ends) {
        List<ToolEnvelope> envelopes = executor.execute(List.of(call), scope(outer, ends));
        if (envelopes == null || envelopes.size() != 1 || envelopes.get(0) == null) {
            String what = envelopes == null ? "null" : envelopes.size() + " envelopes";
            throw new IllegalStateException("for one call of " + call.name() + " the executor "
                    + executor.getClass().getName() + " returned " + what + "; return one envelope for each call");
        }
        return envelopes.get(0).bounded();
    }

    /** Returns the scope of the inner call. It ends with the outer call, which publishes start and end. */
    private static IToolExecutor.CallScope scope(IToolExecutor.CallScope outer, Cancellation ends) {
        return new IToolExecutor.CallScope(
                outer.ids(),
                outer.toolFilter(),
                outer.conversation(),
                ends,
                outer.state(),
                outer.approvals(),
                new Inner(outer.observer()),
                1,
                new Within(outer.listener()));
    }

    /** Passes on the telemetry of an inner call, without the events that the outer call publishes. */
    private record Inner(TelemetryObserver outer) implements TelemetryObserver {
        private static boolean isPublished(Class<? extends TelemetryEvent> kind) {
            return kind == TelemetryEvent.ToolsRequested.class
                    || kind == TelemetryEvent.ToolStarted.class
                    || kind == TelemetryEvent.ToolFinished.class;
        }

        @Override
        public void onEvent(TelemetryEvent event) {
            if (!isPublished(event.getClass())) {
                outer.onEvent(event);
            }
        }

        @Override
        public void onFailure(ExtensionFailure failure) {
            outer.onFailure(failure);
        }

        /** Returns the headers of the round: the invocation is one of the inner executor. */
        @Override
        public Map<String, String> traceHeaders(CallIds ids, long invocation) {
            return outer.traceHeaders(ids, 0);
        }

        /** The span of an inner call is that of the outer one, whose number is not known here. */
        @Override
        public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {}

        @Override
        public boolean watches(Class<? extends TelemetryEvent> kind) {
            return !isPublished(kind) && outer.watches(kind);
        }
    }

    /** Passes on the progress of an inner call, whose start, end and trace the outer call publishes. */
    private record Within(IToolExecutor.CallListener outer) implements IToolExecutor.CallListener {
        @Override
        public void progressed(Interaction.ToolCall call, double fraction, String note) {
            outer.progressed(call, fraction, note);
        }

        @Override
        public void published(Interaction.ToolCall call, Json news) {
            outer.published(call, news);
        }

        @Override
        public void asked(Question question) {
            outer.asked(question);
        }

        @Override
        public Subscription asking() {
            return outer.asking();
        }

        @Override
        public SessionOptions child() {
            return outer.child();
        }

        @Override
        public ConversationTree tree() {
            return outer.tree();
        }

        @Override
        public String branch() {
            return outer.branch();
        }

        @Override
        public boolean interject(String text) {
            return outer.interject(text);
        }

        @Override
        public void ending(AiError why) {
            outer.ending(why);
        }
    }
}
