package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.MessageCreateParams;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.integration.accepted.EncodingService;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every request that we send is one that the vendor's own client could send: of its types, and valid by them. */
class RequestBodiesTest {
    private static final Json CLOSED = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
            + "\"required\":[\"a\"],\"additionalProperties\":false}");
    private static final Json SEARCH_OF_ANTHROPIC =
            Json.parse("[{\"type\":\"tool_search_tool_bm25_20251119\",\"name\":\"tool_search_tool_bm25\"}]");

    private static ToolDefinition tool(String name, String... tags) {
        return new ToolDefinition(name, "Draws.", CLOSED, Optional.empty(), Set.of(tags), "");
    }

    /**
     * The members of a request that the client's type does not know; fails if the request is not valid. The client knows
     * the models of its own day alone, and reads messages of responses only with their type, which the service does not
     * require.
     */
    @SuppressWarnings("deprecation") // the client shows unknown members in no other way
    private static Set<String> judged(String format, AiCall call) {
        try {
            return switch (format) {
                case "chat" ->
                    com.openai.core.ObjectMappers.jsonMapper()
                            .readValue(
                                    sent(OpenAiChat.builder("m"), call, "gpt-4o"),
                                    ChatCompletionCreateParams.Body.class)
                            .validate()
                            ._additionalProperties()
                            .keySet();
                case "responses" ->
                    com.openai.core.ObjectMappers.jsonMapper()
                            .readValue(
                                    sent(OpenAiResponses.builder("m"), call, "gpt-4o"), ResponseCreateParams.Body.class)
                            .validate()
                            ._additionalProperties()
                            .keySet();
                default ->
                    com.anthropic.core.ObjectMappers.jsonMapper()
                            .readValue(
                                    sent(AnthropicMessages.builder("m"), call, "claude-haiku-4-5"),
                                    MessageCreateParams.Body.class)
                            .validate()
                            ._additionalProperties()
                            .keySet();
            };
        } catch (IOException e) {
            throw new AssertionError(format + ": the client cannot read the request", e);
        }
    }

    private static byte[] sent(ProviderBuilder<?> builder, AiCall call, String known) {
        try (AiProvider provider = builder.apiKey(LocalProviders.KEY).build()) {
            byte[] body = provider instanceof OpenAiChat chat
                    ? chat.encode(call)
                    : provider instanceof OpenAiResponses responses
                            ? responses.encode(call)
                            : ((AnthropicMessages) provider).encode(call);
            Json json = Json.parse(body).with("model", known);
            Json input = json.get("input");
            return (input.exists() ? json.with("input", typed(input)) : json)
                    .text()
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static List<Json> typed(Json input) {
        return input.elements().stream()
                .map(item -> item.get("type").exists() ? item : item.with("type", "message"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "responses", "messages"})
    @DisplayName("W30 the forty shapes of an answer are valid for the vendors' clients")
    void w30_shapes_areValidForTheClients(String format) throws IOException {
        JsonSchemaService schemas = JsonSchemas.service();
        SchemaDialect dialect = EncodingService.of(format.equals("messages") ? "anthropic" : "openai", "m")
                .provider()
                .schemaDialect();
        try (InputStream file = Objects.requireNonNull(
                RequestBodiesTest.class.getResourceAsStream("/dev/plumbline/integration/accepted/shapes.json"))) {
            Json.parse(file.readAllBytes()).fields().forEach((name, schema) -> {
                AiCall call = AiCall.builder(AiBody.of("Fill it in."), new ModelId("p", "m"))
                        .outputSchema(schemas.wrap(schema, dialect))
                        .build();
                assertThat(judged(format, call)).as(name).isSubsetOf("stream");
            });
        }
    }

    @Provide
    Arbitrary<ModelOptions> options() {
        Arbitrary<Optional<ModelOptions.Reasoning>> efforts =
                Arbitraries.of(ModelOptions.Reasoning.values()).optional();
        Arbitrary<Optional<ModelOptions.ToolChoice>> choices =
                Arbitraries.of(ModelOptions.ToolChoice.values()).optional();
        return Combinators.combine(efforts, choices, Arbitraries.of(true, false), Arbitraries.of("low", "high"))
                .as((effort, choice, set, word) -> {
                    ModelOptions.Builder options = ModelOptions.builder();
                    effort.ifPresent(options::reasoning);
                    choice.ifPresent(options::toolChoice);
                    if (set) {
                        options.temperature(0.5)
                                .topP(0.9)
                                .maxOutputTokens(5_000)
                                .stop("END")
                                .seed(7);
                        options.addExtra(OpenAiResponses.PROMPT_CACHE_KEY, "k");
                        options.addExtra(OpenAiResponses.VERBOSITY, word);
                        options.addExtra(OpenAiResponses.STRICT_TOOLS, true);
                        options.addExtra(AnthropicMessages.CITATIONS, true);
                        options.addExtra(OpenAiResponses.ALLOWED_TOOLS, Json.of(List.of("draw")));
                    }
                    return options.build();
                });
    }

    @Provide
    Arbitrary<List<Interaction>> transcripts() {
        return AiArbitraries.transcripts().filter(items -> !items.isEmpty());
    }

    @Property(tries = 100)
    void w11_everyTranscript_isAValidRequest(
            @ForAll("formats") String format,
            @ForAll("models") String model,
            @ForAll("transcripts") List<Interaction> transcript,
            @ForAll("options") ModelOptions options) {
        AiBody body = AiBody.builder().addAll(transcript).build();
        AiCall call = AiCall.builder(body, new ModelId("m", model))
                .options(options)
                .tools(List.of(tool("draw"), tool("erase")))
                .build();
        AiCall marked = call.withAttribute(
                PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.SHORT));
        assertThat(judged(format, marked)).isSubsetOf("stream");
    }

    @Provide
    Arbitrary<String> formats() {
        return Arbitraries.of("chat", "responses", "messages");
    }

    @Provide
    Arbitrary<String> models() {
        return Arbitraries.of("m", "o3", "gpt-5", "gpt-5.6-sol", "gpt-4o", "claude-haiku-4-5", "claude-3-haiku");
    }

    @ParameterizedTest
    @CsvSource({"chat,gpt-4o", "responses,gpt-5.5", "messages,claude-sonnet-5"})
    @DisplayName("W24 a request with everything is one that the vendor's client could send")
    void w24_requestWithEverything_isValid(String format, String model) {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addSystem("You draw floor plans.")
                .addContext("units", "mm")
                .addUser(
                        Part.text("What is this?"),
                        Part.image(pixel),
                        new Part.File("a.pdf", Blob.of(new byte[] {4}, "application/pdf")),
                        new Part.File("a.txt", Blob.of("a".getBytes(StandardCharsets.UTF_8), "text/plain")))
                .addToolCall("call_1", "draw", Json.object().with("a", "b"))
                .addToolResult("call_1", ToolEnvelope.ok(1).withParts(Part.image(pixel)))
                .addAssistant("Drawn.")
                .add(new Interaction.Summary("A wall."))
                .addUser("And now?")
                .outputSchema(CLOSED)
                .build();
        ModelOptions options = ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.LOW)
                .addExtra(OpenAiResponses.SERVER_TOOLS, serverTools(format))
                .addExtra(OpenAiResponses.STRICT_TOOLS, true)
                .build();
        AiCall call = AiCall.builder(body, new ModelId("m", model))
                .options(options)
                .tools(List.of(tool("draw"), tool("erase", "deferred")))
                .build();
        assertThat(judged(format, call)).isSubsetOf("stream");
    }

    private static Json serverTools(String format) {
        return switch (format) {
            case "messages" -> SEARCH_OF_ANTHROPIC;
            case "responses" -> Json.parse("[{\"type\":\"tool_search\"}]");
            default -> Json.array();
        };
    }
}
