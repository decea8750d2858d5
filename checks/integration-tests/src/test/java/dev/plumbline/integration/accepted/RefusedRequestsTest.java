package dev.plumbline.integration.accepted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What services refused, by public reports: {@code refused-requests.json} has for each case the service, the source, the
 * rule in our words, a small request that was refused so, and a call. The call is encoded here; it is made to fit, or
 * refused before it is sent.
 */
class RefusedRequestsTest {
    private static final int LEAST = 60;

    private final JsonSchemaService schemas = JsonSchemas.service();

    static List<Case> cases() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(RefusedRequestsTest.class.getResourceAsStream("refused-requests.json"))) {
            return Json.parse(file.readAllBytes()).elements().stream()
                    .map(Case::new)
                    .toList();
        }
    }

    /** A report of a refused request. */
    record Case(Json row) {
        String service() {
            return row.get("service").asText();
        }

        @Override
        public String toString() {
            return service() + ": " + row.get("rule").asText();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("W33 what a service refused is not sent: it is made to fit, or refused here")
    void w33_refusedRequest_isNotSent(Case refused) {
        assertThat(ServiceRefusals.of(refused.service(), refused.row.get("sent")))
                .as("the checker refuses what the service refused")
                .isNotEmpty();
        Json sent;
        try {
            sent = request(refused);
        } catch (AiException | IllegalArgumentException refusedHere) {
            assertThat(refused.row.get("here").exists())
                    .as("%s", refusedHere.getMessage())
                    .isTrue();
            return;
        }
        assertThat(ServiceRefusals.of(refused.service(), sent))
                .as("%s", sent.text())
                .isEmpty();
    }

    @Test
    void cases_areDifferent() throws IOException {
        List<Case> all = cases();
        assertThat(all).hasSizeGreaterThanOrEqualTo(LEAST);
        assertThat(all)
                .extracting(each -> each.row.get("sent").text() + each.service())
                .doesNotHaveDuplicates();
        assertThat(all)
                .allSatisfy(each ->
                        assertThat(each.row.get("source").asText()).matches("https://(?:github\\.com|zenn\\.dev)/.+"));
    }

    private Json request(Case refused) {
        Json call = refused.row.get("call");
        String model = call.get("model").asText();
        EncodingService service = EncodingService.of(refused.service(), model);
        AiBody.Builder body = AiBody.builder();
        Json said = call.get("said");
        if (said.exists()) {
            said.elements().forEach(each -> body.add(interaction(each)));
        } else {
            body.addUser("Hello");
        }
        AiCall.Builder builder = AiCall.builder(
                        body.build(), new ModelId(service.provider().id(), model))
                .options(options(call))
                .sink(new Remarks());
        if (call.get("tools").exists()) {
            builder.tools(call.get("tools").elements().stream()
                    .map(RefusedRequestsTest::tool)
                    .toList());
        }
        if (call.get("schema").exists()) {
            builder.outputSchema(
                    schemas.wrap(call.get("schema"), service.provider().schemaDialect()));
        }
        return service.request(builder.build());
    }

    private static ModelOptions options(Json call) {
        ModelOptions.Builder options = ModelOptions.builder();
        Json temperature = call.get("temperature");
        if (temperature.exists()) {
            options.temperature(temperature.asDecimal().doubleValue());
        }
        if (call.get("topP").exists()) {
            options.topP(call.get("topP").asDecimal().doubleValue());
        }
        if (call.get("maxOutputTokens").exists()) {
            options.maxOutputTokens(call.get("maxOutputTokens").asInt());
        }
        if (call.get("seed").exists()) {
            options.seed(call.get("seed").asInt());
        }
        if (call.get("stop").exists()) {
            options.stop(call.get("stop").asText());
        }
        call.get("reasoning").findText().ifPresent(word -> options.reasoning(ModelOptions.Reasoning.valueOf(word)));
        call.get("toolChoice").findText().ifPresent(word -> options.toolChoice(ModelOptions.ToolChoice.valueOf(word)));
        if (call.get("strictTools").exists()) {
            options.addExtra(OpenAiChat.STRICT_TOOLS, true);
        }
        return options.build();
    }

    private static ToolDefinition tool(Json tool) {
        AiTool checked =
                AiTool.of(tool.get("name").asText(), "does it", tool.get("schema"), (input, context) -> "done");
        return new ToolDefinition(checked.name(), "does it", tool.get("schema"), Optional.empty(), Set.of(), "");
    }

    private static Interaction interaction(Json said) {
        List<Json> parts = said.elements();
        String text = parts.size() > 1 ? parts.get(1).findText().orElse("") : "";
        return switch (parts.get(0).asText()) {
            case "user" -> Interaction.user(text);
            case "system" -> new Interaction.System(text);
            case "call" -> new Interaction.ToolCall(text, parts.get(2).asText(), Json.object());
            case "result" -> new Interaction.ToolResult(text, ToolEnvelope.ok("done"));
            case "reasoning" -> new Interaction.Assistant(List.of(new Part.Reasoning(text)));
            case "empty" -> new Interaction.Assistant(List.of(new Part.Text("")));
            default -> new Interaction.Assistant(List.of(new Part.Text(text)));
        };
    }
}
