package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Faults of an eleventh author, who wrote seven implementations from the pages, gave the laws what the pages recommend, and
 * then planted errors before any of them was run.
 */
final class EleventhFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EleventhFaults() {}

    static List<PlantedFault> all() {
        EleventhFaults faults = new EleventhFaults();
        faults.policies();
        faults.others();
        return List.copyOf(faults.all);
    }

    /** Returns the implementations as he meant them. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "eleventh cache", () -> new Recent(0),
                "eleventh check", () -> new Marks(0),
                "eleventh glossary", () -> new Terms(0),
                "eleventh provider, one server off", () -> new Servers(0, true),
                "eleventh provider, both on", () -> new Servers(0, false),
                "eleventh tool", () -> new Log(0),
                "eleventh store", () -> new Packed(0),
                "eleventh executor", () -> (ToolExecutorLaws) (tools, time) -> workshop(0, tools));
    }

    private void add(Kind kind, IntFunction<Object> laws, int wrong, String name, String breaks, String law) {
        all.add(new PlantedFault(kind, name, breaks, law, () -> laws.apply(wrong)));
    }

    private void policies() {
        String model = "a_policy_is_as_its_model";
        IntFunction<Object> recent = Recent::new;
        IntFunction<Object> marks = Marks::new;
        IntFunction<Object> terms = Terms::new;
        add(
                Kind.POLICY,
                recent,
                1,
                "leaves resources out of the key",
                "A call with another plan has the answer of the first.",
                "calls_that_differ_anywhere_do_not_meet");
        add(
                Kind.POLICY,
                recent,
                2,
                "answers a refresh from memory",
                "The answer is never a new one.",
                "cache_modes_are_kept");
        add(Kind.POLICY, recent, 3, "replays the text alone", "Reasoning, refusals and pictures are lost.", model);
        add(
                Kind.POLICY,
                recent,
                4,
                "keeps for a thousand times as long",
                "Answers of ten minutes are replayed for a week.",
                model);
        add(
                Kind.POLICY,
                marks,
                5,
                "asks again with the body",
                "What policies outside have changed is not in the second question.",
                model);
        add(
                Kind.POLICY,
                marks,
                6,
                "refuses with nothing",
                "The content and the tokens of a refused answer are lost.",
                model);
        add(Kind.POLICY, marks, 7, "asks again after a cancellation", "A cancelled call is asked again.", "");
        add(Kind.POLICY, marks, 8, "counts questions over all calls", "After two, no call is asked again.", model);
        add(
                Kind.POLICY,
                terms,
                9,
                "gives up behind the first place",
                "A term behind a longer word is not explained.",
                model);
        add(
                Kind.POLICY,
                terms,
                10,
                "remembers by session",
                "What was explained once is left out of the next request.",
                "exchanges_hold_everywhere");
        add(
                Kind.POLICY,
                terms,
                11,
                "counts what was explained before",
                "Terms of a later message have no place.",
                model);
    }

    private void others() {
        IntFunction<Object> off = wrong -> new Servers(wrong, true);
        IntFunction<Object> on = wrong -> new Servers(wrong, false);
        IntFunction<Object> log = Log::new;
        IntFunction<Object> packed = Packed::new;
        IntFunction<Object> workshop = wrong -> (ToolExecutorLaws) (tools, time) -> workshop(wrong, tools);
        add(
                Kind.PROVIDER,
                on,
                12,
                "asks the next after each error",
                "One call is two requests.",
                "failures_are_values");
        add(
                Kind.PROVIDER,
                off,
                13,
                "takes the use of another",
                "A use that is ended twice ends two.",
                "uses_begin_and_end");
        add(
                Kind.PROVIDER,
                on,
                14,
                "returns the last answer of all",
                "Calls that end together have each other's answer.",
                "calls_do_not_meet");
        add(
                Kind.PROVIDER,
                off,
                15,
                "has the address of the first",
                "Answers of other servers are found in a cache.",
                "what_it_says_of_itself_stays");
        add(
                Kind.TOOL,
                log,
                16,
                "shares its list of lines",
                "Pages at once have each other's lines.",
                "calls_at_once_do_not_meet");
        add(
                Kind.TOOL,
                log,
                17,
                "breaks behind the last entry",
                "An exception that is not a ToolException.",
                "hints_are_true");
        add(Kind.TOOL, log, 18, "goes on where it ended", "Equal calls have other pages.", "results_stay");
        add(
                Kind.STORE,
                packed,
                19,
                "keeps the tags of what was replaced",
                "An old tag removes the new answer.",
                "histories_are_those_of_a_map");
        add(
                Kind.STORE,
                packed,
                20,
                "sees a cancellation behind the removal",
                "A cancelled removal removes.",
                "cancelled_changes_nothing");
        add(Kind.STORE, packed, 21, "looks up without the lock", "Threads lose entries.", "threads_lose_nothing");
        add(
                Kind.EXECUTOR,
                workshop,
                22,
                "keeps the machine of a cancelled turn",
                "No later call gets it.",
                "executors_serve_on");
        add(
                Kind.EXECUTOR,
                workshop,
                23,
                "has one place too many",
                "One more call runs at once than may.",
                "no_more_run_at_once_than_may");
        add(
                Kind.EXECUTOR,
                workshop,
                24,
                "makes a failure of each refusal",
                "The code of a ToolException is lost.",
                "outcomes_come_in_call_order");
    }

    /** Returns the laws of his cache, or of a fault of it. */
    static PolicyLaws recent(int wrong) {
        return new Recent(wrong);
    }

    private static IToolExecutor workshop(int wrong, List<AiTool> tools) {
        Map<String, Workshop.Job> jobs = new HashMap<>();
        for (AiTool tool : tools) {
            jobs.put(
                    tool.name(),
                    new Workshop.Job(
                            ToolExecutorLaws.definition(tool),
                            tool.exclusive(),
                            (call, scope) -> ToolExecutorLaws.run(tool, call, scope)));
        }
        return new Workshop(wrong, jobs);
    }

    private record Recent(int wrong) implements PolicyLaws {
        private static final Duration KEPT = Duration.ofMinutes(10);

        @Override
        public Policy policy() {
            return new RecentAnswers(wrong, 100, KEPT);
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        private record Old(AiReturn ret, Instant at) {}

        @Override
        public Optional<Policy> model() {
            Map<ResponseStore.Key, Old> seen = new HashMap<>();
            return Optional.of(new Policy() {
                @Override
                public Role role() {
                    return Role.CACHE;
                }

                @Override
                public AiReturn around(AiCall call, Next next) {
                    if (call.cacheMode() == CacheMode.BYPASS
                            || call.options().temperature().orElse(0) != 0) {
                        return next.proceed(call);
                    }
                    ResponseStore.Key key = ResponseStore.Key.of(call, 1);
                    Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
                    Old old = seen.get(key);
                    if (call.cacheMode() == CacheMode.READ_WRITE
                            && old != null
                            && now.isBefore(old.at().plus(KEPT))) {
                        List<AiDelta> deltas = old.ret().deltas().stream()
                                .filter(each -> !(each instanceof AiDelta.UsageReport))
                                .toList();
                        deltas.forEach(call.sink());
                        return AiReturn.builder()
                                .deltas(deltas)
                                .finish(FinishReason.STOP)
                                .usage(Usage.NONE)
                                .model(old.ret().model())
                                .ids(call.ids())
                                .build();
                    }
                    AiReturn ret = next.proceed(call);
                    if (ret.isOk()
                            && ret.finish() == FinishReason.STOP
                            && ret.toolCalls().isEmpty()
                            && !ret.text().isBlank()) {
                        seen.put(
                                key,
                                new Old(
                                        ret,
                                        call.attribute(AiCall.SCHEDULER)
                                                .orElseThrow()
                                                .instant()));
                    }
                    return ret;
                }
            });
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(Exchange.answers("Two walls.", "Two walls."));
        }
    }

    private record Marks(int wrong) implements PolicyLaws {
        private static final List<String> MARKS = List.of("TODO", "TBD", "[...]");

        @Override
        public Policy policy() {
            return new NoPlaceholders(wrong, MARKS, 2);
        }

        @Override
        public boolean repeats() {
            return true;
        }

        @Override
        public List<String> words() {
            return MARKS;
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(new Policy() {
                @Override
                public boolean mayRepeat() {
                    return true;
                }

                @Override
                public AiReturn around(AiCall call, Next next) {
                    AiReturn one = next.proceed(call);
                    AiReturn two = isGood(one) ? one : next.proceed(call.withAdded(asking(one)));
                    AiReturn three = isGood(two) ? two : next.proceed(call.withAdded(asking(two)));
                    return isGood(three)
                            ? three
                            : three.withError(AiError.of(
                                            AiError.Category.INVALID_RESPONSE,
                                            NoPlaceholders.CODE,
                                            "the model left placeholders in its answer")
                                    .withDetail(
                                            "kinds", String.valueOf(left(three).size()))
                                    .withRetryable(false));
                }

                private static List<String> left(AiReturn ret) {
                    return MARKS.stream().filter(ret.text()::contains).toList();
                }

                private static boolean isGood(AiReturn ret) {
                    return !ret.isOk()
                            || !ret.toolCalls().isEmpty()
                            || left(ret).isEmpty();
                }

                private static Interaction asking(AiReturn ret) {
                    return new Interaction.System("Your last answer had placeholders: " + String.join(", ", left(ret))
                            + ". Answer again, and write out what belongs there.");
                }
            });
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.answers("It is 5 m long.", "It is 5 m long."),
                    Exchange.rejects("It is TODO long.", NoPlaceholders.CODE));
        }
    }

    private record Terms(int wrong) implements PolicyLaws {
        private static final int MOST = 2;
        private static final Map<String, String> TERMS = new LinkedHashMap<>();
        private static final Pattern ANY =
                Pattern.compile("(?<![\\p{L}\\p{Nd}])(okff|brh|uz|rdb)(?![\\p{L}\\p{Nd}])", Pattern.CASE_INSENSITIVE);

        static {
            TERMS.put("OKFF", "the top of the finished floor");
            TERMS.put("BRH", "the height of a sill");
            TERMS.put("UZ", "a beam below the ceiling");
            TERMS.put("RDB", "a ring beam");
        }

        @Override
        public Policy policy() {
            return new Glossary(wrong, TERMS, MOST);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("OKFF", "BRH", "UZ", "RDB", "brh", "BRHs");
        }

        @Override
        public Optional<Policy> model() {
            RequestPolicy simple = call -> {
                List<Interaction> out = new ArrayList<>();
                List<String> done = new ArrayList<>();
                for (Interaction each : call.effective()) {
                    if (each instanceof Interaction.User user) {
                        StringBuilder lines = new StringBuilder();
                        Matcher found = ANY.matcher(user.text());
                        for (int places = MOST; places > 0 && found.find(); ) {
                            String term = found.group(1).toUpperCase(Locale.ROOT);
                            if (!done.contains(term)) {
                                done.add(term);
                                places--;
                                lines.append('\n')
                                        .append(term)
                                        .append(" is ")
                                        .append(TERMS.get(term))
                                        .append('.');
                            }
                        }
                        if (!lines.isEmpty()) {
                            out.add(new Interaction.System("Abbreviations of this office:" + lines));
                        }
                    }
                    out.add(each);
                }
                return done.isEmpty() ? call : call.withEffective(out);
            };
            return Optional.of(simple);
        }

        @Override
        public List<Exchange> exchanges() {
            AiCall plain = AiCall.of(AiBody.of("BRHs are none."), ModelId.parse("a:b"));
            AiCall one = AiCall.of(AiBody.of("Raise the BRH by 10 cm."), ModelId.parse("a:b"));
            List<Interaction> explained = new ArrayList<>(one.effective());
            explained.add(0, new Interaction.System("Abbreviations of this office:\nBRH is the height of a sill."));
            return List.of(Exchange.sends(one, one.withEffective(explained)), Exchange.sends(plain, plain));
        }
    }

    private record Servers(int wrong, boolean isFirstOff) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            URI address = server.address();
            AiProvider first = isFirstOff
                    ? new SocketProvider(URI.create("http://127.0.0.1:1")) {
                        @Override
                        public AiReturn call(AiCall call) {
                            return AiReturn.failed(AiError.of(AiError.Category.NETWORK, "connect", "nobody is there"));
                        }
                    }
                    : new SocketProvider(address);
            return new Failover(wrong, "servers", List.of(first, new SocketProvider(address)), VirtualClock.create());
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(2);
        }
    }

    private static final class Log implements ToolLaws {
        private final MachineLog log;

        Log(int wrong) {
            log = new MachineLog(wrong);
            for (int i = 0; i < 130; i++) {
                change();
            }
        }

        @Override
        public AiTool tool() {
            return AiTool.from(log).get(0);
        }

        @Override
        public Object snapshot() {
            return log.entries();
        }

        @Override
        public void change() {
            int number = log.entries().size();
            MachineLog.Level level = MachineLog.Level.values()[number % 7 == 0 ? 2 : number % 3 == 0 ? 1 : 0];
            log.add(new MachineLog.Entry(60L * number, level, "Spindle at " + (8000 + number) + " rpm"));
        }
    }

    private record Packed(int wrong) implements ResponseStoreLaws {
        @Override
        public ResponseStore store() {
            return new PackedStore(wrong, 300);
        }

        @Override
        public int capacity() {
            return 300;
        }

        @Override
        public boolean damage(ResponseStore store, ResponseStore.Key key, int at) {
            return ((PackedStore) store).flip(key, at);
        }
    }
}
