package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.anthropic.AnthropicEncoder;
import dev.plumbline.providers.anthropic.AnthropicVersion;
import dev.plumbline.providers.chat.ChatCompletionsEncoder;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.AttachmentFilter;
import dev.plumbline.providers.format.LeftOutOptions;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.responses.OpenAiResponsesEncoder;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a model or service does not take: options, media, pictures that it refused. */
class UnsupportedContentTest {
    private static final Blob PIXEL = Blob.of(new byte[] {1, 2, 3}, "image/png");
    private static final Blob TIFF = Blob.of(new byte[] {4, 5}, "image/tiff");
    private static final ModelOptions EVERYTHING = ModelOptions.builder()
            .temperature(0.5)
            .topP(0.9)
            .stop("END")
            .reasoning(ModelOptions.Reasoning.NONE)
            .build();

    private static AiCall call(AiBody body, String model, ModelOptions options, List<String> remarks) {
        return AiCall.builder(body, new ModelId("openai", model))
                .options(options)
                .sink(new RemarkSink(remarks))
                .build();
    }

    private static RequestEncoder encoder(String format, ServerDialect dialect) {
        return switch (format) {
            case "CHAT" -> new ChatCompletionsEncoder("openai", dialect);
            case "RESPONSES" -> new OpenAiResponsesEncoder("openai", dialect);
            default -> new AnthropicEncoder("anthropic", AnthropicVersion.FIRST, dialect);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "CHAT,o3,false,false,low",
        "CHAT,o4-mini,false,false,low",
        "CHAT,gpt-5-mini,false,false,minimal",
        "CHAT,gpt-5.2,true,false,none",
        "CHAT,gpt-5.6-sol,true,false,none",
        "CHAT,gpt-5-pro,false,false,",
        "CHAT,gpt-4o,true,true,",
        "CHAT,gpt-5-chat-latest,true,true,",
        "CHAT,my-deployment,true,true,none",
        "RESPONSES,o3,false,false,low",
        "RESPONSES,gpt-5,false,false,minimal",
        "RESPONSES,gpt-5.5,true,false,none",
        "RESPONSES,gpt-4o-mini,true,false,"
    })
    @DisplayName("W11 options that a model does not take are left out with a remark")
    void w11_optionThatAModelDoesNotTake_isLeftOut(
            String format, String model, boolean sampled, boolean stops, String effort) {
        List<String> remarks = new ArrayList<>();
        Json sent = Json.parse(
                encoder(format, ServerDialect.OPENAI).encode(call(AiBody.of("hi"), model, EVERYTHING, remarks), true));
        assertThat(sent.get("temperature").exists()).isEqualTo(sampled);
        assertThat(sent.get("top_p").exists()).isEqualTo(sampled);
        assertThat(sent.get("stop").exists()).isEqualTo(stops);
        Json word = format.equals("CHAT") ? sent.get("reasoning_effort") : sent.at("/reasoning/effort");
        assertThat(word.exists() ? word.asText() : null).isEqualTo(effort);
        assertThat(remarks.stream().anyMatch(remark -> remark.contains("temperature")))
                .isEqualTo(!sampled);
        assertThat(remarks.stream().anyMatch(remark -> remark.startsWith("stop")))
                .isEqualTo(!stops);
    }

    @ParameterizedTest
    @CsvSource({"CHAT,o3", "RESPONSES,gpt-4o", "MESSAGES,claude-opus-4-8"})
    @DisplayName("W11 options that a model does not take are an error before sending, if the program says so")
    void w11_optionThatAModelDoesNotTake_isAnErrorOnRequest(String format, String model) {
        List<String> remarks = new ArrayList<>();
        encoder(format, ServerDialect.OPENAI).encode(call(AiBody.of("hi"), model, EVERYTHING, remarks), true);
        assertThat(remarks).as("what is left out otherwise").isNotEmpty();
        RequestEncoder strict = LeftOutOptions.failing(encoder(format, ServerDialect.OPENAI));
        assertThatThrownBy(() -> strict.encode(call(AiBody.of("hi"), model, EVERYTHING, new ArrayList<>()), true))
                .isInstanceOfSatisfying(AiException.class, failed -> {
                    assertThat(failed.error().category()).isEqualTo(AiError.Category.CAPABILITY);
                    assertThat(failed.error().code()).isEqualTo("option-unsupported");
                    assertThat(failed.error().message()).contains("failOnUnsupportedOptions");
                    remarks.forEach(
                            remark -> assertThat(failed.error().message()).contains(remark));
                });
        assertThatCode(() -> strict.encode(call(AiBody.of("hi"), model, ModelOptions.none(), new ArrayList<>()), true))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"gpt-5.6-sol,none", "gpt-5.4-mini,none", "gpt-5.2,", "gpt-4o,"})
    @DisplayName("W3 OpenAI's newest models get tools in chat completions without reasoning, with a remark")
    void w3_toolsOfTheNewestModels_areSentWithoutReasoning(String model, String effort) {
        List<String> remarks = new ArrayList<>();
        AiCall call = AiCall.builder(AiBody.of("hi"), new ModelId("openai", model))
                .tools(List.of(new ToolDefinition(
                        "f", "", Json.object().with("type", "object"), Optional.empty(), Set.of(), "")))
                .sink(new RemarkSink(remarks))
                .build();
        Json sent = Json.parse(encoder("CHAT", ServerDialect.OPENAI).encode(call, true));
        Json word = sent.get("reasoning_effort");
        assertThat(word.exists() ? word.asText() : null).isEqualTo(effort);
        assertThat(remarks.stream().anyMatch(remark -> remark.contains("OpenAiResponses")))
                .isEqualTo(effort != null);
    }

    @ParameterizedTest
    @EnumSource(
            value = ApiFormat.class,
            names = {"MESSAGES", "RESPONSES", "CHAT"})
    @DisplayName("W11 an image of a type that the service does not take is an error before sending")
    void w11_imageOfAnotherType_isAnErrorBeforeSending(ApiFormat format) {
        AttachmentFilter filter = new AttachmentFilter(format, ServerDialect.OPENAI);
        AiBody asked =
                AiBody.builder().addUser(Part.text("?"), Part.image(TIFF)).build();
        assertThatThrownBy(() -> filter.sendable(call(asked, "m", ModelOptions.none(), new ArrayList<>())))
                .isInstanceOfSatisfying(AiException.class, failed -> {
                    assertThat(failed.error().code()).isEqualTo("image-type");
                    assertThat(failed.error().message()).contains("image/tiff", "image/png");
                });
    }

    @Test
    void w11_soundAndBlindModels_areErrorsBeforeSending() {
        AttachmentFilter filter = new AttachmentFilter(ApiFormat.CHAT, ServerDialect.OPENAI);
        AiBody sound = AiBody.builder()
                .addUser(new Part.Audio(Blob.of(new byte[] {1}, "audio/ogg")))
                .build();
        AiBody picture = AiBody.builder().addUser(Part.image(PIXEL)).build();
        assertThat(code(() -> filter.sendable(call(sound, "gpt-4o", ModelOptions.none(), new ArrayList<>()))))
                .isEqualTo("audio-type");
        assertThat(code(() -> filter.sendable(call(picture, "o3-mini", ModelOptions.none(), new ArrayList<>()))))
                .isEqualTo("image-input");
        assertThat(code(() -> filter.sendable(call(picture, "gpt-4o", ModelOptions.none(), new ArrayList<>()))))
                .isEmpty();
    }

    private static String code(Runnable action) {
        try {
            action.run();
            return "";
        } catch (AiException e) {
            return e.error().code();
        }
    }

    @Test
    void w11_leaveOut_putsASentenceInPlaceOfTheImage() {
        AttachmentFilter filter = new AttachmentFilter(
                ApiFormat.MESSAGES, ServerDialect.ANTHROPIC.with(ServerDialect.Feature.LEAVES_OUT_MEDIA));
        List<String> remarks = new ArrayList<>();
        AiBody asked =
                AiBody.builder().addUser(Part.text("?"), Part.image(TIFF)).build();
        AiCall sent = filter.sendable(call(asked, "m", ModelOptions.none(), remarks));
        assertThat(sent.effective().get(0).text()).contains("image/tiff is left out");
        assertThat(remarks).anyMatch(remark -> remark.contains("left out"));
    }

    @Test
    @DisplayName("W11 a refused picture never poisons a conversation")
    void w11_refusedPictureOfTheUser_isLeftOutOfLaterCalls() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server
                    .answers(refusal())
                    .answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            AiBody first =
                    AiBody.builder().addUser(Part.text("?"), Part.image(PIXEL)).build();
            AiReturn refused = calls.provider.call(call(first, "m", ModelOptions.none(), new ArrayList<>()));
            assertThat(refused.error().orElseThrow().category()).isEqualTo(AiError.Category.INVALID_REQUEST);
            AiBody second = first.toBuilder().addUser("Then without it.").build();
            AiReturn ret = calls.provider.call(call(second, "m", ModelOptions.none(), new ArrayList<>()));
            assertThat(ret.isOk()).isTrue();
            assertThat(sent(calls.server, 1)).doesNotContain("image_url").contains("image/png is left out");
        }
    }

    @Test
    void w11_refusedPictureOfATool_isLeftOutAtOnce() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server
                    .answers(refusal())
                    .answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            AiBody drawn = AiBody.builder()
                    .addUser("Draw.")
                    .addToolCall("c1", "draw", Json.object())
                    .addToolResult("c1", ToolEnvelope.ok("drawn").withParts(Part.image(PIXEL)))
                    .build();
            List<String> remarks = new ArrayList<>();
            assertThat(calls.provider
                            .call(call(drawn, "m", ModelOptions.none(), remarks))
                            .isOk())
                    .isTrue();
            assertThat(sent(calls.server, 0)).contains("image_url");
            assertThat(sent(calls.server, 1)).doesNotContain("image_url");
            assertThat(remarks).anyMatch(remark -> remark.contains("pictures that the service refused"));
        }
    }

    @Test
    void w11_acceptedPicture_isNeverLeftOut() {
        AttachmentFilter filter = new AttachmentFilter(ApiFormat.CHAT, ServerDialect.OPENAI);
        AiBody body = AiBody.builder()
                .addUser(Part.image(PIXEL))
                .addAssistant("A pixel.")
                .addUser("More?")
                .build();
        AiCall call = call(body, "m", ModelOptions.none(), new ArrayList<>());
        filter.accepted(call);
        AiError other = AiError.of(AiError.Category.INVALID_REQUEST, "http-400", "")
                .withProviderMessage(dev.plumbline.event.AiError.SensitiveText.of("too many images"));
        assertThat(filter.refused(call, other)).isFalse();
        assertThat(filter.sendable(call)).isSameAs(call);
    }

    @Test
    @DisplayName("W11 a summary of reasoning that an account may not have is asked for once")
    void w11_refusedSummary_isNotAskedForAgain() {
        String refusal = "{\"error\":{\"message\":\"Your organization must be verified to generate reasoning summaries."
                + "\",\"type\":\"invalid_request_error\",\"param\":\"reasoning.summary\",\"code\":\"unsupported_value\"}}";
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(ServerResponse.json(refusal).withStatus(400));
            server.otherwise(request -> ServerResponse.json("{\"status\":\"completed\",\"output\":[]}"));
            try (OpenAiResponses provider = OpenAiResponses.builder("gpt-5.2")
                    .baseUrl(server.address().toString())
                    .build()) {
                ModelOptions high = ModelOptions.builder()
                        .reasoning(ModelOptions.Reasoning.HIGH)
                        .build();
                for (int i = 0; i < 2; i++) {
                    assertThat(provider.call(call(AiBody.of("hi"), "gpt-5.2", high, new ArrayList<>()))
                                    .isOk())
                            .isTrue();
                }
                assertThat(server.requests()).hasSize(3);
                assertThat(sent(server, 0)).contains("summary");
                assertThat(sent(server, 1)).doesNotContain("summary");
                assertThat(sent(server, 2)).doesNotContain("summary");
            }
        }
    }

    private static ServerResponse refusal() {
        return ServerResponse.json("{\"error\":{\"message\":\"You uploaded an unsupported image.\","
                        + "\"type\":\"invalid_request_error\",\"code\":\"invalid_image_format\"}}")
                .withStatus(400);
    }

    private static String sent(ScriptedServer server, int request) {
        return server.requests().get(request).json().text();
    }
}
