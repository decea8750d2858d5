package dev.plumbline.comparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTableTest {
    private final MeasurementTable score = new MeasurementTable();

    private void costs(PeerLibrary fighter, int round, long nanos) {
        costs(Scenario.PLAIN, fighter, round, nanos);
    }

    private void costs(Scenario scenario, PeerLibrary fighter, int round, long nanos) {
        score.add(
                scenario, fighter, round, Measurement.of(new ResourceCost(nanos, 1, 1, 1, 1, 1).line() + "\nclosed\n"));
    }

    @Test
    void ratio_isOfTheSameRound_andOfNoRoundInWhichOneIsMissing() {
        costs(PeerLibrary.FLOOR, 0, 100);
        costs(PeerLibrary.FLOOR, 1, 200);
        costs(PeerLibrary.FLOOR, 2, 400);
        costs(PeerLibrary.OPENAI, 0, 150);
        score.add(Scenario.PLAIN, PeerLibrary.OPENAI, 1, Measurement.of(""));
        costs(PeerLibrary.OPENAI, 2, 1_000);

        Samples ratio = score.ratio(Scenario.PLAIN, PeerLibrary.OPENAI);

        assertThat(ratio.values()).containsOnlyKeys(0, 2);
        assertThat(ratio.median()).isEqualTo(2);
        assertThat(ratio.spread()).isEqualTo("2.00x (1.75–2.25)");
        assertThat(score.ratio(Scenario.PLAIN, PeerLibrary.SPRING).isEmpty()).isTrue();
    }

    @Test
    void contenderThatDoesNotEnd_sitsOutAtTheSecondTime() {
        score.add(Scenario.CANCEL, PeerLibrary.SPRING, 0, Measurement.of(""));
        assertThat(score.sitsOut(Scenario.CANCEL, PeerLibrary.SPRING)).isFalse();
        score.add(Scenario.CANCEL, PeerLibrary.SPRING, 1, Measurement.of(""));
        assertThat(score.sitsOut(Scenario.CANCEL, PeerLibrary.SPRING)).isTrue();
        assertThat(score.sitsOut(Scenario.PLAIN, PeerLibrary.SPRING)).isFalse();
    }

    @Test
    void report_saysWhoDidNotEnd_andWhichGoalsWereNotMeasured() {
        costs(PeerLibrary.FLOOR, 0, 1_000_000);
        costs(PeerLibrary.PLUMBLINE, 0, 1_200_000);
        score.add(Scenario.PLAIN, PeerLibrary.SPRING, 0, Measurement.of(""));
        score.add(
                Scenario.PLAIN,
                PeerLibrary.LANGCHAIN,
                0,
                Measurement.of(new ResourceCost(2_000_000, 1, 1, 1, 1, 1).line() + "\nleft open\n"));
        costs(Scenario.CANCEL, PeerLibrary.PLUMBLINE, 0, 1_200_000);
        costs(Scenario.CANCEL, PeerLibrary.LANGCHAIN, 0, 2_000_000);

        assertThat(PerformanceGoal.all().stream().map(goal -> goal.line(score)))
                .contains(
                        "✗ plain call, after 100,000 at most 1.0x the floor: 1.20x",
                        "✓ stream given up at its first delta below LangChain4j: 0.60x",
                        "– stream given up at its first delta below openai-java: not measured",
                        "– stream of 2,000 deltas at most 1.4x the floor: not measured");
        assertThat(new ComparisonReport(score, 1, "a machine").notes())
                .contains(
                        "- Spring AI, plain call, after 100,000: 1x it failed.",
                        "- LangChain4j, plain call, after 100,000: 1x it measured, but");
    }

    @Test
    void contenderThatIsAPartOnly_doesNotDoEverything() {
        assertThat(Scenario.values()).allMatch(PeerLibrary.FLOOR::does).allMatch(PeerLibrary.PLUMBLINE::does);
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
        again.readInto(score);

        assertThat(score.ends(Scenario.PLAIN, PeerLibrary.OPENAI)).containsExactly(figure);
        assertThat(score.ends(Scenario.PLAIN, PeerLibrary.SPRING)).containsExactly(Measurement.of(""));
        assertThat(again.has(Scenario.PLAIN, PeerLibrary.OPENAI, 3)).isTrue();
        assertThat(again.has(Scenario.PLAIN, PeerLibrary.OPENAI, 2)).isFalse();
    }
}
