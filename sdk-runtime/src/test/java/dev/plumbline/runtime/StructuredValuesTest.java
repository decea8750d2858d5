package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values that tools and context sources return as Java values, down to the bytes that a provider sends. */
class StructuredValuesTest {
    private static final List<String> VALUES = List.of("Sommer2024x", "473625270", "5551234567", "a1b2c3d4e5f6");
    private static final Pattern SSN = Pattern.compile("NATIONAL_ID_[0-9a-f]{16}");

    private final ScriptedServer server = ScriptedServer.onPort(0);
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    /** What a tool returns. */
    record Person(String password, long ssn, List<String> phones, Map<String, Object> clientSecret) {}

    /** The input of a tool that needs none. */
    record Nothing() {}

    /** The input of a tool that takes a number. */
    record Number(long ssn) {}

    private static Person person() {
        return new Person("Sommer2024x", 473625270L, List.of("5551234567"), Map.of("value", "a1b2c3d4e5f6"));
    }

    private static Map<String, Object> map() {
        return Map.of(
                "password", "Sommer2024x", "ssn", 473625270, "phone", "5551234567", "clientSecret", "a1b2c3d4e5f6");
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    private AiRuntime.Builder runtime(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(
                        AiTool.of("record", "Reads.", Nothing.class, (in, context) -> person()),
                        AiTool.of("map", "Reads.", Nothing.class, (in, context) -> map()),
                        AiTool.of("list", "Reads.", Nothing.class, (in, context) -> List.of(person(), map())),
                        AiTool.of("save", "Saves.", Number.class, (in, context) -> seen.add(in.ssn())))
                .redaction(RedactionOptions.ofDefaults().withRestoredFor("save"));
    }

    private AiProvider provider() {
        return OpenAiChat.builder("m")
                .id("p")
                .apiKey(Secret.of(new char[] {'k'}))
                .baseUrl(server.address().toString())
                .streaming(false)
                .build();
    }

    private String sent() {
        StringBuilder all = new StringBuilder();
        for (ServerRequest request : server.requests()) {
            all.append(request.json().text());
        }
        return all.toString();
    }

    private static AiBody body() {
        return AiBody.builder().addUser("Look.").toolFilter("*").build();
    }

    @Test
    @Tag("S1")
    @DisplayName(
            "S1 no value of a map, a record, a list or a fact is in the bytes that are sent, and a number comes back as one")
    void values_areNotInTheBytes() {
        server.otherwise(StructuredValuesTest::answer);
        try (AiProvider provider = provider();
                AiRuntime ai = runtime(provider)
                        .addContext(ContextSource.of("user", asked -> map()))
                        .addContext(ContextSource.of("owner", asked -> person()))
                        .build();
                ConversationSession session = ai.session(body())) {
            AiReturn ret = session.runToStableResult();
            assertThat(ret.isOk()).isTrue();
            assertThat(ret.text()).contains("473625270");
            assertThat(server.requests()).hasSize(3);
            assertThat(sent()).doesNotContain(VALUES).contains("NATIONAL_ID_");
            assertThat(seen).containsExactly(473625270L);
            assertThat(session.path().stream()
                            .flatMap(entry -> entry.interactions().stream())
                            .filter(Interaction.ToolCall.class::isInstance)
                            .map(call ->
                                    ((Interaction.ToolCall) call).arguments().text()))
                    .contains("{\"ssn\":473625270}");
        }
    }

    /** Reads all three, saves the number it was sent, and says it. */
    private static ServerResponse answer(ServerRequest request) {
        String asked = request.json().text();
        Matcher ssn = SSN.matcher(asked);
        String name = ssn.find() ? ssn.group() : "nothing";
        if (!asked.contains("tool_call_id")) {
            return message(
                    "\"tool_calls\":[" + call("c1", "record", "{}") + "," + call("c2", "map", "{}") + ","
                            + call("c3", "list", "{}") + "]",
                    "tool_calls");
        }
        return asked.contains("\"c4\"")
                ? message("\"content\":\"Saved " + name + "\"", "stop")
                : message(
                        "\"tool_calls\":[" + call("c4", "save", "{\\\"ssn\\\":\\\"" + name + "\\\"}") + "]",
                        "tool_calls");
    }

    private static String call(String id, String tool, String arguments) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":\""
                + arguments + "\"}}";
    }

    private static ServerResponse message(String said, String finish) {
        return ServerResponse.json(
                "{\"choices\":[{\"index\":0,\"message\":{" + said + "},\"finish_reason\":\"" + finish + "\"}]}");
    }
}
