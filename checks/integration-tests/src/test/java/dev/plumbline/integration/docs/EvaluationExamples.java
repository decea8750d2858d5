package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.extensions.Evaluation;
import dev.plumbline.extensions.Evaluation.EvaluationCase;
import dev.plumbline.extensions.Evaluation.EvaluationReport;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.extensions.PromptRegistry;
import dev.plumbline.extensions.Scorer;
import dev.plumbline.extensions.ToolSelector;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.nio.file.Path;

/** The programs of docs/evaluation.md, and that for the selection of tools in docs/extending.md. */
final class EvaluationExamples {
    private EvaluationExamples() {}

    static PromptRegistry prompts() {
        AiBody check = AiBody.builder()
                .addSystem("You check floor plans by the building code.")
                .toolFilter("#read-only")
                .build();
        return PromptRegistry.empty().withAdded("plan/check", "2", check);
    }

    static AiReturn ask(AiRuntime ai, PromptRegistry prompts, String question) {
        AiBody prompt = prompts.find("plan/check").orElseThrow().body();
        return ai.send(prompt.withAdded(Interaction.user(question)));
    }

    static EvaluationReport evaluate(AiRuntime ai, Path cases) throws IOException {
        return Evaluation.of(EvaluationCase.read(cases))
                .withScorer("contains", Scorer.containsText())
                .withScorer("short", EvaluationExamples::isShort)
                .run(ai::send);
    }

    static double isShort(EvaluationCase asked, AiReturn answer) {
        return answer.text().length() <= 200 ? 1 : 0;
    }

    static AiRuntime manyTools(AiProvider provider, Object tools) {
        ToolSelector selector = ToolSelector.create()
                .withExample("exportPdf", "Give me something for the plotter.")
                .withExample("drawWall", "Close the gap between kitchen and hall.");
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .addExtension(Extensions.toolSelection(selector, 20))
                .build();
    }
}
