package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** From the bytes of a server to the tool: arguments that are no object run nothing. */
class RefusedArgumentsLawTest {
    private static final Json ANY = Json.parse("{\"type\":\"object\"}");

    /** Who answers, in the format that is theirs. */
    enum Service {
        OPENAI,
        MISTRAL,
        DEEPSEEK,
        ANTHROPIC,
        RESPONSES;

        ProviderBuilder<?> builder() {
            return switch (this) {
                case OPENAI -> OpenAiChat.builder("m");
                case MISTRAL -> OpenAiChat.mistral("m");
                case DEEPSEEK -> OpenAiChat.deepSeek("m");
                case ANTHROPIC -> AnthropicMessages.builder("m");
                case RESPONSES -> OpenAiResponses.builder("m");
            };
        }

        ServerResponse calls(String arguments) {
            return ServerResponse.json(
                    switch (this) {
                        case ANTHROPIC ->
                            "{\"type\":\"message\",\"stop_reason\":\"tool_use\",\"content\":[{\"type\":\"tool_use\","
                                    + "\"id\":\"c1\",\"name\":\"delete_all\",\"input\":" + arguments + "}]}";
                        case RESPONSES ->
                            "{\"status\":\"completed\",\"output\":[{\"type\":\"function_call\",\"id\":\"f1\",\"call_id\":\"c1\","
                                    + "\"name\":\"delete_all\",\"arguments\":" + arguments + "}]}";
                        default ->
                            "{\"choices\":[{\"index\":0,\"finish_reason\":\"tool_calls\",\"message\":{\"tool_calls\":[{\"id\":\"c1\","
                                    + "\"type\":\"function\",\"function\":{\"name\":\"delete_all\",\"arguments\":"
                                    + arguments
                                    + "}}]}}]}";
                    });
        }

        ServerResponse says() {
            return ServerResponse.json(
                    switch (this) {
                        case ANTHROPIC ->
                            "{\"type\":\"message\",\"stop_reason\":\"end_turn\",\"content\":[{\"type\":\"text\",\"text\":\"Oh.\"}]}";
                        case RESPONSES ->
                            "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\","
                                    + "\"text\":\"Oh.\"}]}]}";
                        default ->
                            "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"content\":\"Oh.\"}}]}";
                    });
        }

        /** The arguments of the call, as the second request sends them. */
        Json repeatedArguments(Json request) {
            return switch (this) {
                case ANTHROPIC -> request.at("/messages/1/content/0/input");
                case RESPONSES -> Json.parse(request.at("/input/1/arguments").asText());
                default -> {
                    Json messages = request.get("messages");
                    Json call = messages.elements().stream()
                            .filter(each -> each.get("tool_calls").exists())
                            .findFirst()
                            .orElseThrow();
                    yield Json.parse(call.at("/tool_calls/0/function/arguments").asText());
                }
            };
        }
    }

    @Property(tries = 100)
    @Tag("W9")
    @Label(
            "W9 a tool whose arguments are no object never runs; its result is INVALID_ARGUMENTS, and the request behind it is valid")
    void noObject_runsNothing(@ForAll Service service, @ForAll("noObjects") String sent) {
        AtomicInteger runs = new AtomicInteger();
        try (ScriptedServer server =
                        ScriptedServer.onPort(0).answers(service.calls(sent)).answers(service.says());
                AiProvider provider = service.builder()
                        .id("p")
                        .apiKey(Secret.of(new char[] {'k'}))
                        .baseUrl(server.address().toString())
                        .streaming(false)
                        .build();
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(provider)
                        .addTools(AiTool.of("delete_all", "Deletes.", ANY, (in, context) -> runs.incrementAndGet()))
                        .build();
                ConversationSession session = ai.session(
                        AiBody.builder().addUser("Go.").toolFilter("*").build())) {
            assertThat(session.runToStableResult().text()).isEqualTo("Oh.");
            assertThat(runs).hasValue(0);
            List<ToolEnvelope.Code> codes = session.path().stream()
                    .flatMap(entry -> entry.interactions().stream())
                    .filter(Interaction.ToolResult.class::isInstance)
                    .map(each -> ((Interaction.ToolResult) each)
                            .envelope()
                            .failure()
                            .orElseThrow()
                            .code())
                    .toList();
            assertThat(codes).containsExactly(ToolEnvelope.Code.INVALID_ARGUMENTS);
            Json arguments = service.repeatedArguments(server.requests().get(1).json());
            assertThat(arguments.get("unparsed").exists()).isTrue();
        }
    }

    @Provide
    Arbitrary<String> noObjects() {
        Arbitrary<String> raw = Arbitraries.of(
                "[{\"confirm\":false}]", "[]", "[1,\"a\"]", "[[{}]]", "0", "-1", "1e30", "true", "false");
        Arbitrary<String> text = Arbitraries.of(
                        "[{\"confirm\":false}]",
                        "[]",
                        "7",
                        "true",
                        "\"all\"",
                        "all",
                        "{\"a\":1",
                        "{'a':1}",
                        "{\"a\":1} x",
                        "NaN",
                        "{\"a\":1,\"a\":2}")
                .map(words -> Json.of(words).text());
        Arbitrary<String> made = Arbitraries.longs()
                .list()
                .ofMaxSize(5)
                .map(numbers -> Json.of(numbers).text());
        return Arbitraries.oneOf(raw, text, made);
    }
}
