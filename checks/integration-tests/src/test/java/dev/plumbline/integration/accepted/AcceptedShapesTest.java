package dev.plumbline.integration.accepted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Forty shapes of an answer at twelve services, streamed and whole, with tools and without: how each is sent, and that the
 * rules of the service allow it. With {@code -Dplumbline.page=write} the run writes the table of docs/schemas.md.
 */
class AcceptedShapesTest {
    private static final Path PAGE = Path.of("../../docs/schemas.md");
    private static final Pattern TABLE = Pattern.compile("\\| service \\| strict.*?\n(?=\n)", Pattern.DOTALL);
    private static final int SHAPES = 40;

    private static final Map<String, String> MODELS = Map.of(
            "openai", "gpt-6-luna",
            "responses", "gpt-6-luna",
            "groq", "openai/gpt-oss-120b",
            "mistral", "mistral-small-latest",
            "deepseek", "deepseek-v4-flash",
            "xai", "grok-4.3",
            "anthropic", "claude-haiku-5-5",
            "bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "gemini", "gemini-3.8-flash");

    private static final List<String> SERVICES = List.of(
            "openai",
            "responses",
            "openrouter",
            "groq",
            "mistral",
            "deepseek",
            "xai",
            "anthropic",
            "bedrock",
            "gemini",
            "ollama",
            "local");

    private static final List<ToolDefinition> TOOLS = List.of(new ToolDefinition(
            "look",
            "Looks.",
            Json.parse("{\"type\":\"object\",\"properties\":{\"at\":{\"type\":\"string\"}}}"),
            Optional.empty(),
            Set.of(),
            ""));

    private final JsonSchemaService schemas = JsonSchemas.service();
    private final Set<String> secondJudge = new TreeSet<>();

    private static Map<String, Json> shapes() throws IOException {
        try (InputStream file = Objects.requireNonNull(AcceptedShapesTest.class.getResourceAsStream("shapes.json"))) {
            return Json.parse(file.readAllBytes()).fields();
        }
    }

    @Test
    @DisplayName("W30 forty shapes of an answer are sent to twelve services as they take them, as the page says")
    void w30_shapes_areSentAsServicesTakeThem() throws IOException {
        Map<String, Json> shapes = shapes();
        assertThat(shapes).hasSize(SHAPES);
        StringBuilder table =
                new StringBuilder("| service | strict | not strict, checked here | in words, checked here |"
                        + " strict beside a tool | not strict alone |\n|---|---|---|---|---|---|\n");
        for (String service : SERVICES) {
            table.append(row(service, shapes));
        }
        String page = Files.readString(PAGE);
        if ("write".equals(System.getProperty("plumbline.page"))) {
            page = TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(table.toString()));
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(table);
        // Gemini's page takes a recursion through members alone that may be missing; how it is then unrolled, it does
        // not say
        assertThat(secondJudge)
                .as("what the second judge refuses")
                .containsExactly("gemini a cycle of required members");
    }

    @Test
    @DisplayName("R29 instructions, a summary and facts before and between messages are taken by every service")
    void r29_whatTheProgramSays_isTaken() {
        AiBody body = AiBody.builder()
                .addSystem("You draw.")
                .add(new Interaction.Summary("A plan was drawn."))
                .addUser("How many?")
                .addContext("walls", 3)
                .addAssistant("Three.")
                .addUser("And now?")
                .build();
        for (String name : SERVICES) {
            EncodingService service = EncodingService.of(name, MODELS.getOrDefault(name, "some-model"), true);
            ModelId model = new ModelId(service.provider().id(), MODELS.getOrDefault(name, "some-model"));
            AiCall call = AiCall.of(body, model).withFacts(new Interaction.Context(Map.of("walls", Json.of(4))));
            assertThat(ServiceRefusals.of(name, service.request(call))).as(name).isEmpty();
        }
    }

    private String row(String service, Map<String, Json> shapes) {
        Map<String, List<String>> alone = new LinkedHashMap<>();
        Map<String, List<String>> beside = new LinkedHashMap<>();
        shapes.forEach((name, schema) -> {
            for (boolean tooled : new boolean[] {false, true}) {
                String whole = sent(service, schema, tooled, false);
                assertThat(sent(service, schema, tooled, true))
                        .as("%s at %s", name, service)
                        .isEqualTo(whole);
                (tooled ? beside : alone)
                        .computeIfAbsent(whole, each -> new ArrayList<>())
                        .add(name);
            }
        });
        List<String> exceptions = new ArrayList<>(alone.getOrDefault("unstrict", List.of()));
        exceptions.addAll(alone.getOrDefault("words", List.of()));
        boolean all = exceptions.size() == shapes.size();
        return "| " + service + " | " + count(alone, "strict") + " | " + count(alone, "unstrict") + " | "
                + count(alone, "words") + " | " + count(beside, "strict") + " | "
                + (all ? "all" : String.join(", ", exceptions)) + " |\n";
    }

    private static int count(Map<String, List<String>> how, String which) {
        return how.getOrDefault(which, List.of()).size();
    }

    private String sent(String name, Json schema, boolean tooled, boolean streamed) {
        String model = MODELS.getOrDefault(name, "some-model");
        EncodingService service = EncodingService.of(name, model, streamed);
        assertThat(schemas.check(schema).isOk()).as(schema.text()).isTrue();
        AiCall call = AiCall.builder(
                        AiBody.of("Fill it in."), new ModelId(service.provider().id(), model))
                .outputSchema(schemas.wrap(schema, service.provider().schemaDialect()))
                .tools(tooled ? TOOLS : List.of())
                .build();
        Json request = service.request(call);
        assertThat(ServiceRefusals.of(name, request))
                .as("%s: %s", name, request.text())
                .isEmpty();
        PublishedRules.of(name, request).forEach(rule -> secondJudge.add(name + " " + rule.replaceFirst("^.*: ", "")));
        return EncodingService.how(request);
    }
}
