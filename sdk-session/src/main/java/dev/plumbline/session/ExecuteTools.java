package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.host.Question;
import dev.plumbline.plugin.Hook;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The stage that runs the round's tool calls; at any moment it is known which have had their effect. What hooks answer does
 * not run, nor does a call beyond a limit.
 */
final class ExecuteTools implements Stage {
    static final String NAME = "execute-tools";

    private static final int MOST_NAMES = 50;

    private static final ToolEnvelope UNASKED = ToolEnvelope.failed(
                    ToolEnvelope.Code.CANCELLED, "The program did not say what came of this call.")
            .withEffect(ToolEnvelope.Effect.UNKNOWN);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "runs the tool calls";
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.copy(work);
        step(round);
        return Result.next(round);
    }

    static void step(RoundWork round) {
        if (!round.open.isEmpty()) {
            execute(round);
        }
    }

    private static void execute(RoundWork round) {
        Offer offer = Offer.of(round);
        HookRun.Said<Hook.ToolBatch> said = round.turn.hooks.requested(batch(round, offer));
        Calls calls = new Calls(round, offer);
        for (Interaction.ToolCall call : round.open) {
            Optional.ofNullable(said.payload().answers().get(call.id()))
                    .or(() -> said.stopped().map(stop -> denied()))
                    .or(() -> offer.refusal(call))
                    .ifPresent(answer -> round.turn.called(call, answer));
        }
        Optional<AiError> ended = calls.run();
        round.refusal = said.stopped().or(() -> ended);
    }

    private static Hook.ToolBatch batch(RoundWork round, Offer offer) {
        Turn turn = round.turn;
        Hook.ToolBatch batch = Hook.ToolBatch.of(round.open, offer.tools());
        return turn.interrupted().map(open -> open.answered(batch)).orElse(batch);
    }

    private static ToolEnvelope denied() {
        return ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "This call was not allowed.");
    }

    /**
     * What may run: what the body and the turn select, but for what the model was not offered when it answered, because a layer
     * took it away.
     *
     * @param tools what is left
     * @param withdrawn the names of what was taken away
     * @param filter selects what is left
     */
    private record Offer(List<ToolDefinition> tools, Set<String> withdrawn, Selector filter) {

        static Offer of(RoundWork round) {
            Turn turn = round.turn;
            Selector filter = turn.ask.toolFilter(turn.body());
            List<ToolDefinition> selected = turn.wiring.tools().definitions(filter);
            if (round.last) { // offers none, and says so by its limit
                return new Offer(selected, Set.of(), filter);
            }
            Set<String> offered =
                    CallModel.offered(round).stream().map(ToolDefinition::name).collect(Collectors.toSet());
            List<ToolDefinition> left = new ArrayList<>(selected);
            left.removeIf(tool -> !offered.contains(tool.name()));
            Set<String> withdrawn = new TreeSet<>();
            selected.forEach(tool -> withdrawn.add(tool.name()));
            withdrawn.removeAll(offered);
            return new Offer(left, withdrawn, filter.and(without(withdrawn)));
        }

        /** A name that begins with a minus is no term: such a call is refused here, like all others, and nowhere else. */
        private static Selector without(Set<String> names) {
            return Selector.of("*"
                    + names.stream()
                            .filter(name -> !name.startsWith("-"))
                            .map(name -> ", -" + name)
                            .collect(Collectors.joining()));
        }

        Optional<ToolEnvelope> refusal(Interaction.ToolCall call) {
            return withdrawn.contains(call.name())
                    ? Optional.of(ToolEnvelope.failed(
                            ToolEnvelope.Code.DENIED, "This tool was not offered to you in this round. " + others()))
                    : Optional.empty();
        }

        private String others() {
            return tools.isEmpty()
                    ? "There are none."
                    : tools.stream()
                            .limit(MOST_NAMES)
                            .map(ToolDefinition::name)
                            .collect(Collectors.joining(", ", "There are: ", ""));
        }
    }

    /** The open tool calls of one round on their way through the executor. */
    private static final class Calls implements IToolExecutor.Watch {
        private final RoundWork round;
        private final Turn turn;
        private final Offer offer;
        private volatile Optional<AiError> ended = Optional.empty();

        Calls(RoundWork round, Offer offer) {
            this.round = round;
            this.offer = offer;
            this.turn = round.turn;
        }

        /** Has them all answered, and says why the turn ends, if it does. */
        Optional<AiError> run() {
            List<Interaction.ToolCall> allowed = new ArrayList<>();
            List<Runnable> beyond = new ArrayList<>();
            for (int i = 0; i < round.open.size(); i++) {
                Interaction.ToolCall call = round.open.get(i);
                if (turn.isAnswered(call)) {
                    continue;
                }
                Optional<AiError> limit = limit(i);
                limit.ifPresentOrElse(error -> beyond.add(() -> refuse(call, error)), () -> allowed.add(call));
            }
            if (turn.ask.isHandedOut()) {
                handOut(allowed);
            } else if (!allowed.isEmpty()) {
                execute(allowed);
            }
            beyond.forEach(Runnable::run);
            return ended;
        }

        private Optional<AiError> limit(int index) {
            Budget budget = turn.ask.budget();
            if (round.last) {
                return Optional.of(turn.allowance().withoutTools(round.round));
            }
            int perRound = budget.toolCallsPerRound();
            return index < perRound
                    ? turn.spending().takeToolCall()
                    : Optional.of(turn.allowance().toolCallsPerRound());
        }

        /** Too many at once is a matter of the round: the model may ask again. */
        private void refuse(Interaction.ToolCall call, AiError limit) {
            if (!Allowance.isOfTheRound(limit)) {
                ending(limit);
            }
            turn.called(call, ToolEnvelope.failed(ToolEnvelope.Code.BUDGET, limit.message()));
        }

        /** Shows them to the host, and takes what it says came of them, as it comes. */
        private void handOut(List<Interaction.ToolCall> calls) {
            List<Interaction.ToolCall> known = new ArrayList<>();
            for (Interaction.ToolCall call : calls) {
                if (batch(round, offer).tool(call).isPresent()) {
                    known.add(call);
                } else {
                    finished(call, ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool."));
                }
            }
            HandedOut out = new HandedOut(known);
            turn.handOut(out);
            known.forEach(turn::calling);
            Subscription end = turn.cancellation().onCancel(out::end);
            out.forEach(this::finished);
            end.close();
            known.stream().filter(call -> !turn.isAnswered(call)).forEach(call -> turn.called(call, UNASKED));
        }

        private void execute(List<Interaction.ToolCall> calls) {
            List<ToolEnvelope> outcomes = outcomes(calls);
            for (int i = 0; i < calls.size(); i++) {
                if (!turn.isAnswered(calls.get(i))) {
                    finished(calls.get(i), i < outcomes.size() ? outcomes.get(i) : broken("gave no outcome"));
                }
            }
        }

        private List<ToolEnvelope> outcomes(List<Interaction.ToolCall> calls) {
            IToolExecutor.Scope scope = new IToolExecutor.Scope(
                    turn.ids(),
                    offer.filter(),
                    round.conversation,
                    turn.cancellation(),
                    turn.state(),
                    turn.approvals,
                    turn.telemetry,
                    turn.ask.options().parallelTools().orElse(1),
                    this);
            try {
                return turn.wiring.tools().execute(calls, scope);
            } catch (Throwable t) {
                turn.wiring.failed(turn.ids(), new Label("tool-executor"), t);
                ToolEnvelope threw = broken("threw " + t.getClass().getName());
                return calls.stream().map(call -> threw).toList();
            }
        }

        private static ToolEnvelope broken(String what) {
            return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool executor " + what + ".");
        }

        /** A call that cannot be written down does not run: the turn ends before it. */
        @Override
        public void starting(Interaction.ToolCall call) {
            try {
                turn.calling(call);
            } catch (AiException unwritten) {
                turn.end(Optional.of(unwritten.error()));
            }
        }

        @Override
        public void progressed(Interaction.ToolCall call, double fraction, String note) {
            turn.tell(number -> new SessionEvent.ToolProgressed(number, turn.ids(), call, fraction, note));
        }

        @Override
        public void traced(Interaction.ToolCall call, Trace trace) {
            turn.traced(trace);
        }

        @Override
        public SessionOptions child() {
            SessionOptions.Parent parent = new SessionOptions.Parent(turn.ids(), turn.spending());
            return SessionOptions.builder().parent(parent).build();
        }

        @Override
        public void asked(Question question) {
            turn.tell(number -> new SessionEvent.Asked(number, turn.ids(), question));
        }

        @Override
        public Subscription asking() {
            return turn.spending().stopTime();
        }

        /** What comes from a tool is sent on in every later call: it counts as received, as a provider's bytes do. */
        @Override
        public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
            ToolEnvelope bounded = envelope.bounded();
            turn.spending().addBytes(bounded.utf8Length());
            turn.called(call, bounded);
        }

        @Override
        public synchronized void ending(AiError why) {
            ended = ended.or(() -> Optional.of(why));
        }
    }

    /** The tool calls of a round that the host runs: it answers each once, on any thread, and the turn's thread takes it. */
    static final class HandedOut {
        private final Map<String, Interaction.ToolCall> open = new HashMap<>();
        private final BlockingQueue<Optional<Outcome>> arrived = new LinkedBlockingQueue<>();
        private final int calls;

        HandedOut(List<Interaction.ToolCall> calls) {
            calls.forEach(call -> open.put(call.id(), call));
            this.calls = calls.size();
        }

        /** Takes an outcome; false when no such call is open. */
        boolean answer(String callId, ToolEnvelope envelope) {
            return take(callId)
                    .map(call -> arrived.add(Optional.of(new Outcome(call, envelope))))
                    .orElse(false);
        }

        private Optional<Interaction.ToolCall> take(String callId) {
            synchronized (open) {
                return Optional.ofNullable(open.remove(callId));
            }
        }

        /** Nobody waits for the rest. */
        void end() {
            synchronized (open) {
                open.clear();
            }
            arrived.add(Optional.empty());
        }

        /** Hands on each outcome as it comes, until all are there or nobody waits. */
        void forEach(BiConsumer<Interaction.ToolCall, ToolEnvelope> outcome) {
            int missing = calls;
            while (missing > 0) {
                Optional<Outcome> next = next();
                next.ifPresent(came -> outcome.accept(came.call(), came.envelope()));
                missing = next.isPresent() ? missing - 1 : 0;
            }
        }

        private Optional<Outcome> next() {
            try {
                return arrived.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        /** What came of a call. */
        private record Outcome(Interaction.ToolCall call, ToolEnvelope envelope) {}
    }
}
