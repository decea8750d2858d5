package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.function.UnaryOperator;

/**
 * The errors of a fourteenth author that the laws did not find, others of the same kinds at other places, and errors in members of values
 * that no law had varied. The author wrote six implementations from the pages, and 22 errors before any of them was run.
 */
final class FourteenthFaults {
    private static final String EDGES = "a_policy_is_as_its_model_at_edges";
    private static final String CONTENT = "content_passes_unless_it_is_changed_on_purpose";
    private static final String ERRORS = "each_error_and_cancel_pass_through";
    private static final String UNDO = "undo_restores_what_was";
    private static final String PLACES = "no_more_run_at_once_than_may";
    private static final String ENVELOPES = "envelopes_are_returned_as_they_are";
    private static final String DEFINED = "definitions_are_those_of_the_filter";

    private final List<PlantedFault> all = new ArrayList<>();

    private FourteenthFaults() {}

    static List<PlantedFault> all() {
        FourteenthFaults faults = new FourteenthFaults();
        faults.policies();
        faults.tools();
        faults.providers();
        faults.executors();
        faults.membersOfCalls();
        faults.membersOfAnswers();
        faults.membersBesideTools();
        return List.copyOf(faults.all);
    }

    /** Returns the implementations without an error. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "question sent twice", () -> new Twice(0),
                "board of pegs", () -> new Pegs(0),
                "executor with places", () -> ExecutorFaults.laws(tools -> new Places(tools, (first, now) -> now)));
    }

    private void add(Kind kind, String name, String breaks, String law, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(kind, name, breaks, law, laws));
    }

    private void policies() {
        add(
                Kind.POLICY,
                "says nothing of what a cache inside had saved",
                "The saved tokens of an answer that is given again are 0 if a cache inside gave it first.",
                "a_policy_is_as_its_model",
                () -> new Twice(1));
        add(
                Kind.POLICY,
                "remembers over a call that failed",
                "A, another call that fails, A: the second A is not asked.",
                EDGES,
                () -> new Twice(2));
        add(
                Kind.POLICY,
                "remembers over a renewal that failed",
                "A, a REFRESH of A that fails, A: the older answer is given.",
                EDGES,
                () -> new Twice(3));
        add(
                Kind.POLICY,
                "says nothing of what it saves",
                "The saved tokens of an answer that is given again are 0.",
                "answers_without_a_call_cost_nothing",
                () -> new Twice(4));
    }

    private void tools() {
        add(
                Kind.TOOL,
                "keeps a refused call for undo",
                "Undo after a refused call takes back nothing.",
                UNDO,
                () -> new Pegs(1));
        add(Kind.TOOL, "undoes once", "The second undo in turn takes back nothing.", UNDO, () -> new Pegs(2));
    }

    private void providers() {
        add(
                Kind.PROVIDER,
                "reads seconds as milliseconds by the clock of the call",
                "A call that has a clock is tried again too early.",
                "failures_are_values",
                () -> ProviderFaults.laws(server -> new SocketProvider(server) {
                    @Override
                    Duration until(long seconds) {
                        return Duration.ofMillis(seconds);
                    }
                }));
        add(
                Kind.PROVIDER,
                "sends no choice of tools",
                "REQUIRED does not arrive.",
                "requests_are_whole",
                () -> ProviderFaults.laws(server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return super.request(call).without("tool_choice");
                    }
                }));
    }

    private void executors() {
        add(
                Kind.EXECUTOR,
                "has the places of its first batch",
                "A batch with fewer places than the first one runs too many at once.",
                PLACES,
                () -> ExecutorFaults.laws(tools -> new Places(tools, (first, now) -> first == 0 ? now : first)));
        add(
                Kind.EXECUTOR,
                "has the most places of any batch",
                "A batch behind a larger one runs too many at once.",
                PLACES,
                () -> ExecutorFaults.laws(tools -> new Places(tools, Math::max)));
        add(
                Kind.EXECUTOR,
                "has the fewest places of any batch",
                "A batch behind a smaller one runs too few at once.",
                "executors_serve_on",
                () -> ExecutorFaults.laws(
                        tools -> new Places(tools, (before, now) -> before == 0 ? now : Math.min(before, now))));
    }

    private void sending(String name, String breaks, UnaryOperator<AiCall> change) {
        add(
                Kind.POLICY,
                name,
                breaks,
                "laws_hold_for_edge_cases",
                () -> PolicyFaults.laws(() -> (call, next) -> next.proceed(change.apply(call))));
    }

    private void membersOfCalls() {
        sending("sends no choice of tools", "A choice of tools is lost.", call -> {
            ModelOptions.Builder options = ModelOptions.builder();
            call.options().model().ifPresent(options::model);
            call.options().temperature().ifPresent(options::temperature);
            call.options().topP().ifPresent(options::topP);
            call.options().maxOutputTokens().ifPresent(options::maxOutputTokens);
            call.options().reasoning().ifPresent(options::reasoning);
            call.options().seed().ifPresent(options::seed);
            options.stop(call.options().stop().toArray(String[]::new));
            call.options().raw().forEach(options::addRaw);
            return call.withOptions(options.build());
        });
        sending(
                "asks for at most high effort",
                "MAX and EXTRA_HIGH are HIGH.",
                call -> call.options().reasoning().stream()
                                .anyMatch(each -> each.compareTo(ModelOptions.Reasoning.HIGH) > 0)
                        ? call.withOptions(call.options().toBuilder()
                                .reasoning(ModelOptions.Reasoning.HIGH)
                                .build())
                        : call);
        sending(
                "shows tools without their owners",
                "The extension that adds a tool is not passed on.",
                call -> call.withTools(call.tools().stream()
                        .map(tool -> new ToolDefinition(
                                tool.name(),
                                tool.description(),
                                tool.inputSchema(),
                                tool.outputSchema(),
                                tool.tags(),
                                ""))
                        .toList()));
    }

    private void pieces(String name, String breaks, String law, UnaryOperator<AiDelta> change) {
        add(
                Kind.POLICY,
                name,
                breaks,
                law,
                () -> PolicyFaults.laws(() -> (call, next) ->
                        next.proceed(call.withSink(delta -> call.sink().accept(change.apply(delta))))));
    }

    private void failing(String name, String breaks, UnaryOperator<AiError> change) {
        add(
                Kind.POLICY,
                name,
                breaks,
                ERRORS,
                () -> PolicyFaults.laws(() -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return ret.error()
                            .map(error -> ret.withError(change.apply(error)))
                            .orElse(ret);
                }));
    }

    private void membersOfAnswers() {
        pieces(
                "counts what was read from a cache as new",
                "cachedInput is 0.",
                CONTENT,
                delta -> delta instanceof AiDelta.UsageReport report
                        ? new AiDelta.UsageReport(report.usage().withCachedInput(0))
                        : delta);
        pieces(
                "calls a filtered answer complete",
                "CONTENT_FILTER is STOP.",
                CONTENT,
                delta -> delta instanceof AiDelta.Finish end && end.reason() == FinishReason.CONTENT_FILTER
                        ? new AiDelta.Finish(FinishReason.STOP)
                        : delta);
        pieces(
                "forgets who wrote a signature",
                "The writer of opaque data is lost.",
                "a_policy_is_as_its_model",
                delta -> delta instanceof AiDelta.Whole whole && whole.part() instanceof Part.Opaque part
                        ? new AiDelta.Whole(part.withWriter(""))
                        : delta);
        pieces(
                "gives every file one name",
                "The name of a file of the model is lost.",
                CONTENT,
                delta -> delta instanceof AiDelta.Whole whole && whole.part() instanceof Part.File file
                        ? new AiDelta.Whole(new Part.File("file", file.blob()))
                        : delta);
        add(
                Kind.POLICY,
                "returns a price of its own",
                "The cost of the answer is 0.",
                CONTENT,
                () -> PolicyFaults.laws(() -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return ret.cost().isEmpty()
                            ? ret
                            : ret.toBuilder()
                                    .cost(new Cost(BigDecimal.ZERO, "USD"))
                                    .build();
                }));
        failing(
                "names itself in every error",
                "The extension that failed is lost.",
                error -> error.extensionId().isEmpty() ? error : error.withExtensionId("this policy"));
        failing(
                "keeps one detail of an error",
                "The others are lost.",
                error -> new AiError(
                        error.category(),
                        error.code(),
                        error.message(),
                        error.retryable(),
                        error.retryAt(),
                        error.status(),
                        error.requestId(),
                        error.extensionId(),
                        error.causeClass(),
                        error.providerMessage(),
                        error.details().containsKey("provider")
                                ? Map.of("provider", error.details().get("provider"))
                                : Map.of()));
    }

    private void envelopes(String name, String breaks, UnaryOperator<ToolEnvelope> change) {
        add(
                Kind.EXECUTOR,
                name,
                breaks,
                ENVELOPES,
                () -> ExecutorFaults.laws(tools -> new ExecutorFaults.InTurn(tools) {
                    @Override
                    ToolEnvelope run(AiTool tool, Interaction.ToolCall call) {
                        return change.apply(super.run(tool, call));
                    }
                }));
    }

    private void defined(String name, String breaks, UnaryOperator<ToolDefinition> change) {
        add(
                Kind.EXECUTOR,
                name,
                breaks,
                DEFINED,
                () -> ExecutorFaults.laws(tools -> new ExecutorFaults.InTurn(tools) {
                    @Override
                    public List<ToolDefinition> definitions(Selector filter) {
                        return super.definitions(filter).stream().map(change).toList();
                    }
                }));
    }

    private void membersBesideTools() {
        envelopes("lets every turn go on", "A tool cannot stop the turn.", outcome -> outcome.withStopsTurn(false));
        envelopes(
                "says that failed tools did nothing",
                "DONE is NOT_STARTED.",
                outcome -> outcome.failure()
                                .filter(each -> each.effect() == ToolEnvelope.Effect.DONE)
                                .isPresent()
                        ? outcome.withEffect(ToolEnvelope.Effect.NOT_STARTED)
                        : outcome);
        envelopes(
                "returns one picture",
                "The other parts of a result are lost.",
                outcome -> outcome.parts().size() < 2
                        ? outcome
                        : outcome.withOnlyParts(outcome.parts().subList(0, 1)));
        defined(
                "describes all tools alike",
                "The description of a tool is lost.",
                tool -> new ToolDefinition(
                        tool.name(), "A tool.", tool.inputSchema(), tool.outputSchema(), tool.tags(), tool.owner()));
        defined(
                "defines no results",
                "The schema of a result is lost.",
                tool -> new ToolDefinition(
                        tool.name(),
                        tool.description(),
                        tool.inputSchema(),
                        Optional.empty(),
                        tool.tags(),
                        tool.owner()));
        add(
                Kind.STORE,
                "places keys by their quick hash",
                "An answer is not found under an equal key that was made of a fingerprint.",
                "what_was_stored_is_found",
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    @Override
                    Object place(Key key) {
                        return List.of(key.quickHash(), super.place(key));
                    }
                }));
    }

    /** A policy that answers an equal call again for ten minutes, unless another call of the namespace came between, with its model. */
    private record Twice(int wrong) implements PolicyLaws {
        @Override
        public Policy policy() {
            return new DoubleSubmit(wrong);
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(new AllCalls());
        }
    }

    private static Instant now(AiCall call) {
        return call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
    }

    private static boolean isWhole(AiReturn ret) {
        return ret.isOk()
                && ret.finish() == FinishReason.STOP
                && ret.toolCalls().isEmpty()
                && ret.deltas().stream().anyMatch(AiDelta.Text.class::isInstance);
    }

    private static AiReturn again(AiReturn answer, AiCall call, long saved) {
        AiReturn ret = answer.toBuilder()
                .usage(Usage.NONE)
                .savedTokens(saved)
                .ids(call.ids())
                .trace(AiReturn.Trace.EMPTY)
                .build();
        ret.deltas().forEach(call.sink()::accept);
        return ret;
    }

    private record Asked(ResponseStore.Key key, AiReturn answer, Instant ended) {
        boolean isFor(ResponseStore.Key other, Instant now) {
            return key.equals(other) && now.isBefore(ended.plus(Duration.ofMinutes(10)));
        }
    }

    /** The policy of the author, which keeps the last answer of each namespace. */
    private static final class DoubleSubmit implements Policy {
        private final int wrong;
        private final Map<String, Asked> last = new HashMap<>();

        DoubleSubmit(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            if (call.cacheMode() == CacheMode.BYPASS) {
                return next.proceed(call);
            }
            ResponseStore.Key key = ResponseStore.Key.of(call, 1);
            Optional<AiReturn> known = call.cacheMode() == CacheMode.READ_WRITE ? known(call, key) : Optional.empty();
            if (known.isPresent()) {
                AiReturn answer = known.get();
                long saved = answer.usage().total() + (wrong == 1 ? 0 : answer.savedTokens());
                return again(answer, call, wrong == 4 ? 0 : saved);
            }
            AiReturn ret = next.proceed(call);
            keep(call, key, ret);
            return ret;
        }

        private synchronized Optional<AiReturn> known(AiCall call, ResponseStore.Key key) {
            return Optional.ofNullable(last.get(call.namespace()))
                    .filter(each -> each.isFor(key, now(call)))
                    .map(Asked::answer);
        }

        private synchronized void keep(AiCall call, ResponseStore.Key key, AiReturn ret) {
            boolean isKept = wrong == 2 || (wrong == 3 && call.cacheMode() == CacheMode.REFRESH);
            if (isWhole(ret)) {
                last.put(call.namespace(), new Asked(key, ret, now(call)));
            } else if (!isKept || ret.isOk()) {
                last.remove(call.namespace());
            }
        }
    }

    /** His model, which keeps all calls. */
    private static final class AllCalls implements Policy {
        private final Deque<Map.Entry<String, Asked>> all = new ArrayDeque<>();

        @Override
        public synchronized AiReturn around(AiCall call, Next next) {
            ResponseStore.Key key = ResponseStore.Key.of(call, 1);
            Optional<AiReturn> known = all.stream()
                    .filter(each -> each.getKey().equals(call.namespace()))
                    .findFirst()
                    .map(Map.Entry::getValue)
                    .filter(each -> call.cacheMode() == CacheMode.READ_WRITE)
                    .filter(each -> each.isFor(key, now(call)))
                    .map(Asked::answer)
                    .filter(FourteenthFaults::isWhole);
            if (known.isPresent()) {
                return again(
                        known.get(),
                        call,
                        known.get().usage().total() + known.get().savedTokens());
            }
            AiReturn ret = next.proceed(call);
            if (call.cacheMode() != CacheMode.BYPASS) {
                all.push(Map.entry(call.namespace(), new Asked(key, ret, now(call))));
            }
            return ret;
        }
    }

    /** A tool that puts a peg into a hole that is free, with undo. */
    private static final class Pegs implements ToolLaws {
        private final int wrong;
        private final Set<Integer> taken = new TreeSet<>();
        private final Deque<Set<Integer>> earlier = new ArrayDeque<>();

        Pegs(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public AiTool tool() {
            Json schema = Json.parse("{\"type\":\"object\",\"required\":[\"hole\"],\"properties\":{\"hole\":"
                    + "{\"type\":\"integer\",\"minimum\":1,\"maximum\":50}},\"additionalProperties\":false}");
            return AiTool.of("putPeg", "Puts a peg into a hole that is free.", schema, (in, call) -> {
                call.cancellation().throwIfCancelled();
                return put(in.get("hole").asInt());
            });
        }

        private synchronized int put(int hole) {
            Set<Integer> before = new TreeSet<>(taken);
            if (wrong == 1) {
                earlier.push(before);
            }
            if (!taken.add(hole)) {
                throw new ToolException("There is a peg in hole " + hole + ".");
            }
            if (wrong != 1) {
                earlier.push(before);
            }
            return taken.size();
        }

        @Override
        public Optional<Runnable> undo() {
            return Optional.of(() -> {
                Set<Integer> before = wrong == 2 ? earlier.element() : earlier.pop();
                taken.clear();
                taken.addAll(before);
            });
        }

        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(new Pegs(wrong));
        }

        @Override
        public Object snapshot() {
            return Set.copyOf(taken);
        }
    }

    /** An executor whose places are those of the scope of each batch, or what an error makes of those before and of these. */
    private static final class Places implements IToolExecutor {
        private final IToolExecutor right;
        private final IntBinaryOperator places;
        private final AtomicInteger before = new AtomicInteger();

        Places(List<AiTool> tools, IntBinaryOperator places) {
            this.right = PooledExecutor.of(0, tools);
            this.places = places;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            int parallel = before.updateAndGet(each -> places.applyAsInt(each, scope.parallel()));
            return right.execute(
                    calls,
                    new CallScope(
                            scope.ids(),
                            scope.toolFilter(),
                            scope.conversation(),
                            scope.cancellation(),
                            scope.state(),
                            scope.approvals(),
                            scope.observer(),
                            parallel,
                            scope.listener()));
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return right.definitions(filter);
        }

        @Override
        public void close() {
            right.close();
        }
    }
}
