package dev.plumbline.proof.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreTest {
    private final Score score = new Score();

    private void costs(Fighter fighter, int round, long nanos) {
        costs(Scenario.PLAIN, fighter, round, nanos);
    }

    private void costs(Scenario scenario, Fighter fighter, int round, long nanos) {
        score.add(scenario, fighter, round, Figure.of(new Cost(nanos, 1, 1, 1, 1, 1).line() + "\nclosed\n"));
    }

    @Test
    void ratio_isOfTheSameRound_andOfNoRoundInWhichOneIsMissing() {
        costs(Fighter.FLOOR, 0, 100);
        costs(Fighter.FLOOR, 1, 200);
        costs(Fighter.FLOOR, 2, 400);
        costs(Fighter.OPENAI, 0, 150);
        score.add(Scenario.PLAIN, Fighter.OPENAI, 1, Figure.of(""));
        costs(Fighter.OPENAI, 2, 1_000);

        Samples ratio = score.ratio(Scenario.PLAIN, Fighter.OPENAI);

        assertThat(ratio.values()).containsOnlyKeys(0, 2);
        assertThat(ratio.median()).isEqualTo(2);
        assertThat(ratio.spread()).isEqualTo("2.00x (1.75–2.25)");
        assertThat(score.ratio(Scenario.PLAIN, Fighter.SPRING).isEmpty()).isTrue();
    }

    @Test
    void contenderThatDoesNotEnd_sitsOutAtTheSecondTime() {
        score.add(Scenario.CANCEL, Fighter.SPRING, 0, Figure.of(""));
        assertThat(score.sitsOut(Scenario.CANCEL, Fighter.SPRING)).isFalse();
        score.add(Scenario.CANCEL, Fighter.SPRING, 1, Figure.of(""));
        assertThat(score.sitsOut(Scenario.CANCEL, Fighter.SPRING)).isTrue();
        assertThat(score.sitsOut(Scenario.PLAIN, Fighter.SPRING)).isFalse();
    }

    @Test
    void report_saysWhoDidNotEnd_andWhichGoalsWereNotMeasured() {
        costs(Fighter.FLOOR, 0, 1_000_000);
        costs(Fighter.PLUMBLINE, 0, 1_200_000);
        score.add(Scenario.PLAIN, Fighter.SPRING, 0, Figure.of(""));
        score.add(
                Scenario.PLAIN,
                Fighter.LANGCHAIN,
                0,
                Figure.of(new Cost(2_000_000, 1, 1, 1, 1, 1).line() + "\nleft open\n"));
        costs(Scenario.CANCEL, Fighter.PLUMBLINE, 0, 1_200_000);
        costs(Scenario.CANCEL, Fighter.LANGCHAIN, 0, 2_000_000);

        assertThat(Goal.all().stream().map(goal -> goal.line(score)))
                .contains(
                        "✗ plain call, after 100,000 at most 1.0x the floor: 1.20x",
                        "✓ stream given up at its first delta below LangChain4j: 0.60x",
                        "– stream given up at its first delta below openai-java: not measured",
                        "– stream of 2,000 deltas at most 1.4x the floor: not measured");
        assertThat(new Report(score, 1, "a machine").notes())
                .contains(
                        "- Spring AI, plain call, after 100,000: 1x it failed.",
                        "- LangChain4j, plain call, after 100,000: 1x it measured, but");
    }

    @Test
    void contenderThatIsAPartOnly_doesNotDoEverything() {
        assertThat(Scenario.values()).allMatch(Fighter.FLOOR::does).allMatch(Fighter.PLUMBLINE::does);
        assertThat(Scenario.values())
                .filteredOn(Fighter.PEER_POLICIES::does)
                .contains(Scenario.COLD, Scenario.PLAIN_YOUNG, Scenario.PLAIN, Scenario.TOOLS_YOUNG, Scenario.TOOLS);
        assertThat(Scenario.values()).filteredOn(Fighter.BARE::does).doesNotContain(Scenario.TOOLS);
    }

    @Test
    void measurementThatWasCutShort_goesOnFromItsFile(@TempDir Path folder) throws IOException {
        MeasurementFile file = new MeasurementFile(Optional.of(folder.resolve("kept.tsv")));
        Figure figure = Figure.of(new Cost(150, 1, 2, 3, 4, 0.5).line() + "\nleft open\n");
        file.append(Scenario.PLAIN, Fighter.OPENAI, 3, figure);
        file.append(Scenario.PLAIN, Fighter.SPRING, 3, Figure.of(""));

        MeasurementFile again = new MeasurementFile(Optional.of(folder.resolve("kept.tsv")));
        again.readInto(score);

        assertThat(score.ends(Scenario.PLAIN, Fighter.OPENAI)).containsExactly(figure);
        assertThat(score.ends(Scenario.PLAIN, Fighter.SPRING)).containsExactly(Figure.of(""));
        assertThat(again.has(Scenario.PLAIN, Fighter.OPENAI, 3)).isTrue();
        assertThat(again.has(Scenario.PLAIN, Fighter.OPENAI, 2)).isFalse();
    }
}
