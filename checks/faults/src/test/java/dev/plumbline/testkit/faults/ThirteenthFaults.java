package dev.plumbline.testkit.faults;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The errors of a thirteenth author that not every run of the laws found, and others of the same kinds at other places. The author wrote
 * six implementations from the pages, and 22 errors before any of them was run.
 */
final class ThirteenthFaults {
    private static final String EDGES = "a_policy_is_as_its_model_at_edges";
    private static final String COUNTED = "calls_at_once_are_counted";
    private static final String NEARLY = "nearly_equal_keys_do_not_meet";
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<PlantedFault> all = new ArrayList<>();

    private ThirteenthFaults() {}

    static List<PlantedFault> all() {
        ThirteenthFaults faults = new ThirteenthFaults();
        faults.filters();
        faults.counts();
        faults.keys();
        faults.tools();
        return List.copyOf(faults.all);
    }

    /** Returns the implementations as he meant them, and tools whose calls change less when a limit comes near. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "thirteenth filter", () -> new Codes(0),
                "thirteenth allowance of calls", () -> new Quota(0, 3, Long.MAX_VALUE),
                "thirteenth allowance of tokens", () -> tokens(0),
                "thirteenth tool", () -> new Bins(0, true),
                "thirteenth tool without undo", () -> new Bins(0, false),
                "tool that begins a new sheet", () -> new Sheets(0),
                "quota of a clock hour", () -> new ClockHour(0),
                "tool policy that counts", () -> (ToolPolicyLaws) () -> new FewCalls(0));
    }

    private void add(Kind kind, String name, String breaks, String law, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(kind, name, breaks, law, laws));
    }

    private void filters() {
        add(
                Kind.POLICY,
                "passes on two brackets when a candidate fails",
                "[[[K-102]] is not found.",
                EDGES,
                () -> new Codes(3));
        add(
                Kind.POLICY,
                "ends a text at a report of tokens",
                "A code with a report in it is not found.",
                "exchanges_hold_everywhere",
                () -> new Codes(4));
        add(
                Kind.POLICY,
                "ends reasoning at a report of tokens",
                "A password in reasoning is shown if a report comes within it.",
                "final_answer_is_the_fold_of_what_was_shown",
                () -> BlindPolicyFaults.changing(() -> ResponsePolicy.filter(call -> new Whole(true))));
        add(
                Kind.POLICY,
                "begins the arguments of a call again at a report of tokens",
                "Arguments are changed only up to the report.",
                "final_answer_is_the_fold_of_what_was_shown",
                () -> BlindPolicyFaults.changing(() -> ResponsePolicy.filter(call -> new Whole(false))));
    }

    private void counts() {
        add(
                Kind.POLICY,
                "counts a call that is an hour old until its time",
                "More calls pass at the very time that a refusal named.",
                EDGES,
                () -> new Quota(5, 3, Long.MAX_VALUE));
        add(
                Kind.POLICY,
                "counts a call when it has ended",
                "All calls pass that begin at once.",
                COUNTED,
                () -> new Quota(6, 3, Long.MAX_VALUE));
        add(
                Kind.POLICY,
                "counts tokens on the day on which an answer ended",
                "A call across midnight counts on the wrong day.",
                EDGES,
                () -> new Quota(7, 1_000_000, 100));
        add(
                Kind.POLICY,
                "counts answers and not calls",
                "What is on its way is not counted, without a model.",
                COUNTED,
                () -> BlindPolicyFaults.changing(AnsweredCalls::new));
        add(
                Kind.POLICY,
                "counts tokens in the clock hour of the end",
                "A call across the edge of an hour counts in the wrong one.",
                EDGES,
                () -> new ClockHour(1));
        add(
                Kind.POLICY,
                "counts a call at the edge of an hour in the hour before",
                "One call more passes at the very time that a refusal named.",
                EDGES,
                () -> new ClockHour(2));
        add(Kind.POLICY, "counts calls of a tool when they have ended", "All calls of a batch pass.", COUNTED, () ->
                (ToolPolicyLaws) () -> new FewCalls(1));
        add(
                Kind.POLICY,
                "counts calls of a tool in the session when they have ended",
                "All calls of a batch pass.",
                COUNTED,
                () -> (ToolPolicyLaws) () -> new FewCalls(2));
    }

    private void keys() {
        placed(
                "has resources as Java shows them",
                key -> List.of(key.namespace(), key.call(), new TreeMap<>(key.resources()).toString(), key.format())
                        .toString());
        placed(
                "joins a key with line feeds",
                key -> key.namespace() + "\n" + key.call().text() + "\n"
                        + key.resources().entrySet().stream()
                                .map(each -> each.getKey() + "\t" + each.getValue())
                                .collect(Collectors.joining("\n"))
                        + "\n" + key.format());
        placed(
                "joins a key with NUL",
                key -> String.join(
                        "\0",
                        key.namespace(),
                        key.resources().entrySet().stream()
                                .map(each -> each.getKey() + "\0" + each.getValue())
                                .collect(Collectors.joining("\0")),
                        key.call().text(),
                        key.format() + ""));
        add(
                Kind.STORE,
                "splits tags at a bar",
                "A tag with a bar is two.",
                NEARLY,
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        Set<String> tags = Set.of(String.join("|", entry.tags()).split("\\|", -1)).stream()
                                .filter(each -> !each.isEmpty())
                                .collect(Collectors.toSet());
                        super.put(
                                key,
                                new Entry(entry.answer(), entry.stored(), entry.expires(), entry.model(), tags),
                                limit,
                                cancellation);
                    }
                }));
        add(
                Kind.STORE,
                "leases a joined key",
                "Two keys have one lease.",
                NEARLY,
                () -> StoreFaults.responseLaws(Leasing::new));
        add(
                Kind.STORE,
                "keeps ids up to an equals sign",
                "Two conversations are one.",
                "nearly_equal_ids_do_not_meet",
                () -> StoreFaults.sessionLaws(right -> new StoreFaults.Sessions(right) {
                    @Override
                    String id(String id) {
                        return id.split("=", 2)[0];
                    }
                }));
        add(
                Kind.STORE,
                "keeps budgets up to a tab",
                "Two budgets are one.",
                "refused_takes_nothing",
                () -> StoreFaults.budgetLaws((levels, clock) -> new StoreFaults.Budgets(levels, clock) {
                    @Override
                    String key(BudgetStore.Budget budget) {
                        return budget.key().split("\t", 2)[0];
                    }
                }));
        add(
                Kind.POLICY,
                "remembers answers by a joined text",
                "Two conversations have one answer.",
                "laws_hold_for_edge_cases",
                () -> EleventhFaults.recent(7));
        add(
                Kind.POLICY,
                "remembers answers by resources as Java shows them",
                "Calls with other resources have one answer.",
                "laws_hold_for_edge_cases",
                () -> EleventhFaults.recent(8));
    }

    private void placed(String name, Function<ResponseStore.Key, String> place) {
        add(
                Kind.STORE,
                name,
                "Keys whose parts hold the signs between them share an answer.",
                NEARLY,
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    @Override
                    Object place(Key key) {
                        return place.apply(key);
                    }
                }));
    }

    private void tools() {
        add(
                Kind.TOOL,
                "looks at what a bin can take before the lock, without undo",
                "A bin has more than it can hold.",
                "calls_at_once_change_as_much",
                () -> new Bins(15, false));
        add(
                Kind.TOOL,
                "begins a new sheet twice",
                "Two calls at once see a full sheet.",
                "calls_at_once_change_as_much",
                () -> new Sheets(1));
    }

    /** Answers with codes in double brackets. */
    private record Codes(int wrong) implements PolicyLaws {
        private static final Pattern CODE = Pattern.compile("\\[\\[([^\\[\\]\\n]{1,10})\\]\\]");

        @Override
        public Policy policy() {
            return References.policy(wrong);
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("[[K-102]]", "[[DIN 18065]]", "[[DIN EN 1090]]", "[[]]", "[[K-\n7]]", "[K-102]");
        }

        @Override
        public Optional<Policy> model() {
            ResponsePolicy whole = (ret, call) -> ret.mapText(Codes::referred);
            return Optional.of(whole);
        }

        private static String referred(String text) {
            Set<String> seen = new HashSet<>();
            return CODE.matcher(text)
                    .replaceAll(found -> Matcher.quoteReplacement(
                            (seen.add(found.group(1)) ? "(see " : "(") + found.group(1) + ")"));
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.answers("Oak [[K-102]] is fine.", "Oak (see K-102) is fine."),
                    Exchange.answers("[[K-102]], [[K-7]], [[K-102]]", "(see K-102), (see K-7), (K-102)"),
                    Exchange.answers("By [[ABCDEFGHIJK]].", "By [[ABCDEFGHIJK]]."),
                    Exchange.answers("a[0][1] and [[]] and [[x", "a[0][1] and [[]] and [[x"));
        }
    }

    /** Holds reasoning, or the arguments of a tool call, until something else comes, and changes it as a whole. */
    private static final class Whole implements DeltaFilter {
        private final boolean isReasoning;
        private final StringBuilder held = new StringBuilder();
        private int index;

        Whole(boolean isReasoning) {
            this.isReasoning = isReasoning;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (isReasoning && delta instanceof AiDelta.Reasoning reasoning) {
                held.append(reasoning.text());
            } else if (!isReasoning && delta instanceof AiDelta.ToolCallPart part) {
                if (part.index() != index) {
                    finish(out);
                }
                index = part.index();
                held.append(part.arguments());
                out.accept(new AiDelta.ToolCallPart(index, part.id(), part.name(), ""));
            } else {
                finish(out);
                out.accept(delta);
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (held.length() > 0) {
                String text = held.toString();
                held.setLength(0);
                out.accept(
                        isReasoning
                                ? new AiDelta.Reasoning("<" + text + ">")
                                : new AiDelta.ToolCallPart(index, "", "", text.equals("{}") ? "{\"a\":1}" : text));
            }
        }
    }

    /** Returns the laws of his allowance of tokens, or of a fault of it. */
    static PolicyLaws tokens(int wrong) {
        return new Quota(wrong, 1_000_000, 100);
    }

    private record Quota(int wrong, int calls, long tokens) implements PolicyLaws {
        @Override
        public Policy policy() {
            return new Allowance(wrong, calls, tokens);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(new Remembered(calls, tokens));
        }
    }

    /** Remembers everything, and counts it again for each call. */
    private static final class Remembered implements Policy {
        private record Asked(String namespace, Instant at, AtomicLong tokens) {}

        private final int calls;
        private final long tokens;
        private final List<Asked> all = new ArrayList<>();

        Remembered(int calls, long tokens) {
            this.calls = calls;
            this.tokens = tokens;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            Instant now = now(call);
            List<Asked> mine = all.stream()
                    .filter(each -> each.namespace().equals(call.namespace()))
                    .toList();
            List<Asked> hour = mine.stream()
                    .filter(each -> each.at().plus(HOUR).isAfter(now))
                    .toList();
            long spent = mine.stream()
                    .filter(each -> day(each.at()).equals(day(now)))
                    .mapToLong(each -> each.tokens().get())
                    .sum();
            Instant until = hour.size() < calls ? Instant.MIN : hour.get(0).at().plus(HOUR);
            String code = hour.size() < calls ? "" : "allowance-calls";
            if (spent >= tokens) {
                Instant midnight =
                        day(now).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
                until = until.isAfter(midnight) ? until : midnight;
                code = "allowance-tokens";
            }
            if (!code.isEmpty()) {
                return AiReturn.failed(
                        AiError.of(AiError.Category.POLICY_DENIED, code, "the allowance of this department is used up")
                                .withRetryAt(until));
            }
            AtomicLong cost = new AtomicLong();
            all.add(new Asked(call.namespace(), now, cost));
            AiReturn ret = next.proceed(call);
            cost.set(ret.usage().total() + ret.savedTokens());
            return ret;
        }

        @Override
        public Role role() {
            return Role.ATTEMPT;
        }

        private static LocalDate day(Instant at) {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }

    private static Instant now(AiCall call) {
        return call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
    }

    private static AiReturn refused(Instant until) {
        return AiReturn.failed(AiError.of(AiError.Category.BUDGET, "few", "there were enough calls")
                .withRetryAt(until));
    }

    /** At most 3 answers in an hour, which are counted when they are there. */
    private static final class AnsweredCalls implements Policy {
        private final List<Instant> answered = new ArrayList<>();

        @Override
        public AiReturn around(AiCall call, Next next) {
            Instant now = now(call);
            synchronized (answered) {
                answered.removeIf(each -> !each.plus(HOUR).isAfter(now));
                if (answered.size() >= 3) {
                    return refused(answered.get(0).plus(HOUR));
                }
            }
            AiReturn ret = next.proceed(call);
            if (ret.isOk()) {
                synchronized (answered) {
                    answered.add(now);
                }
            }
            return ret;
        }
    }

    /** At most 3 calls, and no further one after 50 tokens, in an hour of the clock. */
    private record ClockHour(int wrong) implements PolicyLaws {
        @Override
        public Policy policy() {
            return new Hours(wrong);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(new Hours(0));
        }
    }

    private static final class Hours implements Policy {
        private final int wrong;
        private final Map<Instant, Integer> calls = new HashMap<>();
        private final Map<Instant, Long> tokens = new HashMap<>();

        Hours(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            Instant now = now(call);
            Instant hour = now.truncatedTo(ChronoUnit.HOURS);
            synchronized (calls) {
                if (calls.getOrDefault(hour, 0) >= 3 || tokens.getOrDefault(hour, 0L) >= 50) {
                    return refused(hour.plus(HOUR));
                }
                calls.merge(wrong == 2 && now.equals(hour) ? hour.minus(HOUR) : hour, 1, Integer::sum);
            }
            AiReturn ret = next.proceed(call);
            synchronized (calls) {
                tokens.merge(
                        wrong == 1 ? now(call).truncatedTo(ChronoUnit.HOURS) : hour,
                        ret.usage().total() + ret.savedTokens(),
                        Long::sum);
            }
            return ret;
        }
    }

    /** At most 3 calls of tools, counted in the policy or in the session. */
    private static final class FewCalls implements ToolPolicy {
        private static final State.StateKey<Integer> CALLS =
                State.StateKey.of("few.calls", State.StateKey.Scope.SESSION, 0);

        private final int wrong;
        private final AtomicInteger calls = new AtomicInteger();

        FewCalls(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            if ((wrong == 2 ? call.state().get(CALLS) : calls.get()) >= 3) {
                return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "There were three calls.");
            }
            if (wrong == 0 && calls.incrementAndGet() > 3) {
                return ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "There were three calls.");
            }
            ToolEnvelope outcome = next.proceed(call);
            if (wrong == 1) {
                calls.incrementAndGet();
            } else if (wrong == 2) {
                int unused = call.state().update(CALLS, number -> number + 1);
            }
            return outcome;
        }
    }

    /** Gives leases by a joined key. */
    private static final class Leasing extends StoreFaults.Responses {
        private final Map<String, String> holders = new ConcurrentHashMap<>();
        private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

        @Override
        public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            if (unanswered.contains(awaited)) {
                return new Given(Lease.State.UNANSWERED, awaited, answered -> {});
            }
            String mine = UUID.randomUUID().toString();
            String name = key.toString();
            String holder = holders.putIfAbsent(name, mine);
            return holder != null
                    ? new Given(Lease.State.BUSY, holder, without -> {})
                    : new Given(Lease.State.HELD, mine, without -> {
                        if (holders.remove(name, mine) && without) {
                            unanswered.add(mine);
                        }
                    });
        }
    }

    private record Given(State state, String holder, Consumer<Boolean> end) implements ResponseStore.Lease {
        @Override
        public void release(boolean without) {
            end.accept(without);
        }
    }

    /** Bins of at most 60 units. */
    private static final class Bins implements ToolLaws {
        private final int wrong;
        private final boolean hasUndo;
        private final Warehouse warehouse;
        private final AiTool tool;
        private int changes;

        Bins(int wrong, boolean hasUndo) {
            this.wrong = wrong;
            this.hasUndo = hasUndo;
            this.warehouse = new Warehouse(wrong);
            this.tool = warehouse.moveStock();
        }

        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(new Bins(wrong, hasUndo));
        }

        @Override
        public AiTool tool() {
            return tool;
        }

        @Override
        public Object snapshot() {
            return warehouse.state();
        }

        @Override
        public Optional<Runnable> undo() {
            return hasUndo ? Optional.of(warehouse::undo) : Optional.empty();
        }

        @Override
        public void change() {
            warehouse.count(List.of("A", "B", "C").get(changes % 3), 17 * ++changes % 61);
        }
    }

    /** Writes lines onto sheets of five, and begins a new sheet when the last one is full. */
    private static final class Sheets implements ToolLaws {
        private final int wrong;
        private final List<Integer> sheets = new ArrayList<>(List.of(4));

        Sheets(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(new Sheets(wrong));
        }

        @Override
        public AiTool tool() {
            Json schema = Json.parse("{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"line\"],"
                    + "\"properties\":{\"line\":{\"type\":\"string\",\"maxLength\":9}}}");
            return AiTool.of("writeLine", "Writes a line.", schema, (in, call) -> {
                        call.cancellation().throwIfCancelled();
                        return write();
                    })
                    .withConcurrent();
        }

        private String write() {
            boolean wasFull;
            synchronized (sheets) {
                wasFull = sheets.get(sheets.size() - 1) == 5;
            }
            if (wrong == 1) {
                Thread.yield();
            }
            synchronized (sheets) {
                if (wrong == 1 ? wasFull : sheets.get(sheets.size() - 1) == 5) {
                    sheets.add(0);
                }
                sheets.set(sheets.size() - 1, sheets.get(sheets.size() - 1) + 1);
            }
            return "written";
        }

        @Override
        public Object snapshot() {
            synchronized (sheets) {
                return sheets.toString();
            }
        }
    }
}
