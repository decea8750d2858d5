package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The model, the tools and the hook of a simulation. */
final class SimulationFakes {
    static final StateKey<Integer> WALLS =
            StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();
    static final StateKey<Integer> SHARED =
            StateKey.of("shared", StateKey.Scope.SESSION, 0).withPersistent();
    static final StateKey<Integer> LIVE = StateKey.of("live", StateKey.Scope.BRANCH, 0);

    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

    private SimulationFakes() {}

    /** A model that answers in pieces, calls tools, fails, throws, and waits until it is cancelled. */
    static final class Model implements AiProvider {
        private final SimulationScheduler scheduler;
        boolean calm;

        Model(SimulationScheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public String id() {
            return "simulated";
        }

        @Override
        public String defaultModel() {
            return "script";
        }

        @Override
        public AiReturn call(AiCall call) {
            Fold fold = Fold.create();
            int kind = calm ? 99 : scheduler.next(100);
            if (kind < 8) {
                return failed(fold, call, AiError.Category.SERVER);
            }
            if (kind < 11) {
                throw new IllegalStateException("the provider throws");
            }
            if (kind < 18) {
                say(fold, call, new AiDelta.Text("so far "));
                scheduler.await("endless answer", () -> call.cancellation().isCancelled(), LONGEST_ANSWER);
                return failed(fold, call, AiError.Category.TIMEOUT_IDLE);
            }
            boolean whole = answer(fold, call);
            return whole && kind >= 26 ? fold.toReturn() : failed(fold, call, AiError.Category.NETWORK);
        }

        private boolean answer(Fold fold, AiCall call) {
            for (AiDelta delta : deltas(call)) {
                say(fold, call, delta);
                if (call.cancellation().isCancelled() && scheduler.isLuckOf(70)) {
                    return false;
                }
            }
            return true;
        }

        private List<AiDelta> deltas(AiCall call) {
            List<AiDelta> deltas = new ArrayList<>();
            int texts = scheduler.next(3);
            for (int i = 0; i < texts; i++) {
                deltas.add(new AiDelta.Text("word" + i + " "));
            }
            if (!calm && scheduler.isLuckOf(5)) {
                deltas.add(new AiDelta.Reset(2));
            }
            int calls = calm || rounds(call) > 2 ? 0 : Math.max(0, scheduler.next(6) - 2);
            for (int i = 0; i < calls; i++) {
                String id = scheduler.isLuckOf(50) ? "" : "c" + scheduler.next(3);
                String tool = Tools.NAMES.get(scheduler.next(Tools.NAMES.size()));
                deltas.add(new AiDelta.ToolCallPart(i, id, tool, "{\"n\":" + scheduler.next(9) + "}"));
            }
            if (texts + calls == 0) {
                deltas.add(new AiDelta.Text("word "));
            }
            deltas.add(new AiDelta.UsageReport(Usage.of(3, 4)));
            deltas.add(new AiDelta.Finish(calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP));
            return deltas;
        }

        private static int rounds(AiCall call) {
            int rounds = 0;
            for (Interaction item : call.effective()) {
                rounds = item.kind() == Interaction.Kind.USER
                        ? 0
                        : rounds + (item.kind() == Interaction.Kind.TOOL_RESULT ? 1 : 0);
            }
            return rounds;
        }

        private void say(Fold fold, AiCall call, AiDelta delta) {
            if (scheduler.isLuckOf(20)) {
                scheduler.sleep("model", Duration.ofMillis(1 + scheduler.next(500)));
            } else {
                scheduler.pause("model");
            }
            fold.accept(delta);
            call.sink().accept(delta);
        }

        private AiReturn failed(Fold fold, AiCall call, AiError.Category category) {
            scheduler.pause("model fails");
            AiError.Category why = call.cancellation().isCancelled() ? AiError.Category.CANCELLED : category;
            return fold.toReturn().withError(AiError.of(why, "simulated", "the simulation says so"));
        }
    }

    /** Tools that are quick, slow, fail, throw, change state, interject and fork. */
    static final class Tools implements IToolExecutor {
        static final List<String> NAMES =
                List.of("quick", "slow", "fails", "throws", "changes", "interjects", "forks", "looks", "again");

        private final SimulationLife life;
        private final SimulationScheduler scheduler;

        Tools(SimulationLife life) {
            this.life = life;
            this.scheduler = life.scheduler;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            Map<String, ToolEnvelope> outcomes = new HashMap<>();
            if (scope.parallel() > 1) {
                for (Interaction.ToolCall call : calls) {
                    scheduler.add("tool " + call.name(), () -> outcomes.put(call.id(), watched(call, scope)));
                }
                scheduler.await("tools", () -> outcomes.size() == calls.size());
            } else {
                calls.forEach(call -> outcomes.put(call.id(), watched(call, scope)));
            }
            return calls.stream().map(call -> outcomes.get(call.id())).toList();
        }

        /** Notifies the listener and looks at the cancellation where the tools of the runtime do. */
        private ToolEnvelope watched(Interaction.ToolCall call, CallScope scope) {
            scheduler.pause("before " + call.name());
            if (!scope.toolFilter().matches(call.name())) {
                return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool.");
            }
            scope.tell(watch -> watch.starting(call, RunArguments.of(call)));
            if (scope.cancellation().isCancelled()) {
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
            }
            ToolEnvelope envelope;
            try {
                envelope = run(call, scope);
            } catch (IllegalStateException | IllegalArgumentException failed) {
                envelope = ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool failed.");
            }
            ToolEnvelope outcome = envelope;
            scheduler.pause("after " + call.name());
            scope.tell(watch -> watch.finished(call, outcome));
            return outcome;
        }

        private ToolEnvelope run(Interaction.ToolCall call, CallScope scope) {
            life.toolRuns(call);
            scope.tell(watch -> watch.progressed(call, 0.5, "half"));
            switch (call.name()) {
                case "slow" -> scheduler.sleep("slow tool", Duration.ofMillis(1 + scheduler.next(5000)));
                case "fails" -> throw new IllegalStateException("it fails");
                case "changes" -> {
                    scope.state().update(WALLS, before -> before + 1);
                    scope.state().update(SHARED, before -> before + 1);
                    scope.state().update(LIVE, before -> before + 1);
                }
                case "interjects" ->
                    life.interject(
                            scope.listener()::interject,
                            "tool",
                            scope.listener().branch());
                case "forks" -> life.fork(scope.listener().branch());
                default -> scheduler.pause("tool");
            }
            return ToolEnvelope.ok(call.arguments());
        }

        static boolean mayRunTwice(String name) {
            return name.equals("looks") || name.equals("again");
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return NAMES.stream()
                    .filter(filter::matches)
                    .sorted()
                    .map(name -> new ToolDefinition(name, name, Json.object(), Optional.empty(), tags(name), ""))
                    .toList();
        }

        private static Set<String> tags(String name) {
            return name.equals("looks") ? Set.of("read-only") : name.equals("again") ? Set.of("idempotent") : Set.of();
        }

        @Override
        public void close() {}
    }

    /** A hook that mostly proceeds, and sometimes waits, asks, replaces, stops or throws. */
    static final class Decisions implements Hook {
        private final SimulationScheduler scheduler;
        private final Set<String> turns = new HashSet<>();

        /** The messages that it refused or has not decided on because it failed. */
        final Set<String> refused;

        /** The turns that it saw begin and not end. */
        final List<String> open = new ArrayList<>();

        Decisions(SimulationScheduler scheduler, Set<String> refused) {
            this.scheduler = scheduler;
            this.refused = refused;
        }

        private <T> Decision<T> decide(String where, T payload, UnaryOperator<T> change) {
            scheduler.pause(where);
            int luck = scheduler.next(100);
            if (luck < 3) {
                return Decision.replace(change.apply(payload));
            }
            if (luck < 5) {
                return Decision.stop("the simulation says so");
            }
            if (luck < 6) {
                throw new IllegalStateException("the hook fails");
            }
            return Decision.proceed();
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            open.add(context.ids().turn());
            return Hook.super.onTurnStarting(input, context);
        }

        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
            try {
                Decision<Interaction.User> decision =
                        decide("hook message", message, user -> Interaction.user("Reworded: " + user.text()));
                if (decision instanceof Decision.Stop<Interaction.User>) {
                    refused.add(message.text());
                }
                return decision;
            } catch (IllegalStateException failed) {
                refused.add(message.text());
                throw failed;
            }
        }

        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            if (scheduler.isLuckOf(10)) {
                Optional<String> unused = context.ask("May they?", List.of("yes", "no"), Duration.ofSeconds(30));
            }
            return decide(
                    "hook tools",
                    batch,
                    all -> all.answer(
                            all.calls().get(0), ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "Not this one.")));
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            boolean ofUser = entry.kind() == Interaction.Kind.USER;
            try {
                Decision<ConversationEntry> decision = decide("hook entry", entry, RandomHook::reworded);
                if (ofUser && decision instanceof Decision.Stop<ConversationEntry>) {
                    refused.add(entry.text());
                }
                return decision;
            } catch (IllegalStateException failed) {
                if (ofUser) {
                    refused.add(entry.text());
                }
                throw failed;
            }
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            return decide("hook round", round, done -> done.withNext(Round.Next.values()[scheduler.next(3)]));
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            scheduler.pause("hook finished");
            String turn = context.ids().turn();
            if (!open.remove(turn) || !turns.add(turn)) {
                throw new AssertionError("a hook is notified twice of the end of turn " + turn);
            }
        }
    }
}
