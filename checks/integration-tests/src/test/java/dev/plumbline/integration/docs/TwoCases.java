package dev.plumbline.integration.docs;

import dev.plumbline.extensions.Evaluation;
import dev.plumbline.extensions.Evaluation.EvaluationCase;
import dev.plumbline.extensions.Scorer;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import java.util.List;

public final class TwoCases {
    public static void main(String[] args) {
        List<EvaluationCase> cases = List.of(
                EvaluationCase.of("sum", "What is 2 + 2?", "4"),
                EvaluationCase.of("stair", "How many millimetres high is a step?", "175"));
        try (AiRuntime ai =
                AiRuntime.of(OpenAiResponses.builder().apiKeyFromEnv().build())) {
            System.out.print(Evaluation.of(cases)
                    .withScorer("exact", Scorer.exactText())
                    .withScorer("contains", Scorer.containsText())
                    .run(ai::send)
                    .toTable());
        }
    }
}
