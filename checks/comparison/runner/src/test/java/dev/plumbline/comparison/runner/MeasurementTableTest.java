package dev.plumbline.comparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTableTest {
    private final MeasurementTable table = new MeasurementTable();

    private void costs(PeerLibrary peer, int round, long nanos) {
        costs(Scenario.PLAIN, peer, round, nanos);
    }

    private void costs(Scenario scenario, PeerLibrary peer, int round, long nanos) {
        table.add(scenario, peer, round, Measurement.of(new ResourceCost(nanos, 1, 1, 1, 1, 1).line() + "\nclosed\n"));
    }

    @Test
    void ratio_isOfTheSameRound_andOfNoRoundInWhichOneIsMissing() {
        costs(PeerLibrary.BASELINE, 0, 100);
        costs(PeerLibrary.BASELINE, 1, 200);
        costs(PeerLibrary.BASELINE, 2, 400);
        costs(PeerLibrary.OPENAI, 0, 150);
        table.add(Scenario.PLAIN, PeerLibrary.OPENAI, 1, Measurement.of(""));
        costs(PeerLibrary.OPENAI, 2, 1_000);

        Samples ratio = table.ratio(Scenario.PLAIN, PeerLibrary.OPENAI);

        assertThat(ratio.values()).containsOnlyKeys(0, 2);
        assertThat(ratio.median()).isEqualTo(2);
        assertThat(ratio.spread()).isEqualTo("2.00x (1.75–2.25)");
        assertThat(table.ratio(Scenario.PLAIN, PeerLibrary.SPRING).isEmpty()).isTrue();
    }

    @Test
    void peerThatDoesNotEnd_isExcludedAtTheSecondTime() {
        table.add(Scenario.CANCEL, PeerLibrary.SPRING, 0, Measurement.of(""));
        assertThat(table.isExcluded(Scenario.CANCEL, PeerLibrary.SPRING)).isFalse();
        table.add(Scenario.CANCEL, PeerLibrary.SPRING, 1, Measurement.of(""));
        assertThat(table.isExcluded(Scenario.CANCEL, PeerLibrary.SPRING)).isTrue();
        assertThat(table.isExcluded(Scenario.PLAIN, PeerLibrary.SPRING)).isFalse();
    }

    @Test
    void report_saysWhoDidNotEnd_andWhichGoalsWereNotMeasured() {
        costs(PeerLibrary.BASELINE, 0, 1_000_000);
        costs(PeerLibrary.PLUMBLINE, 0, 1_200_000);
        table.add(Scenario.PLAIN, PeerLibrary.SPRING, 0, Measurement.of(""));
        table.add(
                Scenario.PLAIN,
                PeerLibrary.LANGCHAIN,
                0,
                Measurement.of(new ResourceCost(2_000_000, 1, 1, 1, 1, 1).line() + "\nleft open\n"));
        costs(Scenario.CANCEL, PeerLibrary.PLUMBLINE, 0, 1_200_000);
        costs(Scenario.CANCEL, PeerLibrary.LANGCHAIN, 0, 2_000_000);

        assertThat(PerformanceGoal.all().stream().map(goal -> goal.line(table)))
                .contains(
                        "✗ plain call, after 100,000 at most 1.0x the baseline: 1.20x",
                        "✓ stream given up at its first delta below LangChain4j: 0.60x",
                        "– stream given up at its first delta below openai-java: not measured",
                        "– stream of 2,000 deltas at most 1.4x the baseline: not measured");
        assertThat(new ComparisonReport(table, "a machine").notes())
                .contains(
                        "- Spring AI, plain call, after 100,000: 1x it failed.",
                        "- LangChain4j, plain call, after 100,000: 1x it measured, but");
    }

    @Test
    void report_saysWhichScenariosHadFewerRounds() {
        costs(PeerLibrary.BASELINE, 0, 1_000_000);
        costs(PeerLibrary.BASELINE, 1, 1_000_000);
        assertThat(new ComparisonReport(table, "a machine").rounds()).isEqualTo("2 rounds");
        costs(Scenario.CANCEL, PeerLibrary.BASELINE, 0, 1_200_000);
        assertThat(new ComparisonReport(table, "a machine").rounds())
                .isEqualTo("2 rounds (1 of stream given up at its first delta)");
    }

    @Test
    void readme_saysWhereOthersTakeLess() {
        assertThat(ReadmeUpdater.behind(List.of(
                        List.of("", "Plumbline", "A", "B"),
                        List.of("plain call", "1.20x", "1.10x", "1.30x"),
                        List.of("tools", "1.20x", "did not end", "1.20x"),
                        List.of("stream", "2.00x", "1.10x", "1.90x"))))
                .isEqualTo("Plumbline takes the least of them in 1 of 3 scenarios; others take less in: plain call (A);"
                        + " stream (A, B).\n");
        assertThat(ReadmeUpdater.behind(List.of(List.of("", "Plumbline"), List.of("plain call", "1.20x"))))
                .isEqualTo("Plumbline takes the least of them in 1 of 1 scenarios.\n");
    }

    @Test
    void peerThatIsAPartOnly_doesNotDoEverything() {
        assertThat(Scenario.values()).allMatch(PeerLibrary.BASELINE::does).allMatch(PeerLibrary.PLUMBLINE::does);
        assertThat(Scenario.values())
                .filteredOn(PeerLibrary.PEER_POLICIES::does)
                .contains(Scenario.COLD, Scenario.PLAIN_YOUNG, Scenario.PLAIN, Scenario.TOOLS_YOUNG, Scenario.TOOLS);
        assertThat(Scenario.values()).filteredOn(PeerLibrary.BARE::does).doesNotContain(Scenario.TOOLS);
    }

    @Test
    void measurementThatWasCutShort_goesOnFromItsFile(@TempDir Path folder) throws IOException {
        MeasurementFile file = new MeasurementFile(Optional.of(folder.resolve("kept.tsv")));
        Measurement figure = Measurement.of(new ResourceCost(150, 1, 2, 3, 4, 0.5).line() + "\nleft open\n");
        file.append(Scenario.PLAIN, PeerLibrary.OPENAI, 3, figure);
        file.append(Scenario.PLAIN, PeerLibrary.SPRING, 3, Measurement.of(""));

        MeasurementFile again = new MeasurementFile(Optional.of(folder.resolve("kept.tsv")));
        again.readInto(table);

        assertThat(table.ends(Scenario.PLAIN, PeerLibrary.OPENAI)).containsExactly(figure);
        assertThat(table.ends(Scenario.PLAIN, PeerLibrary.SPRING)).containsExactly(Measurement.of(""));
        assertThat(again.has(Scenario.PLAIN, PeerLibrary.OPENAI, 3)).isTrue();
        assertThat(again.has(Scenario.PLAIN, PeerLibrary.OPENAI, 2)).isFalse();
    }
}
