package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.extensions.Evaluation.EvaluationReport;
import dev.plumbline.extensions.PromptRegistry;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/evaluation.md run. */
class EvaluationDocTest {
    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<String> ran = new ArrayList<>();

    record Nothing() {}

    @Test
    void prompt_isFound_andSoIsWhatAsked() {
        model.says("Yes.");
        PromptRegistry prompts = EvaluationExamples.prompts();
        try (AiRuntime ai = AiRuntime.builder().addProvider(model).build()) {
            assertThat(EvaluationExamples.ask(ai, prompts, "Is it wide enough?").text())
                    .isEqualTo("Yes.");
        }
        assertThat(prompts.originOf(model.calls().get(0).body())).isEqualTo(prompts.find("plan/check", "2"));
    }

    @Test
    void evaluation_scoresByMethods(@TempDir Path folder) throws IOException {
        model.says("A door is 900 mm wide.").says("x".repeat(201));
        Path cases = folder.resolve("cases.jsonl");
        Files.writeString(
                cases,
                "{\"id\":\"door\",\"user\":\"How wide?\",\"expected\":[\"900\",\"mm\"]}\n"
                        + "{\"id\":\"stair\",\"user\":\"How high?\",\"expected\":\"175\"}\n");
        try (AiRuntime ai = AiRuntime.builder().addProvider(model).build()) {
            EvaluationReport report = EvaluationExamples.evaluate(ai, cases);
            assertThat(report.averages()).isEqualTo(Map.of("contains", 0.5, "short", 0.5));
        }
    }

    private AiTool tool(String name, String description) {
        return AiTool.of(name, description, Nothing.class, (input, context) -> {
            ran.add(name);
            return "done";
        });
    }

    /** 200 tools, of which the model sees some; one that it does not see is denied, and is found by a search. */
    @Test
    void selection_offersSome_andFindsMore() {
        List<AiTool> tools = new ArrayList<>();
        for (int i = 0; i < 198; i++) {
            tools.add(tool("part_" + i, "Places a catalogue part of kind " + i + "."));
        }
        tools.add(tool("exportPdf", "Writes the sheets as a document."));
        tools.add(tool("delete_stair", "Removes a stair."));
        model.callsTool("exportPdf", Map.of())
                .callsTool("delete_stair", Map.of())
                .nextRound()
                .callsTool("find_tools", Map.of("need", "remove a stair"))
                .nextRound()
                .callsTool("delete_stair", Map.of())
                .says("Done.");
        AiReturn ret;
        try (AiRuntime ai = EvaluationExamples.manyTools(model, tools)) {
            ret = ai.send(AiBody.builder()
                    .addUser("Something for the plotter, please.")
                    .toolFilter("*")
                    .build());
        }
        assertThat(ret.text()).isEqualTo("Done.");
        assertThat(ran).containsExactly("exportPdf", "delete_stair");
        assertThat(model.calls().get(0).tools())
                .hasSizeLessThanOrEqualTo(21)
                .extracting(ToolDefinition::name)
                .contains("exportPdf", "find_tools")
                .doesNotContain("delete_stair");
        assertThat(ret.toolResults().get(1).envelope().failure())
                .hasValueSatisfying(failure -> assertThat(failure.code()).isNotNull());
        assertThat(ret.toolResults().stream().filter(result -> result.envelope().isOk()))
                .hasSize(3);
    }
}
