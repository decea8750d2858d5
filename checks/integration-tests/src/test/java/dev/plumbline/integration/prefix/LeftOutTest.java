package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left out of requests, pictures and tools, changes nothing that an answer was bound to. */
@Timeout(120)
class LeftOutTest {
    private static final AiBody BODY =
            AiBody.builder().addSystem("You draw.").toolFilter("*").build();
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private static AiRuntime.Builder runtime(EmulatedAnthropic server) {
        return AiRuntime.builder()
                .addProvider(AnthropicMessages.builder()
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address())
                        .streaming(false)
                        .build());
    }

    private static Part picture(int number) {
        byte[] bytes = PNG.clone();
        bytes[7] = (byte) number;
        return Part.image(Blob.of(bytes, "image/png"));
    }

    @Test
    @DisplayName("P7 pictures of old turns are left out at a mark, and nothing is refused before, there and after")
    void p7_oldPictures() {
        try (EmulatedAnthropic server = new EmulatedAnthropic(
                        request -> EmulatedAnthropic.says("A wall of the upper floor, seen from the south."));
                AiRuntime ai = runtime(server)
                        .policyOrder(order -> order.before("retry", "history", Policies.historyReduction(120)))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            int fewest = Integer.MAX_VALUE;
            for (int i = 0; i < 12; i++) {
                assertThat(session.send(Part.text("What is in picture " + i + "?"), picture(i))
                                .error())
                        .isEmpty();
                String sent = server.lastRequest().text();
                int pictures = sent.split("\"type\":\"image\"", -1).length - 1;
                fewest = i > 1 ? Math.min(fewest, pictures) : fewest;
            }
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
            assertThat(fewest).isLessThan(4);
        }
    }

    /** Refuses pictures, and answers what has none. */
    private static Function<Json, AnthropicScript> blind() {
        return request -> {
            List<Json> messages = request.get("messages").elements();
            boolean looked = messages.get(messages.size() - 1).text().contains("tool_result");
            return looked || messages.size() > 1
                    ? EmulatedAnthropic.says("I see no picture.")
                    : EmulatedAnthropic.calls("look");
        };
    }

    @Test
    @DisplayName("P7 a picture that the service has refused stays left out, also after a restart")
    void p7_refusedPicture() {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic server = new EmulatedAnthropic(blind()).withoutPictures()) {
            String id;
            try (AiRuntime ai = looking(server, records);
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                assertThat(session.send("Look.").text()).isEqualTo("I see no picture.");
            }
            int before = server.requests().size();
            try (AiRuntime ai = looking(server, records);
                    ConversationSession session = ai.resume(id)) {
                AiReturn second = session.send("And now?");
                assertThat(second.error()).isEmpty();
                assertThat(second.trace().table()).doesNotContain("asked again");
            }
            assertThat(server.requests()).hasSize(before + 1);
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
        }
    }

    private static AiRuntime looking(EmulatedAnthropic server, Map<String, List<Json>> records) {
        return runtime(server)
                .addTools(List.of(AiTool.of(
                        "look",
                        "Looks at the drawing",
                        SentPrefixTest.None.class,
                        (none, context) -> ToolEnvelope.ok("seen").withParts(Part.image(Blob.of(PNG, "image/png"))))))
                .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                .build();
    }

    /** A tool that always fails. */
    public static final class Broken {
        @Tool("Draws a wall")
        public String draw() {
            throw new IllegalStateException("no pen");
        }
    }

    @Test
    @DisplayName("P15 after failed rounds the model answers without tools, which stay declared")
    void p15_errorTracking() {
        try (EmulatedAnthropic server = new EmulatedAnthropic(
                        request -> request.get("tool_choice").exists()
                                ? EmulatedAnthropic.says("It does not work.")
                                : EmulatedAnthropic.calls("draw"));
                AiRuntime ai = runtime(server)
                        .addTools(new Broken())
                        .addExtension(Extensions.errorTracking(2))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("Draw.").text()).isEqualTo("It does not work.");
            assertThat(session.send("Again.").text()).isEqualTo("It does not work.");

            assertThat(server.requests()).hasSize(6);
            assertThat(server.requests())
                    .allMatch(request -> request.get("tools").exists());
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
        }
    }
}
