package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.faults.PlantedFault.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the laws on planted faults, and writes which law finds which into {@code target/planted-faults.md}. */
@Tag("slow")
class PlantedFaultsTest {
    private static final int SEEDS = Integer.getInteger("plumbline.fault-seeds", 1);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Faults that no law finds, with the reason. */
    private static final Map<String, String> NOT_FOUND = new TreeMap<>(
            Map.ofEntries(
                    Map.entry(
                            "answers by the hour of the system",
                            "a test cannot move the clock of the system; laws move the clock of the call"),
                    Map.entry("measures by the hour of the system", "a test cannot move the clock of the system"),
                    Map.entry("breaks at one number", "one number of four billion; nothing but the code names it"),
                    Map.entry(
                            "says that nothing was used by failed calls",
                            "the chain counts what the deltas reported, so nobody sees what the policy says"),
                    Map.entry(
                            "changes the return without showing it",
                            "the chain withdraws what was shown, and shows what is returned"),
                    Map.entry(
                            "counts in micrometres",
                            "which arguments a tool is right to refuse is not in its contract"),
                    Map.entry(
                            "writes numbers for the user",
                            "the language of the machine is one for the whole process, in which other tests run"),
                    Map.entry(
                            "returns the plan itself",
                            "a result becomes JSON before the call ends, so nobody has the list"),
                    Map.entry("gives every request one id", "what an attribute means is in no contract"),
                    Map.entry(
                            "asks again after a cancellation",
                            "the chain does not call again after a cancellation, so nobody sees that the policy does"),
                    Map.entry("counts twice", "nobody sees what a policy counts until it refuses"),
                    Map.entry(
                            "writes a copy back",
                            "what calls at the same time should leave is known of pure and concurrent tools; such a tool is exclusive")));

    /** The law that found each fault last, which is tried first: a run of all laws takes many times as long. */
    private static final Map<String, String> FOUND_BY = foundBy();

    /** How many seeds are tried until one finds a fault, where one is enough: whether threads meet is decided by no seed. */
    private static final int AGAIN = 6;

    private static List<PlantedFault> faults() {
        return Stream.of(
                        PolicyFaults.all(),
                        ProviderFaults.all(),
                        ToolFaults.all(),
                        StoreFaults.all(),
                        ExecutorFaults.all(),
                        MemberFaults.all(),
                        TwelfthFaults.alike(),
                        ThirteenthFaults.all(),
                        FourteenthFaults.all(),
                        FifteenthFaults.all(),
                        SixteenthFaults.leftOut(),
                        ToolPolicyFaults.all(),
                        DeepBlindFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    private static Map<String, String> foundBy() {
        try (InputStream in = PlantedFaultsTest.class.getResourceAsStream("found-by.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(": "))
                    .collect(Collectors.toMap(line -> line[0], line -> line[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes which law found each fault, beside the sources: {@code -Dplumbline.faults=write}. */
    private static void write(List<Outcome> outcomes) throws IOException {
        Files.write(
                Path.of("src/test/resources/dev/plumbline/testkit/faults/found-by.txt"),
                outcomes.stream()
                        .filter(Outcome::isFound)
                        .map(each ->
                                key(each.fault()) + ": " + each.found().get(0).law())
                        .sorted()
                        .toList());
    }

    /** What became of a fault with so many seeds. */
    record Outcome(PlantedFault fault, List<LawRun.Broken> found, int seeds) {
        boolean isFound() {
            return found.size() >= SEEDS;
        }

        Duration longest() {
            return found.stream()
                    .map(LawRun.Broken::after)
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
        }

        String row() {
            String laws = found.isEmpty()
                    ? "none: " + NOT_FOUND.getOrDefault(fault.name(), "not stated")
                    : String.join(
                            ", ",
                            found.stream().map(LawRun.Broken::law).distinct().toList());
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %d of %d | %.2f |",
                    fault.kind().name().toLowerCase(Locale.ROOT),
                    fault.name(),
                    fault.breaks(),
                    laws,
                    found.size(),
                    seeds,
                    longest().toMillis() / 1000.0);
        }
    }

    static Outcome outcome(PlantedFault fault) {
        List<LawRun.Broken> found = new ArrayList<>();
        String law = FOUND_BY.getOrDefault(key(fault), fault.law());
        // whether no law finds the others takes a minute, so that one seed is for runs with several
        int most = NOT_FOUND.containsKey(fault.name()) ? Math.min(1, SEEDS - 1) : SEEDS == 1 ? AGAIN : SEEDS;
        int seeds = 0;
        while (seeds < most && (SEEDS > 1 || found.isEmpty())) {
            LawRun.first(fault.laws(), law, ++seeds, LONGEST).ifPresent(found::add);
        }
        return new Outcome(fault, found, seeds);
    }

    @Test
    @DisplayName("C9 planted faults are found, and the page of the run says by which law")
    void c9_plantedFaults_areFound() throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : faults()) {
            outcomes.add(outcome(fault));
            Files.write(
                    Path.of("target", "planted-faults.md"),
                    page("Planted faults", outcomes)); // what a run has that was stopped
        }

        if ("write".equals(System.getProperty("plumbline.faults"))) {
            write(outcomes);
        }
        List<String> missed = outcomes.stream()
                .filter(outcome -> !outcome.isFound())
                .map(outcome -> outcome.fault().name())
                .sorted()
                .toList();
        assertThat(missed).as("faults that no law is said to find").containsAll(NOT_FOUND.keySet());
        List<String> unknown =
                missed.stream().filter(name -> !NOT_FOUND.containsKey(name)).toList();
        assertThat(unknown)
                .as("faults that are not found: %s", unknown) // the line that is read first
                .isEmpty();
        assertThat(missed.size()).isLessThanOrEqualTo(outcomes.size() / 20);
        assertThat(outcomes.stream()
                        .flatMap(outcome -> outcome.found().stream())
                        .map(LawRun.Broken::message))
                .as("a message begins with the broken law")
                .allSatisfy(message -> assertThat(message)
                        .startsWith("java.lang.AssertionError: law broken: ")
                        .hasSizeLessThanOrEqualTo(1500));
    }

    @Test
    @DisplayName("C10 all laws that a store breaks by losing entries name that as the cause")
    void c10_lostEntries_areTheCauseThatEveryLawNames() {
        for (String name : List.of("loses entries", "loses the last record")) {
            PlantedFault fault = faults().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            List<String> messages = Stream.of(
                            "removed_is_gone", "selected_is_gone", "deleted_is_gone", "list_says_what_records_say")
                    .flatMap(law -> LawRun.only(fault.laws(), law, 1).stream())
                    .map(LawRun.Broken::message)
                    .toList();
            assertThat(messages)
                    .as(name)
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message).contains("law broken: what was "));
        }
    }

    @Test
    @DisplayName("C10 the messages name another thread and a swallowed cancellation")
    void c10_messages_nameTheBrokenRule() {
        Map<String, String> words = Map.of(
                "calls next on another thread", "next called on another thread",
                "swallows a cancellation", "CANCELLED became",
                "returns too few", "envelopes",
                "returns null", "null");
        words.forEach((name, seen) -> {
            PlantedFault fault = faults().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(LawRun.first(fault.laws(), fault.law(), 1, LONGEST)
                            .orElseThrow()
                            .message())
                    .as(name)
                    .contains("\n  seen:  ", seen);
        });
    }

    private static void assertFound(PlantedFault.Kind kind, String... names) {
        for (String name : names) {
            PlantedFault fault = faults().stream()
                    .filter(each -> each.kind() == kind && each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(LawRun.first(fault.laws(), fault.law(), 1, LONGEST))
                    .as(kind + " " + name)
                    .isPresent();
        }
    }

    @Test
    @DisplayName("C6 a policy that wraps the sink and depends on the pieces of the text is found")
    void c6_wrappedSinks_areComparedOverSplits() {
        assertFound(Kind.POLICY, "brackets each piece", "strips each piece", "begins each piece in capitals");
    }

    @Test
    @DisplayName("C11 a provider that is wrong in the same way everywhere is found")
    void c11_answersOfProviders_areThoseOfTheirExchanges() {
        assertFound(Kind.PROVIDER, "doubles the text", "swaps tokens", "adds up tokens", "always stops");
    }

    @Test
    @DisplayName("C12 limits, clocks, many entries, state between calls and sizes of results are asked for")
    void c12_limitsAndClocksAndState_areAskedFor() {
        assertFound(Kind.POLICY, "answers by the day", "counts in the answer", "cuts long text");
        assertFound(Kind.TOOL, "waits an hour", "takes longer than it may", "returns too much");
        assertFound(Kind.STORE, "loses the fourth", "forgets behind the hundredth", "keeps units for a day");
    }

    static List<String> page(String title, List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of("# " + title, ""));
        long found = outcomes.stream().filter(Outcome::isFound).count();
        lines.add(found + " of " + outcomes.size() + " faults are found "
                + (SEEDS == 1 ? "with the first seed or one of five others." : "with each of " + SEEDS + " seeds."));
        DeepBlindFaults.authors().forEach(author -> lines.add(written(author, outcomes)));
        lines.addAll(List.of(
                "", "| code | fault | what is wrong | found by | seeds | longest, s |", "|---|---|---|---|---|---|"));
        outcomes.forEach(outcome -> lines.add(outcome.row()));
        return lines;
    }

    /** Returns what is found of faults that were written from the contracts alone, as far as they have been tried. */
    private static String written(DeepBlindFaults.Author author, List<Outcome> outcomes) {
        List<String> keys = author.faults().stream().map(PlantedFaultsTest::key).toList();
        List<Outcome> tried = outcomes.stream()
                .filter(outcome -> keys.contains(key(outcome.fault())))
                .toList();
        return "Of " + tried.size() + " of the " + author + " author who had not seen the laws, "
                + share(tried.stream().filter(Outcome::isFound).count(), tried.size()) + " are found now, and "
                + share(author.foundAtFirst(), author.faults().size()) + " of "
                + author.faults().size() + " when they were first tried.";
    }

    private static String share(long part, int all) {
        return part + " (" + Math.round(100.0 * part / Math.max(1, all)) + " %)";
    }

    private static String key(PlantedFault fault) {
        return fault.kind().name().toLowerCase(Locale.ROOT) + " " + fault.name();
    }

    @Test
    @DisplayName("T7 faults of a policy in words, headers, messages, bodies, static fields and late refusals are found")
    void t7_whatAStrangerPlanted_isFound() {
        NinthPolicyFaults.all().stream()
                .filter(fault -> NinthPolicyFaults.LAWS.containsKey(fault.name()))
                .forEach(fault -> assertThat(LawRun.only(fault.laws(), fault.law(), 1))
                        .as(fault.name())
                        .isPresent());
        assertFound(Kind.EXECUTOR, "adds a path to messages");
    }

    @Test
    @DisplayName("C9 there are enough faults of each kind, with different names")
    void c9_catalogue_isLargeEnough() {
        Map<Kind, Integer> least =
                Map.of(Kind.POLICY, 40, Kind.PROVIDER, 30, Kind.TOOL, 20, Kind.STORE, 20, Kind.EXECUTOR, 10);
        least.forEach((kind, number) -> assertThat(faults().stream().filter(fault -> fault.kind() == kind))
                .as("faults of kind " + kind)
                .hasSizeGreaterThanOrEqualTo(number));
        assertThat(faults().stream().map(PlantedFaultsTest::key)).doesNotHaveDuplicates();
    }
}
