package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.session.state.OpenCalls;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stage that runs the round's tool calls; the journal shows at any moment which have had their effect. Calls that
 * hooks answer, and calls beyond a limit, do not run.
 */
final class ExecuteToolsStage {
    private static final int MOST_NAMES = 50;
    private static final String FLOODED = "Not run: too many calls in one answer.";

    private ExecuteToolsStage() {}

    static TurnStage.Result run(RoundContext round) {
        if (!round.open.isEmpty()) {
            execute(round);
        }
        return TurnStage.Result.next(round);
    }

    private static void execute(RoundContext round) {
        AiError flood = round.turn.limits().flood(round.open.size());
        if (flood != null) {
            round.turn.recorder.refused(ToolEnvelope.failed(ToolEnvelope.Code.BUDGET, FLOODED));
            round.refusal = flood;
            return;
        }
        Offer offer = Offer.of(round);
        TurnHookInvoker.HookResult<Hook.RequestedTools> said = round.turn.hooks.requested(batch(round, offer));
        Calls calls = new Calls(round, offer);
        for (Interaction.ToolCall call : round.open) {
            ToolEnvelope answer = answer(round.turn, said, offer, call);
            if (answer != null && !round.turn.recorder.isAnswered(call)) {
                round.turn.recorder.called(call, answer);
            }
        }
        AiError ended = calls.run();
        round.refusal = said.stopped() == null ? ended : said.stopped();
    }

    /** Returns the outcome of a call that must not run; null if it may run. */
    private static @Nullable ToolEnvelope answer(
            Turn turn, TurnHookInvoker.HookResult<Hook.RequestedTools> said, Offer offer, Interaction.ToolCall call) {
        ToolEnvelope given = said.payload().answers().get(call.id());
        if (given != null) {
            return given;
        }
        if (isForbidden(turn)) {
            return ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "No tool may be called in this turn. Answer without.");
        }
        return said.stopped() == null ? offer.refusal(call) : denied();
    }

    private static Hook.RequestedTools batch(RoundContext round, Offer offer) {
        Turn turn = round.turn;
        Hook.RequestedTools batch = Hook.RequestedTools.of(round.open, offer.tools());
        return settled(turn.branch.openCalls(), batch);
    }

    /**
     * Returns the batch with outcomes for the calls of an interrupted turn that must not run again; calls of tools that may
     * be repeated stay open.
     */
    private static Hook.RequestedTools settled(OpenCalls open, Hook.RequestedTools batch) {
        Hook.RequestedTools rest = batch;
        for (Interaction.ToolCall call : batch.calls()) {
            boolean again = open.isUnknown(call) && mayRunTwice(batch.tool(call));
            ToolEnvelope known = again ? null : open.settled(call);
            rest = known == null ? rest : rest.answer(call, known);
        }
        return rest;
    }

    private static boolean mayRunTwice(Optional<ToolDefinition> tool) {
        return tool.filter(known -> known.isIdempotent() || known.isReadOnly()).isPresent();
    }

    private static boolean isForbidden(Turn turn) {
        return turn.request.isAside()
                || turn.request.options().model().toolChoice().orElse(null) == ModelOptions.ToolChoice.NONE;
    }

    private static ToolEnvelope unasked() {
        return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The program did not say what came of this call.")
                .withEffect(ToolEnvelope.Effect.UNKNOWN);
    }

    private static ToolEnvelope denied() {
        return ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "This call was not allowed.");
    }

    /**
     * The tools that may run: those that the body and the turn select, except tools that a policy had removed from the
     * request.
     *
     * @param tools the remaining tools
     * @param withdrawn the names of the removed tools
     * @param filter selects the remaining tools
     */
    private record Offer(List<ToolDefinition> tools, Set<String> withdrawn, Selector filter) {

        static Offer of(RoundContext round) {
            Turn turn = round.turn;
            Selector filter = turn.request.toolFilter(turn.body());
            List<ToolDefinition> selected = turn.settings.tools().definitions(filter);
            if (round.last) { // no call of the last round runs; its limit reports that
                return new Offer(selected, Set.of(), filter);
            }
            List<ToolDefinition> offered = CallModelStage.offered(round);
            return offered.equals(selected)
                    ? new Offer(selected, Set.of(), filter)
                    : reduced(selected, offered, filter);
        }

        private static Offer reduced(List<ToolDefinition> selected, List<ToolDefinition> offered, Selector filter) {
            Set<String> names = new HashSet<>();
            offered.forEach(tool -> names.add(tool.name()));
            List<ToolDefinition> left = new ArrayList<>();
            Set<String> withdrawn = new TreeSet<>();
            for (ToolDefinition tool : selected) {
                if (names.contains(tool.name())) {
                    left.add(tool);
                } else {
                    withdrawn.add(tool.name());
                }
            }
            return new Offer(left, withdrawn, filter.and(without(withdrawn)));
        }

        /**
         * Returns a selector of all tools without these names. A name that begins with a minus is not a valid term and
         * is left out; only the check of each call refuses it.
         */
        private static Selector without(Set<String> names) {
            return Selector.of("*"
                    + names.stream()
                            .filter(name -> !name.startsWith("-"))
                            .map(name -> ", -" + name)
                            .collect(Collectors.joining()));
        }

        @Nullable
        ToolEnvelope refusal(Interaction.ToolCall call) {
            return withdrawn.contains(call.name())
                    ? ToolEnvelope.failed(
                            ToolEnvelope.Code.DENIED, "This tool was not offered to you in this round. " + others())
                    : null;
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

    /** The open tool calls of one round while the executor runs them. */
    private static final class Calls implements IToolExecutor.CallListener {
        private final RoundContext round;
        private final Turn turn;
        private final Offer offer;
        private volatile @Nullable AiError ended;

        /** The arguments of the calls whose start is recorded, by their ids. */
        private final Map<String, IToolExecutor.RunArguments> started = new ConcurrentHashMap<>();

        /** The ids of the calls that run. */
        private final Set<String> running = ConcurrentHashMap.newKeySet();

        private final Thread thread = Thread.currentThread();

        Calls(RoundContext round, Offer offer) {
            this.round = round;
            this.offer = offer;
            this.turn = round.turn;
        }

        /** Runs or answers all calls; returns why the turn ends, or null if it continues. */
        @Nullable
        AiError run() {
            List<Interaction.ToolCall> allowed = new ArrayList<>();
            Map<Interaction.ToolCall, AiError> beyond = new LinkedHashMap<>();
            for (int i = 0; i < round.open.size(); i++) {
                Interaction.ToolCall call = round.open.get(i);
                if (turn.recorder.isAnswered(call)) {
                    continue;
                }
                AiError limit = limit(i);
                if (limit == null) {
                    allowed.add(call);
                } else {
                    beyond.put(call, limit);
                }
            }
            if (turn.request.isHandedOut()) {
                handOut(allowed);
            } else if (!allowed.isEmpty()) {
                execute(allowed);
            }
            beyond.forEach(this::refuse);
            return ended;
        }

        private @Nullable AiError limit(int index) {
            Budget budget = turn.request.budget();
            if (round.last) {
                return turn.limits().withoutTools(round.round);
            }
            int perRound = budget.toolCallsPerRound();
            return index < perRound
                    ? turn.spending().tryAcquireToolCall().orElse(null)
                    : turn.limits().toolCallsPerRound();
        }

        /**
         * Refuses a call because of a limit. Too many calls in one round do not end the turn: the model may call again.
         * Nor do those of a last round, once: not every service can forbid calls of tools that are declared.
         */
        private void refuse(Interaction.ToolCall call, AiError limit) {
            boolean again = TurnLimits.isOfTheRound(limit) || (round.last && !round.extended);
            if (!again) {
                ending(limit);
            }
            turn.recorder.called(call, ToolEnvelope.failed(ToolEnvelope.Code.BUDGET, limit.message()));
        }

        /** Publishes the calls to the host and takes each result as it arrives. */
        private void handOut(List<Interaction.ToolCall> calls) {
            List<Interaction.ToolCall> known = new ArrayList<>();
            for (Interaction.ToolCall call : calls) {
                if (batch(round, offer).tool(call).isPresent()) {
                    known.add(call);
                } else {
                    finished(call, ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool."));
                }
            }
            HostToolCalls out = new HostToolCalls(known);
            turn.handOut(out);
            known.forEach(call -> turn.recorder.calling(call, IToolExecutor.RunArguments.of(call), true));
            Subscription end = turn.cancellation().onCancel(out::end);
            out.forEach(this::finished);
            end.close();
            known.stream()
                    .filter(call -> !turn.recorder.isAnswered(call))
                    .forEach(call -> turn.recorder.called(call, unasked()));
        }

        private void execute(List<Interaction.ToolCall> calls) {
            List<ToolEnvelope> outcomes = outcomes(calls);
            for (int i = 0; i < calls.size(); i++) {
                if (!turn.recorder.isAnswered(calls.get(i))) {
                    finished(calls.get(i), i < outcomes.size() ? outcomes.get(i) : broken("gave no outcome"));
                }
            }
        }

        private List<ToolEnvelope> outcomes(List<Interaction.ToolCall> calls) {
            IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
                    turn.ids(),
                    offer.filter(),
                    round.conversation,
                    turn.cancellation(),
                    turn.memory(),
                    turn.approvals(),
                    turn.telemetry,
                    turn.request.options().parallelTools().orElse(1),
                    this);
            turn.branch.wake();
            try {
                return turn.settings.tools().execute(calls, scope);
            } catch (Throwable t) {
                turn.settings.failed(turn.ids(), "executor", "tool-executor", t);
                ToolEnvelope threw = broken("threw " + t.getClass().getName());
                return calls.stream().map(call -> threw).toList();
            }
        }

        private static ToolEnvelope broken(String what) {
            return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool executor " + what + ".");
        }

        /**
         * Records the start of a call. If the record cannot be made or written, the call does not run and the turn ends. Nor
         * does it run if the turn is over already: another thread that ends it may not have given the cancellation yet, at which
         * executors look.
         */
        @Override
        public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
            IToolExecutor.RunArguments before = started.put(call.id(), with);
            if (with.equals(before)) {
                return;
            }
            running.add(call.id());
            try {
                turn.recorder.calling(call, with, before == null);
            } catch (AiException unwritten) {
                end(unwritten.error());
            } catch (JsonException tooDeep) {
                String what = "the changed arguments of a call of " + call.name() + " are nested too deep to be stored";
                end(AiError.of(AiError.Category.EXTENSION, "arguments", what).withCause(tooDeep));
            } catch (TurnEndedException over) {
                boolean unused = turn.cancellation().cancel("the turn is over");
                throw over;
            }
        }

        private void end(AiError why) {
            turn.end(why);
            boolean unused = turn.cancellation().cancel("the turn is over");
        }

        @Override
        public Optional<Locale> locale() {
            return turn.request.options().locale();
        }

        @Override
        public void progressed(Interaction.ToolCall call, double fraction, String note) {
            turn.recorder.publishReplaceable(
                    number -> new SessionEvent.ToolProgressed(number, turn.ids(), call, fraction, note));
        }

        @Override
        public void traced(Interaction.ToolCall call, Trace trace) {
            turn.recorder.traced(trace);
        }

        @Override
        public SessionOptions child() {
            SessionOptions.ParentTurn parent =
                    new SessionOptions.ParentTurn(turn.ids(), turn.spending(), this::childEnded);
            return SessionOptions.builder().parent(parent).build();
        }

        /** Adds the usage and cost of a turn of a child; to the conversation alone if this turn is over. */
        private void childEnded(AiReturn ret) {
            try {
                turn.recorder.addUsage(ret);
            } catch (TurnEndedException late) {
                turn.branch.addUsage(ret);
            }
        }

        @Override
        public ConversationTree tree() {
            return turn.branch.conversation().tree();
        }

        @Override
        public String branch() {
            return turn.branch.name();
        }

        @Override
        public boolean interject(String text) {
            return turn.recorder.interject(Interaction.user(text));
        }

        @Override
        public void published(Interaction.ToolCall call, Json news) {
            turn.recorder.publish(number -> new SessionEvent.Custom(number, turn.ids(), call.name(), news));
        }

        @Override
        public void asked(Question question) {
            turn.recorder.publish(number -> new SessionEvent.QuestionAsked(number, turn.ids(), question));
        }

        @Override
        public Subscription asking() {
            return turn.spending().pauseTime();
        }

        /** Records the result of a call. Its size counts as received bytes, because every later request sends it. */
        @Override
        public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
            ToolEnvelope bounded = envelope.bounded();
            turn.spending().addBytes(bounded.utf8Length());
            running.remove(call.id());
            boolean goesOn = running.isEmpty() && Thread.currentThread() == thread;
            turn.recorder.called(call, bounded, goesOn);
        }

        @Override
        public synchronized void ending(AiError why) {
            ended = ended == null ? why : ended;
        }
    }
}
