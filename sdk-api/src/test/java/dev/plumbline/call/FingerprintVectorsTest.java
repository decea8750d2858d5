package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden vectors; the script beside them computes the same in another language. */
@DisplayName("104 the format version is in the key, and golden vectors hold on every JDK")
class FingerprintVectorsTest {

    static Stream<Arguments> vectors() throws IOException {
        try (InputStream in = FingerprintVectorsTest.class.getResourceAsStream("/fingerprint/vectors.json")) {
            return Json.parse(in.readAllBytes()).elements().stream()
                    .map(vector -> Arguments.of(vector.get("name").asText(), vector));
        }
    }

    @ParameterizedTest(name = "{0}")
    @Tag("SH99")
    @Tag("SH110")
    @Tag("F104")
    @MethodSource("vectors")
    void vector_isReproduced(String name, Json vector) {
        Fingerprint expected = Fingerprint.parse(vector.get("fingerprint").asText());
        assertThat(vector.get("body").exists() ? body(vector.get("body")) : call(vector.get("call")))
                .as(name)
                .isEqualTo(expected);
    }

    private static Fingerprint body(Json json) {
        Fingerprint fingerprint = AiBody.from(json).fingerprint();
        assertThat(AiBody.from(AiBody.from(json).toJson()).fingerprint())
                .as("after a round trip through the documented JSON form")
                .isEqualTo(fingerprint);
        return fingerprint;
    }

    private static Fingerprint call(Json json) {
        List<Interaction> effective =
                json.get("effective").elements().stream().map(Interaction::from).toList();
        AiCall.Builder call = AiCall.builder(
                        AiBody.of("what was asked"),
                        ModelId.parse(json.get("model").asText()))
                .effective(effective)
                .options(options(json.get("options")))
                .tools(json.get("tools").elements().stream()
                        .map(FingerprintVectorsTest::tool)
                        .toList());
        Json schema = json.get("outputSchema");
        if (schema.exists()) {
            call.outputSchema(schema);
        }
        Json unkeyed = json.get("unkeyedContext");
        Set<String> keys =
                unkeyed.exists() ? unkeyed.elements().stream().map(Json::asText).collect(Collectors.toSet()) : Set.of();
        return call.build().withCacheIrrelevantContext(keys).fingerprint();
    }

    private static ToolDefinition tool(Json json) {
        Json output = json.get("outputSchema");
        return new ToolDefinition(
                json.get("name").asText(),
                json.get("description").asText(),
                json.get("inputSchema"),
                output.exists() ? Optional.of(output) : Optional.empty(),
                Set.of("never-sent"),
                "nor-this");
    }

    private static ModelOptions options(Json json) {
        ModelOptions.Builder options = ModelOptions.builder();
        json.fields().forEach((name, value) -> {
            switch (name) {
                case "temperature" -> options.temperature(value.asDouble());
                case "topP" -> options.topP(value.asDouble());
                case "maxOutputTokens" -> options.maxOutputTokens(value.asInt());
                case "reasoning" -> options.reasoning(ModelOptions.Reasoning.valueOf(value.asText()));
                case "seed" -> options.seed(value.asLong());
                case "toolChoice" -> options.toolChoice(ModelOptions.ToolChoice.valueOf(value.asText()));
                case "stop" ->
                    options.stop(value.elements().stream().map(Json::asText).toArray(String[]::new));
                case "extras" ->
                    value.fields()
                            .forEach((key, extra) -> options.addExtra(TypedKey.of(key, String.class), extra.asText()));
                default -> throw new IllegalArgumentException("an option the vectors do not know: " + name);
            }
        });
        return options.build();
    }
}
