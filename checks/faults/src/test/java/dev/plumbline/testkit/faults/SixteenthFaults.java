package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore.Entry;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.RedactorLaws;
import dev.plumbline.testkit.laws.StoreLimit;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Faults of a sixteenth author, who wrote right implementations from the pages and an error in each before any law was run, and two
 * that he had left out. Where another author has written the same, the error is in that one.
 */
final class SixteenthFaults {
    private static final String MODEL = "a_policy_is_as_its_model";
    private static final String TOOL_MODEL = "a_tool_is_as_its_model";
    private static final ModelId OTHER = ModelId.parse("scripted:other");

    private final List<PlantedFault> all = new ArrayList<>();

    private SixteenthFaults() {}

    /** Returns those of the author. */
    static List<PlantedFault> all() {
        SixteenthFaults faults = new SixteenthFaults();
        faults.policies();
        faults.providers();
        faults.tools();
        faults.others();
        return List.copyOf(faults.all);
    }

    /** Returns the two that he had left out. */
    static List<PlantedFault> leftOut() {
        SixteenthFaults faults = new SixteenthFaults();
        faults.add(
                Kind.TOOL,
                "joins the numbers of its key",
                "1 and 12 have the result of 11 and 2.",
                TOOL_MODEL,
                () -> grid(true));
        faults.add(
                Kind.TOOL,
                "compares a material with its capitals",
                "What the user calls OAK is not found.",
                TOOL_MODEL,
                () -> find(true));
        return List.copyOf(faults.all);
    }

    /** Returns the implementations as he meant them. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.ofEntries(
                Map.entry("sixteenth glossary", () -> new Office(false)),
                Map.entry("sixteenth cut", () -> new LastTurns(false)),
                Map.entry("sixteenth retry", () -> oneMore(false)),
                Map.entry("sixteenth failover", () -> failover(false)),
                Map.entry("sixteenth filter", () -> new Dashed(false)),
                Map.entry("sixteenth mask", () -> prices(false)),
                Map.entry("sixteenth list", () -> shortest(false)),
                Map.entry("sixteenth deletion", () -> delete(false)),
                Map.entry("sixteenth undo", () -> paint(false)),
                Map.entry("sixteenth concurrent tool", () -> mark(false)),
                Map.entry("sixteenth pure tool", () -> grid(false)),
                Map.entry("sixteenth search", () -> find(false)),
                Map.entry("sixteenth response store", () -> StoreFaults.responseLaws(() -> new Indexed(false))),
                Map.entry("sixteenth budget store", () -> new Budgets(false)),
                Map.entry("sixteenth redactor", () -> new Clients(false)));
    }

    private void add(Kind kind, String name, String breaks, String law, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(kind, name, breaks, law, laws));
    }

    private void policies() {
        add(
                Kind.POLICY,
                "counts no tokens of failed answers",
                "A model that breaks off uses more than the day has.",
                MODEL,
                () -> ThirteenthFaults.tokens(8));
        add(Kind.POLICY, "takes terms as patterns", "EG. is also found in EGE.", MODEL, () -> new Office(true));
        add(
                Kind.POLICY,
                "cuts facts out of old turns",
                "A fact is sent once, so the model does not see it again.",
                MODEL,
                () -> new LastTurns(true));
        add(
                Kind.POLICY,
                "calls again what must not be called again",
                "It looks at the category of an error and not at retryable.",
                "calls_are_repeated_as_their_errors_say",
                () -> oneMore(true));
        add(
                Kind.POLICY,
                "begins the time of an answer again with each use",
                "An answer that is often asked for stays for ever.",
                "a_policy_is_as_its_model_at_times",
                () -> EleventhFaults.recent(9));
        add(
                Kind.POLICY,
                "drops the options in the second call",
                "Temperature, limits and stop texts are lost when a service fails.",
                MODEL,
                () -> failover(true));
        add(
                Kind.POLICY,
                "goes on with code in the next part",
                "A backtick that is left open switches the filter off.",
                MODEL,
                () -> new Dashed(true));
        add(
                Kind.POLICY,
                "counts a tool call when it has ended",
                "All calls at once pass.",
                "calls_at_once_are_counted",
                () -> ToolPolicyFaults.quota(4));
        add(
                Kind.POLICY,
                "makes a new envelope of a masked result",
                "Pictures, notes and the end of the turn are lost.",
                "a_tool_policy_is_as_its_model",
                () -> prices(true));
    }

    private void provider(String name, String breaks, String law, Function<URI, AiProvider> provider) {
        add(Kind.PROVIDER, name, breaks, law, () -> ProviderFaults.laws(provider));
    }

    private void providers() {
        add(
                Kind.PROVIDER,
                "reports each sum of tokens as new tokens",
                "The user pays twice.",
                "answers_are_those_of_the_exchanges",
                () -> TwelfthFaults.netstrings(15));
        provider(
                "sends the first of the stop texts",
                "The others are neither sent nor remarked.",
                "requests_are_whole",
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        Json sent = super.request(call);
                        return call.options().stop().isEmpty()
                                ? sent
                                : sent.with("stop", call.options().stop().subList(0, 1));
                    }
                });
        provider(
                "waits a thousandth of what Retry-After says",
                "The call is tried again too early.",
                "failures_are_values",
                server -> new SocketProvider(server) {
                    @Override
                    Duration until(long seconds) {
                        return Duration.ofMillis(seconds);
                    }
                });
        provider(
                "hears a cancellation until the headers",
                "The rest of the stream is read on.",
                "cancel_closes_the_socket",
                server -> new SocketProvider(server) {
                    @Override
                    void begun(Subscription cancelled) {
                        cancelled.close();
                    }
                });
        provider(
                "sends a failed result as an empty one",
                "The model believes that the tool did it.",
                "conversation_is_sent",
                server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        return super.sent(call).stream()
                                .map(SixteenthFaults::emptied)
                                .toList();
                    }
                });
    }

    private static Interaction emptied(Interaction item) {
        return item instanceof Interaction.ToolResult result
                        && !result.envelope().isOk()
                ? new Interaction.ToolResult(
                        result.callId(),
                        ToolEnvelope.ok(null).withOnlyParts(result.envelope().parts()))
                : item;
    }

    private void tools() {
        add(
                Kind.TOOL,
                "compares lengths by whole millimetres",
                "Two that differ by less are in the order of drawing.",
                TOOL_MODEL,
                () -> shortest(true));
        add(
                Kind.TOOL,
                "deletes while it checks",
                "A call that is refused has deleted a part.",
                "refused_means_unchanged",
                () -> delete(true));
        add(
                Kind.TOOL,
                "leaves what it made when it is undone",
                "The new layer stays, without a colour.",
                "undo_restores_what_was",
                () -> paint(true));
        add(
                Kind.TOOL,
                "counts in a volatile field",
                "Two calls at once have one number, and a mark is lost.",
                "calls_at_once_change_as_much",
                () -> mark(true));
    }

    private void others() {
        add(
                Kind.STORE,
                "leaves what is replaced under its old tags",
                "An old tag removes the new answer.",
                "histories_are_those_of_a_map",
                () -> StoreFaults.responseLaws(() -> new Indexed(true)));
        add(
                Kind.STORE,
                "cuts the time of an answer to milliseconds",
                "It is found with another time.",
                "what_was_stored_is_found",
                () -> StoreFaults.changing(entry -> new Entry(
                        entry.answer(),
                        entry.stored().truncatedTo(ChronoUnit.MILLIS),
                        entry.expires(),
                        entry.model(),
                        entry.tags())));
        add(
                Kind.STORE,
                "sorts by the text of a time",
                "A whole second is behind its fractions.",
                "list_says_what_records_say",
                () -> StoreFaults.sessionLaws(right -> new StoreFaults.Sessions(right) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        Comparator<StoredSession> byText = Comparator.comparing(each -> right.read(each.id())
                                .reduce(Json.object(), (older, newer) -> newer)
                                .get("at")
                                .findText()
                                .orElse(""));
                        return super.list(limit, cancellation).stream()
                                .sorted(byText.reversed())
                                .toList();
                    }
                }));
        add(
                Kind.STORE,
                "gives whole units back and forgets the rest of the time",
                "A budget that is asked often does not fill.",
                "units_come_back_with_time",
                () -> new Budgets(true));
        add(
                Kind.EXECUTOR,
                "runs first what may run beside others",
                "A call that stood behind a change sees the old state.",
                "a_batch_is_as_its_calls_in_order",
                () -> (ToolExecutorLaws) (tools, time) -> TenthFaults.pool(25, tools));
        add(
                Kind.POLICY,
                "searches for all threads with one matcher",
                "Threads find what others search.",
                "threads_do_not_meet",
                () -> new Clients(true));
    }

    /** Writes the abbreviations of an office out. */
    private record Office(boolean wrong) implements PolicyLaws {
        private static String written(String text) {
            return text.replace("EG.", "Erdgeschoss").replace("OKFF", "Oberkante");
        }

        @Override
        public Policy policy() {
            return FifteenthFaults.rewriting(
                    wrong
                            ? text -> text.replaceAll("EG.", "Erdgeschoss").replaceAll("OKFF", "Oberkante")
                            : Office::written);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("EG.", "OKFF");
        }

        @Override
        public List<Exchange> exchanges() {
            String asked = "A wall in the EG. at OKFF.";
            AiCall given = AiCall.of(AiBody.of(asked), ModelId.parse("scripted:script"));
            return List.of(Exchange.sends(given, given.withEffective(List.of(Interaction.user(written(asked))))));
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(FifteenthFaults.rewriting(Office::written));
        }
    }

    /** Sends the last four turns, and all instructions, facts and summaries. */
    private record LastTurns(boolean wrong) implements PolicyLaws {
        private static final int MOST = 4;

        private static boolean isSaid(Interaction item) {
            return item instanceof Interaction.User
                    || item instanceof Interaction.Assistant
                    || item instanceof Interaction.ToolCall
                    || item instanceof Interaction.ToolResult;
        }

        @Override
        public RequestPolicy policy() {
            return call -> {
                List<Interaction> sent = call.effective();
                int from = sent.size();
                for (int turns = 0; from > 0 && turns < MOST; ) {
                    from--;
                    turns += sent.get(from) instanceof Interaction.User ? 1 : 0;
                }
                Stream<Interaction> old = sent.subList(0, from).stream()
                        .filter(each -> wrong ? each instanceof Interaction.System : !isSaid(each));
                return call.withEffective(Stream.concat(old, sent.subList(from, sent.size()).stream())
                        .toList());
            };
        }

        @Override
        public Optional<Policy> model() {
            RequestPolicy simple = call -> {
                List<Interaction> sent = new ArrayList<>();
                long later = call.effective().stream()
                        .filter(Interaction.User.class::isInstance)
                        .count();
                for (Interaction each : call.effective()) {
                    later -= each instanceof Interaction.User ? 1 : 0;
                    if (later < MOST || !isSaid(each)) {
                        sent.add(each);
                    }
                }
                return call.withEffective(sent);
            };
            return Optional.of(simple);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public boolean startsOver() {
            return true;
        }
    }

    /** The laws of a policy that may call another model. */
    private record Repeating(Policy policy, Optional<Policy> model) implements PolicyLaws {
        @Override
        public boolean repeats() {
            return true;
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }
    }

    /** Calls a second time after some errors, if nothing was shown. */
    private record Second(BiPredicate<AiCall, AiError> may, BiFunction<AiCall, AiError, AiCall> other)
            implements Policy {
        @Override
        public boolean mayRepeat() {
            return true;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn ret = next.proceed(call);
            return ret.error()
                    .filter(error ->
                            !call.sink().hasDelivered() && !call.cancellation().isCancelled() && may.test(call, error))
                    .map(error -> next.proceed(other.apply(call, error)))
                    .orElse(ret);
        }
    }

    /** Calls once more, at the time that a service names if that is near. */
    private static PolicyLaws oneMore(boolean wrong) {
        Set<Category> passing = Set.of(
                Category.NETWORK,
                Category.TIMEOUT_CONNECT,
                Category.TIMEOUT_IDLE,
                Category.RATE_LIMITED,
                Category.OVERLOADED,
                Category.SERVER);
        return PolicyFaults.laws(() -> new Second(
                (call, error) -> passing.contains(error.category())
                        && (wrong || error.retryable())
                        && wait(call, error).compareTo(Duration.ofMinutes(1)) <= 0
                        && wait(call, error).compareTo(call.budget().timeLeft()) < 0,
                (call, error) -> {
                    call.cancellation().sleep(wait(call, error), "calls once more");
                    return call;
                }));
    }

    private static Duration wait(AiCall call, AiError error) {
        return error.retryAt()
                .map(at -> Duration.between(
                        call.attribute(AiCall.SCHEDULER).orElseThrow().instant(), at))
                .map(time -> time.isNegative() ? Duration.ZERO : time)
                .orElse(Duration.ofMillis(500));
    }

    /** Calls another model if no time of a retry is named. */
    private static PolicyLaws failover(boolean wrong) {
        Set<Category> passing =
                Set.of(Category.NETWORK, Category.TIMEOUT_CONNECT, Category.OVERLOADED, Category.SERVER);
        Function<UnaryOperator<AiCall>, Policy> calling = other -> new Second(
                (call, error) -> passing.contains(error.category())
                        && error.retryable()
                        && error.retryAt().isEmpty(),
                (call, error) -> other.apply(call));
        UnaryOperator<AiCall> right = call -> call.withModel(OTHER);
        UnaryOperator<AiCall> faulty = call -> right.apply(call).withOptions(ModelOptions.of(OTHER));
        return new Repeating(calling.apply(wrong ? faulty : right), Optional.of(calling.apply(right)));
    }

    /** Makes a dash of two hyphens, except in code between backticks. */
    private record Dashed(boolean wrong) implements PolicyLaws {
        @Override
        public Policy policy() {
            return ResponsePolicy.filter(call -> new Dashes(wrong));
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("--", "`");
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.answers("A wall -- 5 m - is drawn.", "A wall \u2014 5 m - is drawn."),
                    Exchange.answers("Write `i--` -- not `--i`.", "Write `i--` \u2014 not `--i`."));
        }

        @Override
        public Optional<Policy> model() {
            ResponsePolicy whole = (ret, call) -> ret.mapText(text -> {
                String[] pieces = text.split("`", -1);
                for (int i = 0; i < pieces.length; i += 2) {
                    pieces[i] = pieces[i].replace("--", "\u2014");
                }
                return String.join("`", pieces);
            });
            return Optional.of(whole);
        }
    }

    private static final class Dashes implements DeltaFilter {
        private final boolean wrong;
        private boolean isCode;
        private boolean isHyphen;

        Dashes(boolean wrong) {
            this.wrong = wrong;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                StringBuilder now = new StringBuilder();
                text.text().chars().forEach(sign -> add((char) sign, now));
                out.accept(new AiDelta.Text(now.toString()));
                return;
            }
            if (!(delta instanceof AiDelta.UsageReport)) {
                finish(out);
            }
            out.accept(delta);
        }

        private void add(char sign, StringBuilder now) {
            if (sign == '-' && !isCode) {
                now.append(isHyphen ? "\u2014" : "");
                isHyphen = !isHyphen;
                return;
            }
            now.append(isHyphen ? "-" : "").append(sign);
            isHyphen = false;
            isCode ^= sign == '`';
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (isHyphen) {
                out.accept(new AiDelta.Text("-"));
            }
            isHyphen = false;
            isCode &= wrong;
        }
    }

    /** Hides a currency in results. */
    private static ToolPolicyLaws prices(boolean wrong) {
        UnaryOperator<Json> hidden = result -> Json.parse(result.text().replace("EUR", "***"));
        return ToolPolicyFaults.modelled(
                List.of("EUR"),
                clock -> (call, next) -> {
                    ToolEnvelope outcome = next.proceed(call);
                    if (!outcome.isOk() || !outcome.result().text().contains("EUR")) {
                        return outcome;
                    }
                    Json result = hidden.apply(outcome.result());
                    return wrong ? ToolEnvelope.ok(result) : outcome.withResult(result);
                },
                clock -> (call, next) -> {
                    ToolEnvelope outcome = next.proceed(call);
                    return outcome.withResult(hidden.apply(outcome.result()));
                });
    }

    /** The laws of a tool with what it changes. */
    private record Changing(
            AiTool tool,
            Supplier<Object> state,
            Runnable other,
            Optional<Runnable> undo,
            Optional<AiTool> model,
            Supplier<ToolLaws> again)
            implements ToolLaws {
        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(again.get());
        }

        @Override
        public Object snapshot() {
            return state.get();
        }

        @Override
        public void change() {
            other.run();
        }
    }

    private static Json schema(String type, String... names) {
        Json properties = Json.object();
        for (String name : names) {
            properties = properties.with(name, Json.parse(type));
        }
        return Json.object()
                .with("type", "object")
                .with("properties", properties)
                .with("required", List.of(names))
                .with("additionalProperties", false);
    }

    private static Json whole(int from, int to, String... names) {
        return schema("{\"type\":\"integer\",\"minimum\":" + from + ",\"maximum\":" + to + "}", names);
    }

    private record Wall(String id, double length) {}

    /** Lists the shortest walls. */
    private static ToolLaws shortest(boolean wrong) {
        List<Wall> walls = new ArrayList<>();
        for (double length : new double[] {4200.6, 4200.2, 3100, 4200.4, 875.25, 875}) {
            walls.add(new Wall("w" + (walls.size() + 1), length));
        }
        Comparator<Wall> byLength = Comparator.comparingDouble(Wall::length);
        Comparator<Wall> byWhole = (one, other) -> (int) (one.length() - other.length());
        Function<Comparator<Wall>, AiTool> tool = order -> AiTool.of(
                        "shortest_walls",
                        "Returns the ids of the shortest walls, shortest first.",
                        whole(1, 8, "count"),
                        (in, call) -> walls.stream()
                                .sorted(order)
                                .limit(in.get("count").asInt())
                                .map(Wall::id)
                                .toList())
                .withReadOnly()
                .withIdempotent();
        return new Changing(
                tool.apply(wrong ? byWhole : byLength),
                () -> List.copyOf(walls),
                () -> walls.add(new Wall("w" + (walls.size() + 1), 3099.5)),
                Optional.empty(),
                Optional.of(tool.apply(byLength)),
                () -> shortest(wrong));
    }

    /** Deletes all walls of a list, or none. */
    private static ToolLaws delete(boolean wrong) {
        Set<Integer> walls = new TreeSet<>(List.of(1, 2, 3, 4, 5, 6, 7));
        Set<Integer> ofModel = new TreeSet<>(walls);
        return new Changing(
                deletion(wrong, walls),
                () -> Set.copyOf(walls),
                () -> {
                    walls.add(8);
                    ofModel.add(8);
                },
                Optional.empty(),
                Optional.of(deletion(false, ofModel)),
                () -> delete(wrong));
    }

    private static AiTool deletion(boolean wrong, Set<Integer> walls) {
        Json schema = schema(
                "{\"type\":\"array\",\"maxItems\":3,\"items\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9}}",
                "numbers");
        return AiTool.of("delete_walls", "Deletes walls and returns how many are left.", schema, (in, call) -> {
                    Set<Integer> numbers = new TreeSet<>();
                    in.get("numbers").elements().forEach(each -> numbers.add(each.asInt()));
                    for (int number : numbers) {
                        if (!walls.contains(number)) {
                            throw new ToolException("There is no wall " + number + ".");
                        }
                        if (wrong) {
                            walls.remove(number);
                        }
                    }
                    walls.removeAll(numbers);
                    return walls.size();
                })
                .withDestructive();
    }

    /** Sets the colour of a layer, which it makes if there is none. */
    private static ToolLaws paint(boolean wrong) {
        Map<Integer, Integer> colours = new HashMap<>(Map.of(1, 7, 2, 3));
        Deque<Runnable> undo = new ArrayDeque<>();
        AiTool tool = AiTool.of(
                        "paint_layer",
                        "Sets the colour of a layer; a layer that does not exist is made.",
                        whole(1, 4, "layer", "colour"),
                        (in, call) -> {
                            int layer = in.get("layer").asInt();
                            Integer before = colours.put(layer, in.get("colour").asInt());
                            undo.push(() -> colours.compute(
                                    layer, (key, now) -> before == null && wrong ? Integer.valueOf(0) : before));
                            return colours.size();
                        })
                .withIdempotent();
        return new Changing(
                tool,
                () -> Map.copyOf(colours),
                () -> colours.merge(2, 1, Integer::sum),
                Optional.of(() -> undo.pop().run()),
                Optional.empty(),
                () -> paint(wrong));
    }

    private static final class Last {
        private volatile int number;

        @SuppressWarnings("NonAtomicVolatileUpdate") // the error
        int next() {
            return ++number;
        }
    }

    /** Adds marks. */
    private static ToolLaws mark(boolean wrong) {
        Map<Integer, Integer> heights = new ConcurrentHashMap<>();
        Last last = new Last();
        AtomicInteger safe = new AtomicInteger();
        AiTool tool = AiTool.of("add_mark", "Adds a mark at a height.", whole(0, 50, "height"), (in, call) -> {
                    heights.put(
                            wrong ? last.next() : safe.incrementAndGet(),
                            in.get("height").asInt());
                    return null;
                })
                .withConcurrent();
        return new Changing(
                tool,
                () -> heights.values().stream().sorted().toList(),
                () -> {},
                Optional.empty(),
                Optional.empty(),
                () -> mark(wrong));
    }

    /** Returns the number of fields of a grid, and remembers it. */
    private static ToolLaws grid(boolean wrong) {
        Map<String, Integer> known = new ConcurrentHashMap<>();
        Function<ToolBody, AiTool> tool = body -> AiTool.of(
                        "grid",
                        "Returns the number of fields of a grid.",
                        whole(1, 20, "columns", "rows"),
                        (in, call) -> body.of(
                                in.get("columns").asInt(), in.get("rows").asInt()))
                .withPure();
        return new Changing(
                tool.apply((columns, rows) ->
                        known.computeIfAbsent(columns + (wrong ? "" : "/") + rows, key -> columns * rows)),
                () -> "",
                () -> {},
                Optional.empty(),
                Optional.of(tool.apply((columns, rows) -> columns * rows)),
                () -> grid(wrong));
    }

    private interface ToolBody {
        Object of(int columns, int rows);
    }

    /** Finds the walls of a material. */
    private static ToolLaws find(boolean wrong) {
        List<String> materials = new ArrayList<>(List.of("Oak", "brick", "oak"));
        Function<BiPredicate<String, String>, AiTool> tool = isEqual -> AiTool.of(
                        "find_walls",
                        "Returns the numbers of the walls of a material, such as oak; capitals do not matter.",
                        schema("{\"type\":\"string\"}", "material"),
                        (in, call) -> {
                            List<Integer> found = new ArrayList<>();
                            for (int i = 0; i < materials.size(); i++) {
                                if (isEqual.test(
                                        materials.get(i), in.get("material").asText())) {
                                    found.add(i + 1);
                                }
                            }
                            return found;
                        })
                .withReadOnly()
                .withIdempotent()
                .withExample(Json.object().with("material", "oak"));
        return new Changing(
                tool.apply(wrong ? String::equals : String::equalsIgnoreCase),
                () -> List.copyOf(materials),
                () -> materials.add("OAK"),
                Optional.empty(),
                Optional.of(tool.apply(String::equalsIgnoreCase)),
                () -> find(wrong));
    }

    /** Keeps answers with an index of their tags. */
    private static final class Indexed extends StoreFaults.Responses {
        private final boolean wrong;
        private final Map<String, Set<Key>> byTag = new HashMap<>();

        Indexed(boolean wrong) {
            this.wrong = wrong;
        }

        private void forget(Key key) {
            Map.Entry<Key, Entry> old = kept.get(place(key));
            if (old != null) {
                old.getValue().tags().forEach(tag -> byTag.get(tag).remove(key));
            }
        }

        @Override
        public synchronized void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            if (!wrong) {
                forget(key);
            }
            kept.put(place(key), Map.entry(key, entry));
            entry.tags()
                    .forEach(tag ->
                            byTag.computeIfAbsent(tag, name -> new HashSet<>()).add(key));
        }

        @Override
        public synchronized boolean remove(Key key, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            return isRemoved(key);
        }

        private boolean isRemoved(Key key) {
            forget(key);
            return kept.remove(place(key)) != null;
        }

        @Override
        public synchronized long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            List<Key> some = selection.by() == By.TAG
                    ? List.copyOf(byTag.getOrDefault(selection.value(), Set.of()))
                    : kept.values().stream()
                            .filter(each -> selection.matches(each.getKey(), each.getValue()))
                            .map(Map.Entry::getKey)
                            .toList();
            return some.stream().filter(this::isRemoved).count();
        }
    }

    private static final class Budgets implements BudgetStoreLaws {
        private final boolean wrong;
        private final VirtualClock clock = VirtualClock.create();

        Budgets(boolean wrong) {
            this.wrong = wrong;
        }

        @Override
        public BudgetStore store() {
            return new Buckets(wrong, clock, new HashMap<>());
        }

        @Override
        public BudgetStore another(BudgetStore first) {
            return new Buckets(wrong, clock, ((Buckets) first).levels());
        }

        @Override
        public void advance(Duration time) {
            clock.advance(time);
        }
    }

    /**
     * The level of a budget.
     *
     * @param parts parts of a unit, of which so many come back in a nanosecond as the budget has units
     * @param at when they were there
     */
    private record Level(BigInteger parts, long at) {}

    private record Buckets(boolean wrong, VirtualClock clock, Map<String, Level> levels) implements BudgetStore {
        private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);

        private static Duration time(BigInteger nanos) {
            BigInteger[] seconds = nanos.divideAndRemainder(SECOND);
            return seconds[0].bitLength() > 62
                    ? NO_LIMIT
                    : Duration.ofSeconds(seconds[0].longValue(), seconds[1].longValue());
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            StoreLimit.require(limit, cancellation);
            synchronized (levels) {
                long now = clock.nanoTime();
                boolean isFilled = !budget.refill().isZero();
                BigInteger size = BigInteger.valueOf(budget.size());
                BigInteger unit = isFilled
                        ? BigInteger.valueOf(budget.refill().getSeconds())
                                .multiply(SECOND)
                                .add(BigInteger.valueOf(budget.refill().getNano()))
                        : BigInteger.ONE;
                Level before = levels.getOrDefault(budget.key(), new Level(size.multiply(unit), now));
                BigInteger back = isFilled ? size.multiply(BigInteger.valueOf(now - before.at())) : BigInteger.ZERO;
                BigInteger there = before.parts()
                        .add(wrong ? back.divide(unit).multiply(unit) : back)
                        .add(unit.multiply(BigInteger.valueOf(amount.returned())))
                        .min(size.multiply(unit));
                BigInteger after = there.subtract(unit.multiply(BigInteger.valueOf(amount.units())));
                Duration wait = Duration.ZERO;
                if (after.signum() < 0) {
                    wait = isFilled
                            ? time(after.negate()
                                    .add(size)
                                    .subtract(BigInteger.ONE)
                                    .divide(size))
                            : NO_LIMIT;
                }
                boolean isGranted = wait.isZero() || isFilled && wait.compareTo(amount.longestWait()) <= 0;
                BigInteger left = isGranted ? after : there;
                levels.put(budget.key(), new Level(left, now));
                return new Taken(
                        isGranted, wait, left.max(BigInteger.ZERO).divide(unit).longValueExact());
            }
        }

        @Override
        public void close() {}
    }

    /** Finds the names of clients, as whole words. */
    private record Clients(boolean wrong) implements RedactorLaws {
        private static final List<String> NAMES = List.of("Nordlicht", "Bauhaus AG", "M\u00fcller");
        private static final Pattern ANY = Pattern.compile("(?<![\\p{L}\\p{N}])(?:"
                + String.join("|", NAMES.stream().map(Pattern::quote).toList()) + ")(?![\\p{L}\\p{N}])");

        @Override
        public Redactor redactor() {
            Matcher shared = ANY.matcher("");
            return text -> (wrong ? shared.reset(text) : ANY.matcher(text))
                    .results()
                    .map(found -> new Redactor.Span(found.start(), found.end(), "CLIENT", 0.9))
                    .toList();
        }

        @Override
        public List<String> words() {
            return NAMES;
        }
    }
}
