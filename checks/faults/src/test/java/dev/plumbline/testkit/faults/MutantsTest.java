package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.HookLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults that are generated from the types of the contracts: right implementations of which one member is damaged. */
@Tag("slow")
class MutantsTest {
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final String ANY = ".*";

    /** What a tool looks at: its arguments, and not the rest of its call. */
    private static final String OWN = "BodyOf.*";

    /** What a provider looks at: what it sends and how, and not what policies and sessions have beside it. */
    private static final String SENT = "(?!(AiBody|Fingerprint|Selector)\\."
            + "|AiCall\\.(body|budget|cacheIrrelevantContext|cacheMode|facts|namespace|observer|resources|reveal|state)\\b"
            + "|ToolDefinition\\.(outputSchema|owner|tags)\\b|ModelOptions\\.model\\b).*";

    /** What is written of a mutant that damages nothing. */
    private static final String NOTHING = "-";

    /** What is written of a mutant that no law finds, for a reason. */
    private static final String NONE = "none";

    /** The usual build tries one of so many mutants that were found before; of providers fewer, whose laws call a server. */
    private static final int SHARE = 4;

    private static final int SHARE_OF_PROVIDERS = 24;

    /** Which mutants are tried, as a pattern of their names. */
    private static final String CHOSEN = System.getProperty("plumbline.mutants", ANY);

    private static final boolean IS_WRITTEN = "write".equals(System.getProperty("plumbline.faults"));

    /** What no law finds, as patterns of the names of mutants, and why. */
    private static final Map<String, String> NOT_FOUND = Map.ofEntries(
            Map.entry(
                    "(drawing|measuring|setting) GIVEN BodyOf\\.call\\((Plan 0|ToolContext 2)\\) .*",
                    "the right tool looks at its arguments alone, and what it should change is in its snapshot"),
            Map.entry(
                    "sessions GIVEN Writer\\.renew.*|sessions RETURNED Lease\\..*",
                    "the right store has no lease that ends"),
            Map.entry("budgets GIVEN Budget\\.key CHANGED ALWAYS", "a store may name its keys as it likes"),
            Map.entry("policy GIVEN (AiBody\\.fingerprint|Fingerprint\\.text) .*", "it is computed of the rest"),
            Map.entry("policy RETURNED AiReturn\\.usage DROPPED ALWAYS", "the chain repairs it"),
            Map.entry("responses .*[lL]ease.*", "the right store is for one program, and has no leases"),
            Map.entry(
                    "responses GIVEN Key\\.(format|resources|namespace|quickHash) .*",
                    "a store may name its keys as it likes"),
            Map.entry(
                    "executor GIVEN CallScope\\.(approvals|observer) .*",
                    "the right executor asks nobody and has no telemetry"),
            Map.entry("executor GIVEN Selector\\.text .*", "it is what a selector shows of its terms"),
            Map.entry(
                    "provider (GIVEN AiCall|RETURNED AiReturn)\\.ids DROPPED ALWAYS",
                    "an answer may have no ids; who called has them"),
            Map.entry(
                    "provider GIVEN ModelOptions\\.(reasoning|toolChoice) CHANGED .*",
                    "a service has its own words for them"),
            Map.entry("provider GIVEN ModelOptions\\.stop CHANGED .*", "their order says nothing"),
            Map.entry(
                    "provider RETURNED (AiError\\.(code|message)|AiProvider\\.(id|defaultModel|endpoint) returns) (SHORTENED|CHANGED|SWAPPED) ALWAYS",
                    "the words are its author's"),
            Map.entry(
                    "provider GIVEN Failure\\.(code|effect|retryable) .*|provider GIVEN (Failure\\.message|(System|Summary)\\.text) CHANGED .*",
                    "a model must see the message of a failure, and a format may frame it, as it may join instructions"),
            Map.entry("provider GIVEN ToolEnvelope\\.(meta|stopsTurn) .*", "they are the session's"),
            Map.entry("provider GIVEN File\\.name .*", "some services take files without names"),
            Map.entry("provider RETURNED AiError\\.retryAt DROPPED .*", "it may leave the time to a policy"),
            Map.entry(
                    "provider RETURNED ToolCallPart\\.index CHANGED .*",
                    "pieces of one call have one number, whatever it is"));

    private static final int FEW = 3;
    private static final int MOST = Integer.getInteger("plumbline.mutant-inputs", 12);

    /**
     * A right implementation.
     *
     * @param name its name
     * @param contract what it implements
     * @param places what it looks at, as a pattern
     * @param laws its laws, of objects that a factory wraps
     */
    private record Subject(String name, Class<?> contract, String places, Function<Mutant.Factory, Object> laws) {
        int share() {
            return contract == AiProvider.class ? SHARE_OF_PROVIDERS : SHARE;
        }
    }

    private static final List<Subject> RIGHT = List.of(
            new Subject(
                    "policy",
                    Policy.class,
                    ANY,
                    mutant -> PolicyFaults.laws(() -> mutant.wrap(Policy.class, (call, next) -> next.proceed(call)))),
            new Subject(
                    "responses",
                    ResponseStore.class,
                    ANY,
                    mutant -> StoreFaults.responseLaws(
                            () -> mutant.wrap(ResponseStore.class, new StoreFaults.Responses()))),
            new Subject(
                    "sessions",
                    SessionStore.class,
                    ANY,
                    mutant -> StoreFaults.sessionLaws(store -> mutant.wrap(SessionStore.class, store))),
            new Subject(
                    "budgets",
                    BudgetStore.class,
                    ANY,
                    mutant -> StoreFaults.budgetLaws(
                            (levels, clock) -> mutant.wrap(BudgetStore.class, new StoreFaults.Budgets(levels, clock)))),
            new Subject(
                    "drawing",
                    ToolFaults.BodyOf.class,
                    OWN,
                    mutant -> modelled(mutant, ToolFaults::draw, tool -> tool)),
            new Subject(
                    "measuring",
                    ToolFaults.BodyOf.class,
                    OWN,
                    mutant -> modelled(mutant, ToolFaults::measure, AiTool::withPure)),
            new Subject(
                    "setting",
                    ToolFaults.BodyOf.class,
                    OWN,
                    mutant -> modelled(mutant, ToolFaults::set, AiTool::withIdempotent)),
            new Subject(
                    "tool policy",
                    ToolPolicy.class,
                    ANY,
                    mutant -> ToolPolicyFaults.passing(
                            () -> mutant.wrap(ToolPolicy.class, (call, next) -> next.proceed(call)))),
            new Subject("hook", Hook.class, ANY, mutant ->
                    (HookLaws) () -> mutant.wrap(Hook.class, new RightHook(payload -> {}))),
            new Subject(
                    "executor",
                    IToolExecutor.class,
                    ANY,
                    mutant -> ExecutorFaults.laws(
                            tools -> mutant.wrap(IToolExecutor.class, PooledExecutor.of(0, tools)))),
            new Subject(
                    "provider",
                    AiProvider.class,
                    SENT,
                    mutant ->
                            ProviderFaults.laws(server -> mutant.wrap(AiProvider.class, new SocketProvider(server)))));

    /** Returns the laws of a tool with a model, which has a plan of its own. */
    private static ToolLaws modelled(Mutant.Factory mutant, ToolFaults.BodyOf right, UnaryOperator<AiTool> hints) {
        ToolFaults.Plan plan = new ToolFaults.Plan();
        ToolFaults.Plan ofModel = new ToolFaults.Plan();
        ToolFaults.BodyOf body = mutant.wrap(ToolFaults.BodyOf.class, right);
        AiTool tool = hints.apply(tool((wall, call) -> body.call(plan, wall, call)));
        AiTool model = hints.apply(tool((wall, call) -> right.call(ofModel, wall, call)));
        return new ToolLaws() {
            @Override
            public AiTool tool() {
                return tool;
            }

            @Override
            public Optional<AiTool> model() {
                return Optional.of(model);
            }

            @Override
            public Object snapshot() {
                return List.copyOf(plan.walls);
            }

            @Override
            public void change() {
                plan.walls.add(4711);
                ofModel.walls.add(4711);
            }

            @Override
            public Optional<ToolLaws> fresh() {
                return Optional.of(modelled(mutant, right, hints));
            }
        };
    }

    private static AiTool tool(AiTool.Handler<ToolFaults.Wall> handler) {
        return AiTool.of("drawWall", "Draws a wall.", ToolFaults.Wall.class, handler);
    }

    /** What became of a mutant: the law that found it, and how many values it damaged. */
    private record Outcome(String name, Optional<String> law, int hits, long millis) {
        String found() {
            return law.orElse(hits == 0 ? NOTHING : NONE);
        }

        String row() {
            return "| " + name + " | " + found() + " | " + millis + " |";
        }
    }

    /** Tries a mutant with few inputs of each law, and with more only if these damage something: the best laws first. */
    private static Outcome outcome(Subject subject, Mutant mutant, List<String> best) {
        Mutant.Factory factory = mutant.factory();
        long began = System.nanoTime();
        PlantedFault.LawsOf laws = () -> subject.laws().apply(factory);
        Optional<String> found = LawRun.first(laws, best, LONGEST, 0, FEW)
                .or(() -> factory.hits().get() == 0 ? Optional.empty() : LawRun.first(laws, best, LONGEST, FEW, MOST))
                .map(LawRun.Broken::law);
        return new Outcome(name(subject, mutant), found, factory.hits().get(), (System.nanoTime() - began) / 1_000_000);
    }

    /** Runs the laws of what damages nothing, which they must not find, and returns what can be damaged. */
    private static Set<String> survey(Subject subject, Mutant.Site site) {
        MemberDamage.Survey survey = new MemberDamage.Survey();
        assertThat(LawRun.all(() -> subject.laws().apply(Mutant.surveying(subject.contract(), site, survey)), 1, MOST))
                .as(subject.name() + " " + site)
                .allMatch(broken -> broken.law().equals("payloads_are_not_kept")); // a survey does keep them
        return survey.seen();
    }

    private static String name(Subject subject, Mutant mutant) {
        return subject.name() + " " + mutant;
    }

    private static Map<String, String> foundBy() {
        try (InputStream in = MutantsTest.class.getResourceAsStream("mutants-found-by.txt")) {
            return in == null
                    ? Map.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.split(": "))
                            .collect(Collectors.toMap(line -> line[0], line -> line[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the laws in the order in which they have found most, the one that has found this mutant first. */
    private static List<String> order(String known, Map<String, Integer> best) {
        return Stream.concat(
                        Stream.of(known),
                        best.entrySet().stream()
                                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                                .map(Map.Entry::getKey))
                .toList();
    }

    /** Returns whether this run tries a mutant: all in runs with several seeds, and in the usual build some that were found before. */
    private static boolean isTried(String name, int share, Optional<String> known) {
        return isComplete()
                || (known.filter(law -> !isMissed(law)).isPresent() && Math.floorMod(name.hashCode(), share) == 0);
    }

    /** Returns whether it was written of a mutant that no law found it. */
    private static boolean isMissed(String law) {
        return law.equals(NONE) || law.equals(NOTHING);
    }

    private static boolean isComplete() {
        return IS_WRITTEN || Integer.getInteger("plumbline.fault-seeds", 1) > 1;
    }

    private static List<Outcome> outcomes(Subject subject, Mutant.Site site, Map<String, String> foundBy) {
        List<Mutant> mutants = Mutant.of(subject.contract()).stream()
                .filter(mutant -> mutant.site() == site && mutant.place().matches(subject.places()))
                .filter(mutant -> name(subject, mutant).matches(CHOSEN))
                .toList();
        Set<String> possible = isComplete() && !mutants.isEmpty() ? survey(subject, site) : Set.of();
        List<Outcome> outcomes = new ArrayList<>();
        Map<String, Integer> best = new HashMap<>();
        for (Mutant mutant : mutants) {
            String name = name(subject, mutant);
            boolean mayBe = !isComplete() || possible.contains(mutant.place() + " " + mutant.way());
            Optional<String> known = Optional.ofNullable(foundBy.get(name));
            if (mayBe && isTried(name, subject.share(), known)) {
                Outcome outcome = outcome(subject, mutant, order(known.orElse(NOTHING), best));
                outcome.law().ifPresent(law -> best.merge(law, 1, Integer::sum));
                outcomes.add(outcome);
            } else if (isComplete()) {
                outcomes.add(new Outcome(name, Optional.empty(), 0, 0)); // nothing can be damaged there
            }
        }
        return outcomes;
    }

    @Test
    @DisplayName("I51 a damage of any member that a contract gives or returns is found by some law")
    void i51_damagedMembers_areFound() throws IOException {
        Map<String, String> foundBy = foundBy();
        List<Outcome> outcomes = new ArrayList<>();
        for (Subject subject : RIGHT) {
            for (Mutant.Site site : Mutant.Site.values()) {
                outcomes.addAll(outcomes(subject, site, foundBy));
                Files.write(
                        Path.of("target", "mutants.md"),
                        outcomes.stream().map(Outcome::row).toList()); // what a run has that was stopped
            }
        }
        if (IS_WRITTEN) {
            Map<String, String> now = new TreeMap<>(foundBy);
            now.keySet().retainAll(names());
            outcomes.forEach(each -> now.put(each.name(), each.found()));
            Files.write(
                    Path.of("src/test/resources/dev/plumbline/testkit/faults/mutants-found-by.txt"),
                    now.entrySet().stream()
                            .map(each -> each.getKey() + ": " + each.getValue())
                            .toList());
        }
        List<String> missed = outcomes.stream()
                .filter(each -> each.found().equals(NONE))
                .map(Outcome::name)
                .filter(name -> NOT_FOUND.keySet().stream().noneMatch(name::matches))
                .toList();
        assertThat(missed).as("mutants that no law finds: %s", missed).isEmpty();
    }

    @Test
    @DisplayName(
            "I51 what is written of the mutants is of those that there are, and each reason is one of some of them")
    void i51_reasons_areUsed() {
        Map<String, String> foundBy = foundBy();
        assertThat(foundBy.keySet()).as("-Dplumbline.faults=write writes them").isSubsetOf(names());
        assertThat(foundBy.keySet().stream().filter(name -> foundBy.get(name).equals(NONE)))
                .as("mutants that no law finds")
                .allMatch(name -> NOT_FOUND.keySet().stream().anyMatch(name::matches));
        List<String> missed = foundBy.keySet().stream()
                .filter(name -> isMissed(foundBy.get(name)))
                .toList();
        assertThat(NOT_FOUND.keySet().stream().filter(reason -> isWritten(reason.split(" ")[0], missed)))
                .as("reasons that are used")
                .allMatch(reason -> missed.stream().anyMatch(name -> name.matches(reason)));
    }

    /** Returns whether a complete run has written what no law finds of a subject. */
    private static boolean isWritten(String subject, List<String> missed) {
        return missed.stream().anyMatch(name -> name.split(" ")[0].matches(subject));
    }

    private static Set<String> names() {
        return RIGHT.stream()
                .flatMap(subject -> Mutant.of(subject.contract()).stream()
                        .filter(mutant -> mutant.place().matches(subject.places()))
                        .map(mutant -> name(subject, mutant)))
                .collect(Collectors.toSet());
    }
}
