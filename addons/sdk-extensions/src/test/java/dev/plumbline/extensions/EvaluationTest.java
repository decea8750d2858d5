package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.extensions.Evaluation.EvaluationCase;
import dev.plumbline.extensions.Evaluation.EvaluationReport;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
    private static final List<EvaluationCase> CASES = List.of(
            EvaluationCase.of("sum", "2 + 3?", "5"),
            EvaluationCase.of("wall", "How thick?", "240"),
            EvaluationCase.of("down", "Anybody?", "yes"));

    private static AiReturn answer(AiBody body, String wall) {
        String asked = body.interactions().get(0).text();
        if (asked.equals("Anybody?")) {
            return AiReturn.failed(AiError.of(AiError.Category.OVERLOADED, "busy", "come back"));
        }
        return AiReturn.ofText(asked.equals("2 + 3?") ? " 5\n" : wall).toBuilder()
                .usage(Usage.of(10, 2))
                .cost(new Cost(new BigDecimal("0.001"), "USD"))
                .build();
    }

    private static EvaluationReport run(String wall) {
        return Evaluation.of(CASES)
                .withScorer("exact", Scorer.exactText())
                .withScorer("contains", Scorer.containsText())
                .run(body -> answer(body, wall));
    }

    @Test
    void table_hasScoresTokensAndCost_withSums() {
        assertThat(run("It is 240 mm.").toTable()).isEqualTo("""
                        case     exact  contains  tokens        cost
                        sum       1.00      1.00      12   0.001 USD
                        wall      0.00      1.00      12   0.001 USD
                        down      0.00      0.00       0  OVERLOADED
                        3 cases   0.33      0.67      24   0.002 USD
                        """);
    }

    @Test
    void storedRun_isComparedByCaseAndBody() {
        EvaluationReport before =
                EvaluationReport.from(Json.parse(run("240").toJson().text()));
        EvaluationReport now = run("It is 240 mm.");
        assertThat(now.differences(before, 0))
                .containsExactly(new EvaluationReport.Difference("wall", "exact", 1, 0))
                .allMatch(EvaluationReport.Difference::isRegression);
        assertThat(before.differences(now, 0)).noneMatch(EvaluationReport.Difference::isRegression);
        assertThat(now.differences(before, 1)).isEmpty();
        assertThat(before.costs()).hasToString("[0.002 USD]");
        assertThat(before.usage().total()).isEqualTo(24);
    }

    @Test
    void casesThatDiffer_areNotCompared() {
        EvaluationReport before = run("240");
        EvaluationReport other = Evaluation.of(
                        List.of(EvaluationCase.of("sum", "3 + 3?", "6"), EvaluationCase.of("new", "How thick?", "240")))
                .withScorer("exact", Scorer.exactText())
                .run(body -> answer(body, "0"));
        assertThat(other.differences(before, 0))
                .extracting(EvaluationReport.Difference::caseId)
                .containsExactly("sum", "new", "wall", "down");
        assertThat(other.differences(before, 0)).noneMatch(EvaluationReport.Difference::isRegression);
    }

    @Test
    void storedRun_hasNoTextOfAnswers() {
        assertThat(run("CANARY 240").toJson().text()).doesNotContain("CANARY").doesNotContain("thick");
    }

    @Test
    void listener_getsEachResult() {
        List<String> heard = new ArrayList<>();
        Evaluation.of(CASES)
                .withScorer("exact", Scorer.exactText())
                .withListener(result -> heard.add(
                        result.caseId() + result.scores() + result.error().orElse("")))
                .run(body -> answer(body, "240"));
        assertThat(heard).containsExactly("sum{exact=1.0}", "wall{exact=1.0}", "down{exact=0.0}OVERLOADED");
    }

    @Test
    void scorer_thatThrowsOrLeavesTheRange_isNamed() {
        assertThatThrownBy(() -> Evaluation.of(CASES)
                        .withScorer("far", (asked, answer) -> 2)
                        .run(body -> answer(body, "")))
                .hasMessage("scorer far returned 2.0 for case sum; a score is 0 to 1");
        assertThatThrownBy(() -> Evaluation.of(
                                List.of(new EvaluationCase("none", CASES.get(0).body(), Json.of(5))))
                        .withScorer("exact", Scorer.exactText())
                        .run(body -> answer(body, "")))
                .hasMessageContaining("scorer exact failed at case none");
        assertThatThrownBy(() -> Evaluation.of(CASES)
                        .withScorer("exact", Scorer.exactText())
                        .withScorer("exact", Scorer.exactText()))
                .hasMessageContaining("another name");
    }

    @Test
    void scorers_ofJsonAndTools() {
        EvaluationCase json = new EvaluationCase("j", AiBody.of("?"), Json.parse("{\"a\":1,\"b\":[2]}"));
        assertThat(Scorer.equalJson().score(json, AiReturn.ofText("{\"b\":[2], \"a\":1.0}")))
                .isEqualTo(1);
        assertThat(Scorer.equalJson().score(json, AiReturn.ofText("a: 1"))).isZero();
        EvaluationCase tools = new EvaluationCase("t", AiBody.of("?"), Json.of(List.of("draw", "print")));
        AiReturn called = AiReturn.builder()
                .interactions(List.of(new Interaction.ToolCall("1", "draw", Json.of(Map.of()))))
                .build();
        assertThat(Scorer.calledTools().score(tools, called)).isEqualTo(0.5);
        EvaluationCase texts = new EvaluationCase("c", AiBody.of("?"), Json.of(List.of("Oak", "tile")));
        assertThat(Scorer.containsText().score(texts, AiReturn.ofText("an oak floor")))
                .isEqualTo(0.5);
    }

    @Test
    void file_isRead_andErrorsNameTheLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("cases.jsonl");
        Files.writeString(
                file,
                "{\"id\":\"a\",\"user\":\"2 + 3?\",\"expected\":\"5\"}\n\n{\"id\":\"b\",\"body\":"
                        + AiBody.of("How thick?").toJson().text() + "}\n");
        assertThat(EvaluationCase.read(file)).extracting(EvaluationCase::id).containsExactly("a", "b");
        Files.writeString(file, "{\"id\":\"a\",\"user\":\"x\"}\n{\"id\":\"a\",\"user\":\"y\"}\n");
        assertThatThrownBy(() -> EvaluationCase.read(file))
                .hasMessageContaining("cases.jsonl, line 2")
                .hasMessageContaining("unique");
        Files.writeString(file, "\n{\"id\":\"a\"}\n");
        assertThatThrownBy(() -> EvaluationCase.read(file)).hasMessageContaining("cases.jsonl, line 2");
    }
}
