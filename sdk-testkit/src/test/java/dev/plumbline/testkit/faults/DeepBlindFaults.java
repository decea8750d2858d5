package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Runs the laws on faults whose author had not seen them: the share that is found is a measure of the laws, and no
 * fault fails the build. Written into {@code target/planted-faults-blind.md}; run by {@code .ci/deep blind}.
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
}
