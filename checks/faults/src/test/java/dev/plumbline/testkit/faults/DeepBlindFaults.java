package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the laws on faults whose authors had seen neither the laws, of which the sixteenth had seen parts of two, nor the
 * faults of each other: the share that is found is a measure of the laws, and no fault fails the build. Written into
 * {@code target/planted-faults-first.md} and so on, a page for each author; run by {@code .ci/deep blind}.
 */
class DeepBlindFaults {

    /** Returns the authors in their order. */
    static List<Author> authors() {
        return List.of(
                Author.of(
                        "first",
                        82,
                        Stream.of(
                                BlindPolicyFaults.all(),
                                BlindProviderFaults.all(),
                                BlindToolFaults.all(),
                                BlindStoreFaults.all(),
                                BlindExecutorFaults.all())),
                Author.of(
                        "second",
                        23,
                        Stream.of(
                                SecondPolicyFaults.all(),
                                SecondProviderFaults.all(),
                                SecondToolFaults.all(),
                                SecondStoreFaults.all(),
                                SecondExecutorFaults.all())),
                Author.of(
                        "third",
                        26,
                        Stream.of(
                                ThirdPolicyFaults.all(),
                                ThirdProviderFaults.all(),
                                ThirdToolFaults.all(),
                                ThirdStoreFaults.all(),
                                ThirdExecutorFaults.all())),
                Author.of(
                        "fourth",
                        16,
                        Stream.of(
                                FourthPolicyFaults.all(),
                                FourthProviderFaults.all(),
                                FourthToolFaults.all(),
                                FourthStoreFaults.all(),
                                FourthExecutorFaults.all())),
                Author.of(
                        "fifth",
                        15,
                        Stream.of(
                                FifthPolicyFaults.all(),
                                FifthProviderFaults.all(),
                                FifthToolFaults.all(),
                                FifthStoreFaults.all(),
                                FifthExecutorFaults.all())),
                Author.of(
                        "sixth",
                        15,
                        Stream.of(
                                SixthPolicyFaults.all(),
                                SixthProviderFaults.all(),
                                SixthToolFaults.all(),
                                SixthStoreFaults.all(),
                                SixthExecutorFaults.all())),
                Author.of(
                        "seventh",
                        13,
                        Stream.of(
                                SeventhPolicyFaults.all(),
                                SeventhProviderFaults.all(),
                                SeventhToolFaults.all(),
                                SeventhStoreFaults.all(),
                                SeventhExecutorFaults.all())),
                Author.of(
                        "eighth",
                        14,
                        Stream.of(
                                EighthPolicyFaults.all(),
                                EighthProviderFaults.all(),
                                EighthToolFaults.all(),
                                EighthStoreFaults.all(),
                                EighthExecutorFaults.all())),
                Author.of(
                        "ninth",
                        24,
                        Stream.of(NinthPolicyFaults.all(), NinthExecutorFaults.all(), NinthProviderFaults.all())),
                Author.of("tenth", 15, Stream.of(TenthFaults.all())),
                Author.of("eleventh", 16, Stream.of(EleventhFaults.all())),
                Author.of("twelfth", 16, Stream.of(TwelfthFaults.all())),
                Author.of("sixteenth", 22, Stream.of(SixteenthFaults.all())));
    }

    /** Returns the author of that name; all without one. */
    static List<Author> chosen() {
        String name = System.getProperty("plumbline.author", "");
        return authors().stream()
                .filter(author -> name.isEmpty() || author.name.equals(name))
                .toList();
    }

    /** Returns the faults of all authors. */
    static List<PlantedFault> all() {
        return authors().stream().flatMap(author -> author.faults.stream()).toList();
    }

    /**
     * An author and what he has written.
     *
     * @param foundAtFirst how many of the faults were found when they were first tried
     */
    record Author(String name, int foundAtFirst, List<PlantedFault> faults) {

        private static Author of(String name, int foundAtFirst, Stream<List<PlantedFault>> kinds) {
            return new Author(name, foundAtFirst, kinds.flatMap(List::stream).toList());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("chosen")
    @DisplayName("C9 the share of the faults of an author that is found is on a page of its own")
    void c9_faultsWrittenBlind_areCounted(Author author) throws IOException {
        assertThat(author.faults).hasSizeGreaterThanOrEqualTo(20);
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : author.faults) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(Path.of("target", "planted-faults-" + author + ".md"), pageOf(author.name, outcomes));
        }
    }

    private static List<String> pageOf(String author, List<PlantedFaultsTest.Outcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of("# Planted faults of a " + author + " author", ""));
        lines.add(share("all", outcomes));
        outcomes.stream()
                .collect(Collectors.groupingBy(each -> each.fault().kind(), TreeMap::new, Collectors.toList()))
                .forEach((kind, some) -> lines.add(share(kind.name().toLowerCase(Locale.ROOT), some)));
        lines.addAll(List.of(
                "", "| code | fault | what is wrong | found by | seeds | longest, s |", "|---|---|---|---|---|---|"));
        outcomes.forEach(outcome -> lines.add(outcome.row()));
        return lines;
    }

    private static String share(String kind, List<PlantedFaultsTest.Outcome> some) {
        long found = some.stream().filter(PlantedFaultsTest.Outcome::isFound).count();
        return "- " + kind + ": " + found + " of " + some.size() + " are found";
    }
}
