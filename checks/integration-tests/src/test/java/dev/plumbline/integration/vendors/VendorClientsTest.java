package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServiceScript;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The clients of the vendors read what the scripted server sends, as the script says it and as our providers read it: so
 * the scripts are the formats, and our decoders read them as their makers do.
 */
class VendorClientsTest {
    private static final Usage USAGE =
            Usage.of(120, 34).withCachedInput(80).withCacheWrites(30).withReasoning(7);

    private final ScriptedServer server = ScriptedServer.onPort(0);

    @AfterEach
    void closeServer() {
        server.close();
    }

    static Stream<Arguments> formats() {
        return Stream.of(VendorClient.values())
                .flatMap(format -> Stream.of(Arguments.of(format, true), Arguments.of(format, false)));
    }

    @ParameterizedTest(name = "{0}, streaming {1}")
    @Tag("B32")
    @Tag("M5")
    @MethodSource("formats")
    void words_areReadAlike(VendorClient format, boolean streaming) {
        server.otherwise(
                script(format).says("Größe ", "5 m² ", "🧱\n", "\"done\"").repeats());

        ClientReading said = new ClientReading("Größe 5 m² 🧱\n\"done\"", List.of(), FinishReason.STOP, USAGE);

        assertAllRead(format, streaming, said);
    }

    @ParameterizedTest(name = "{0}, streaming {1}")
    @MethodSource("formats")
    void parallelToolCalls_areReadAlike(VendorClient format, boolean streaming) {
        server.otherwise(script(format)
                .saying("So ", "be it.")
                .callsTool("draw", Map.of("to", "over there, \"left\" 🧱"))
                .callsTool("erase", Map.of())
                .repeats());

        Json to = Json.object().with("to", "over there, \"left\" 🧱");
        List<ClientReading.Call> calls = List.of(
                new ClientReading.Call("call_1", "draw", to), new ClientReading.Call("call_2", "erase", Json.object()));

        assertAllRead(format, streaming, new ClientReading("So be it.", calls, FinishReason.TOOL_CALLS, USAGE));
    }

    @ParameterizedTest(name = "{0}, streaming {1}")
    @MethodSource("formats")
    void answerThatFillsItsLimit_isReadAlike(VendorClient format, boolean streaming) {
        server.otherwise(script(format).fillsUp("half of").repeats());

        assertAllRead(format, streaming, new ClientReading("half of", List.of(), FinishReason.LENGTH, USAGE));
    }

    @ParameterizedTest(name = "{0}, streaming {1}")
    @MethodSource("formats")
    void reasoning_isNotReadAsText(VendorClient format, boolean streaming) {
        ServiceScript<?> script = script(format);
        if (script instanceof AnthropicScript messages) {
            messages.thinks("A wall is long.", "c2lnbmF0dXJl");
        } else if (script instanceof OpenAiResponsesScript responses) {
            responses.reasons("A wall is long.", "ZW5jcnlwdGVk");
        }
        server.otherwise(script.saying("Yes.").callsTool("draw", Map.of("m", 5)).repeats());

        List<ClientReading.Call> calls =
                List.of(new ClientReading.Call("call_1", "draw", Json.object().with("m", 5)));

        assertAllRead(format, streaming, new ClientReading("Yes.", calls, FinishReason.TOOL_CALLS, USAGE));
    }

    @ParameterizedTest(name = "{0}, streaming {1}")
    @MethodSource("formats")
    @DisplayName("P9 what is written to a cache for long is read alike, where a format says it")
    void p9_longCacheWrites_areReadAlike(VendorClient format, boolean streaming) {
        Usage used = USAGE.withLongCacheWrites(20);
        server.otherwise(format.script().usage(used).says("Yes.").repeats());

        Usage said = format == VendorClient.OPENAI_CHAT ? USAGE : used;

        assertAllRead(format, streaming, new ClientReading("Yes.", List.of(), FinishReason.STOP, said));
    }

    private static ServiceScript<?> script(VendorClient format) {
        return format.script().usage(USAGE);
    }

    private void assertAllRead(VendorClient format, boolean streaming, ClientReading said) {
        assertThat(format.vendorReads(server.address(), streaming)).isEqualTo(said);
        assertThat(ask(format.ours(server.address()))).isEqualTo(said);
    }

    private static ClientReading ask(AiProvider provider) {
        try (provider) {
            return ClientReading.of(
                    provider.call(AiCall.of(AiBody.of("Draw a wall."), new ModelId(provider.id(), "m"))));
        }
    }
}
