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
import org.junit.jupiter.api.Test;

/**
 * Runs the laws on faults whose author had not seen them: the share that is found is a measure of the laws, and no
 * fault fails the build. Written into {@code target/planted-faults-blind.md} and, of later
 * authors, {@code planted-faults-second.md}, {@code -third.md}, {@code -fourth.md} and {@code -fifth.md}; run by
 * {@code .ci/deep blind}.
 */
class DeepBlindFaults {
    /** Faults whose authors had not seen the laws; {@link PlantedFaultsTest} has them, too. */
    static List<PlantedFault> blind() {
        return Stream.of(
                        BlindPolicyFaults.all(),
                        BlindProviderFaults.all(),
                        BlindToolFaults.all(),
                        BlindStoreFaults.all(),
                        BlindExecutorFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Faults of a second author, who had seen neither the laws nor the faults above. */
    static List<PlantedFault> second() {
        return Stream.of(
                        SecondPolicyFaults.all(),
                        SecondProviderFaults.all(),
                        SecondToolFaults.all(),
                        SecondStoreFaults.all(),
                        SecondExecutorFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Faults of a third author, who had seen neither the laws nor the faults above. */
    static List<PlantedFault> third() {
        return Stream.of(
                        ThirdPolicyFaults.all(),
                        ThirdProviderFaults.all(),
                        ThirdToolFaults.all(),
                        ThirdStoreFaults.all(),
                        ThirdExecutorFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Faults of a fourth author, who had seen neither the laws nor the faults above. */
    static List<PlantedFault> fourth() {
        return Stream.of(
                        FourthPolicyFaults.all(),
                        FourthProviderFaults.all(),
                        FourthToolFaults.all(),
                        FourthStoreFaults.all(),
                        FourthExecutorFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Faults of a fifth author, who had seen neither the laws nor the faults above. */
    static List<PlantedFault> fifth() {
        return Stream.of(
                        FifthPolicyFaults.all(),
                        FifthProviderFaults.all(),
                        FifthToolFaults.all(),
                        FifthStoreFaults.all(),
                        FifthExecutorFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    @Test
    @DisplayName("C9 the share of faults that is found of those written blind is on a page of its own")
    void c9_faultsWrittenBlind_areCounted() throws IOException {
        assertThat(blind().stream().map(fault -> fault.kind() + fault.name()))
                .hasSizeGreaterThanOrEqualTo(60)
                .doesNotHaveDuplicates();
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : blind()) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(
                    Path.of("target", "planted-faults-blind.md"),
                    PlantedFaultsTest.page("Planted faults, written blind", outcomes));
        }
    }

    @Test
    @DisplayName("C9 the share of the faults of a second author that is found is on a page of its own")
    void c9_faultsOfSecondAuthor_areCounted() throws IOException {
        assertThat(Stream.concat(blind().stream(), second().stream()).map(fault -> fault.kind() + fault.name()))
                .hasSizeGreaterThanOrEqualTo(100)
                .doesNotHaveDuplicates();
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : second()) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(Path.of("target", "planted-faults-second.md"), pageOf("second", outcomes));
        }
    }

    @Test
    @DisplayName("C9 the share of the faults of a third author that is found is on a page of its own")
    void c9_faultsOfThirdAuthor_areCounted() throws IOException {
        assertThat(third()).hasSize(40);
        assertThat(Stream.of(blind(), second(), third())
                        .flatMap(List::stream)
                        .map(fault -> fault.kind() + fault.name()))
                .doesNotHaveDuplicates();
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : third()) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(Path.of("target", "planted-faults-third.md"), pageOf("third", outcomes));
        }
    }

    @Test
    @DisplayName("C9 the share of the faults of a fourth author that is found is on a page of its own")
    void c9_faultsOfFourthAuthor_areCounted() throws IOException {
        assertThat(fourth()).hasSize(20);
        assertThat(Stream.of(blind(), second(), third(), fourth())
                        .flatMap(List::stream)
                        .map(fault -> fault.kind() + fault.name()))
                .doesNotHaveDuplicates();
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : fourth()) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(Path.of("target", "planted-faults-fourth.md"), pageOf("fourth", outcomes));
        }
    }

    @Test
    @DisplayName("C9 the share of the faults of a fifth author that is found is on a page of its own")
    void c9_faultsOfFifthAuthor_areCounted() throws IOException {
        assertThat(fifth()).hasSize(20);
        assertThat(Stream.of(blind(), second(), third(), fourth(), fifth())
                        .flatMap(List::stream)
                        .map(fault -> fault.kind() + fault.name()))
                .doesNotHaveDuplicates();
        List<PlantedFaultsTest.Outcome> outcomes = new ArrayList<>();
        for (PlantedFault fault : fifth()) {
            outcomes.add(PlantedFaultsTest.outcome(fault));
            Files.write(Path.of("target", "planted-faults-fifth.md"), pageOf("fifth", outcomes));
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
