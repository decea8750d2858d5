package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure in a choice, and a status that is not complete, in every format. */
class IncompleteAnswerTest {
    private static final Pattern FINISH =
            Pattern.compile("\"finish_reason\": ?\"(stop|length|tool_calls|content_filter)\"");
    private static final Pattern STOP_REASON = Pattern.compile("\"stop_reason\": ?\"[a-z_]+\"");
    private static final Pattern DONE = Pattern.compile("\"done\": ?true");
    private static final Pattern FINISH_REASON = Pattern.compile("\"finishReason\": ?\"[A-Z_]+\"");
    private static final Pattern STATUS = Pattern.compile("\"status\": ?\"completed\"");

    private static AiReturn streamed(ApiFormat format, String... events) {
        return ToolCallResponses.STREAMED.fold(format, String.join("", events));
    }

    private static AiReturn whole(ApiFormat format, String body) {
        return ToolCallResponses.WHOLE.fold(format, body);
    }

    private static AiError error(AiReturn ret) {
        return ret.error().orElseThrow();
    }

    private static String choice(String member, String content, String more) {
        return "{\"choices\":[{\"index\":0,\"" + member + "\":{\"content\":\"" + content + "\"}," + more + "}]}";
    }

    private static void fails(AiReturn ret, Category category, String code, boolean retryable, String partial) {
        assertThat(ret.isOk()).isFalse();
        assertThat(error(ret).category()).isEqualTo(category);
        assertThat(error(ret).code()).isEqualTo(code);
        assertThat(error(ret).retryable()).isEqualTo(retryable);
        assertThat(ret.partialText()).isEqualTo(partial);
    }

    @ParameterizedTest(name = "W8 error {0} in a choice is {1}, retryable {3} when nothing had arrived")
    @Tag("W8")
    @CsvSource({
        "502,SERVER,http-502,true",
        "503,OVERLOADED,http-503,true",
        "429,RATE_LIMITED,http-429,true",
        "402,RATE_LIMITED,insufficient_quota,false",
        "403,PERMISSION,http-403,false",
        "400,INVALID_REQUEST,http-400,false"
    })
    @DisplayName("W8 an error in a choice is the error of the answer")
    void errorInAChoice_isTheErrorOfTheAnswer(int code, Category category, String word, boolean retryable) {
        String end = "\"finish_reason\":\"error\",\"error\":{\"code\":" + code + ",\"message\":\"upstream died\"}";
        AiReturn body = whole(ApiFormat.CHAT, choice("message", "", end));
        fails(body, category, word, retryable, "");
        assertThat(error(body).providerMessage().text()).isEqualTo("upstream died");
        fails(whole(ApiFormat.CHAT, choice("message", "Half", end)), category, word, false, "Half");
        fails(
                streamed(ApiFormat.CHAT, SseSamples.data(choice("delta", "", end)), SseSamples.DONE),
                category,
                word,
                retryable,
                "");
        fails(
                streamed(
                        ApiFormat.CHAT,
                        SseSamples.text("Half"),
                        SseSamples.data(choice("delta", "", end)),
                        SseSamples.DONE),
                category,
                word,
                false,
                "Half");
    }

    @ParameterizedTest(name = "W8 an error {0} in a choice that says stop is an error")
    @ValueSource(strings = {"{}", "{\"message\":\"x\"}", "\"down\"", "true", "502", "[{\"code\":502}]"})
    void errorOfAnyForm_isAnError(String error) {
        String end = "\"finish_reason\":\"stop\",\"error\":" + error;
        assertThat(whole(ApiFormat.CHAT, choice("message", "Half", end)).isOk()).isFalse();
        assertThat(streamed(ApiFormat.CHAT, SseSamples.data(choice("delta", "Half", end)), SseSamples.DONE)
                        .isOk())
                .isFalse();
    }

    @ParameterizedTest(name = "W8 an error {0} in a choice is none")
    @ValueSource(strings = {"null", "false", "[]"})
    void noError_isNone(String error) {
        String end = "\"finish_reason\":\"stop\",\"error\":" + error;
        assertThat(whole(ApiFormat.CHAT, choice("message", "Whole", end)).isOk())
                .isTrue();
    }

    @ParameterizedTest(name = "W8 finish reason {0} is the error {1} {2}, no finish reason")
    @CsvSource({
        "error,SERVER,finish-error",
        "abort,SERVER,finish-abort",
        "insufficient_system_resource,OVERLOADED,finish-insufficient_system_resource"
    })
    void finishReasonThatFails_isAnError(String word, Category category, String code) {
        String end = "\"finish_reason\":\"" + word + "\"";
        fails(whole(ApiFormat.CHAT, choice("message", "Half", end)), category, code, false, "Half");
        fails(whole(ApiFormat.CHAT, choice("message", "", end)), category, code, true, "");
        AiReturn cut = streamed(
                ApiFormat.CHAT, SseSamples.text("Half"), SseSamples.data(choice("delta", "", end)), SseSamples.DONE);
        fails(cut, category, code, false, "Half");
        assertThat(cut.finish()).isEqualTo(FinishReason.NONE);
        AiReturn early = streamed(ApiFormat.CHAT, SseSamples.data(choice("delta", "", end)));
        fails(early, category, code, true, "");
        fails(
                streamed(ApiFormat.CHAT, SseSamples.STOP, SseSamples.data(choice("delta", "", end))),
                category,
                code,
                true,
                "");
    }

    @Test
    @DisplayName("W8 what is said behind a finish reason that fails is the error, and usage is kept")
    void errorBehindTheFinishReason_isTheError() {
        AiReturn ret = streamed(
                ApiFormat.CHAT,
                SseSamples.text("Half"),
                SseSamples.data(choice("delta", "", "\"finish_reason\":\"error\"")),
                SseSamples.data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5}}"),
                SseSamples.data("{\"error\":{\"code\":429,\"message\":\"slow\"}}"));
        fails(ret, Category.RATE_LIMITED, "http-429", false, "Half");
        assertThat(ret.usage().input()).isEqualTo(5);
    }

    @Test
    @DisplayName("W8 an unknown finish reason is OTHER with words and an error without")
    void unknownFinishReason_isOtherWithWordsAndAnErrorWithout() {
        String end = "\"finish_reason\":\"recitation\"";
        AiReturn said = whole(ApiFormat.CHAT, choice("message", "Words", end));
        assertThat(said.isOk()).isTrue();
        assertThat(said.finish()).isEqualTo(FinishReason.OTHER);
        fails(whole(ApiFormat.CHAT, choice("message", "", end)), Category.PROTOCOL, "finish-unknown", false, "");
        assertThat(streamed(ApiFormat.CHAT, SseSamples.data(choice("delta", "", end)), SseSamples.DONE)
                        .isOk())
                .isFalse();
        String message = "{\"type\":\"message\",\"content\":[],\"stop_reason\":\"recitation\"}";
        fails(whole(ApiFormat.MESSAGES, message), Category.PROTOCOL, "finish-unknown", false, "");
    }

    @Test
    @DisplayName("W8 Mistral's model_length is a limit, so that no call of it runs")
    void modelLength_isALimit() {
        String end = "\"finish_reason\":\"model_length\"";
        assertThat(whole(ApiFormat.CHAT, choice("message", "Half", end)).finish())
                .isEqualTo(FinishReason.LENGTH);
    }

    private static String response(String status, String more) {
        return "{\"status\":\"" + status
                + "\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\","
                + "\"text\":\"Half\"}]}]" + more + "}";
    }

    @ParameterizedTest(name = "W8 a response of status {0} is the error {1} {2}")
    @Tag("W8")
    @CsvSource({
        "queued,TRUNCATED,status-queued",
        "in_progress,TRUNCATED,status-in_progress",
        "cancelled,SERVER,status-cancelled",
        "failed,SERVER,provider-error",
        "incomplete,TRUNCATED,status-incomplete",
        "requires_action,PROTOCOL,status-unknown",
        "Completed!,PROTOCOL,status-unknown"
    })
    @DisplayName("W8 a response whose status is not complete is not")
    void statusThatIsNotComplete_isAnError(String status, Category category, String code) {
        fails(whole(ApiFormat.RESPONSES, response(status, "")), category, code, false, "Half");
        fails(
                whole(ApiFormat.RESPONSES, "{\"output\":[],\"status\":\"" + status + "\"}"),
                category,
                code,
                category == Category.SERVER,
                "");
        String event = "{\"type\":\"response.completed\",\"response\":" + response(status, "") + "}";
        fails(streamed(ApiFormat.RESPONSES, SseSamples.data(event)), category, code, false, "Half");
    }

    @ParameterizedTest(name = "W8 event {0} without a status is not complete")
    @ValueSource(strings = {"response.failed", "response.incomplete", "response.cancelled"})
    void eventThatSaysMore_thanItsStatus_counts(String type) {
        for (String status : List.of("", "\"status\":\"completed\",")) {
            String event = "{\"type\":\"" + type + "\",\"response\":{" + status + "\"output\":[]}}";
            String text = ApiFormatFaultTest.text(ApiFormat.RESPONSES, "Half");
            AiReturn ret = streamed(ApiFormat.RESPONSES, text, SseSamples.data(event));
            assertThat(ret.isOk()).isFalse();
            assertThat(ret.partialText()).isEqualTo("Half");
        }
    }

    @ParameterizedTest(name = "W8 an incomplete response by {0} finishes with {1}, by any other reason it is an error")
    @CsvSource({"max_output_tokens,LENGTH", "content_filter,CONTENT_FILTER", "steered,NONE", "max_messages,NONE"})
    void incompleteResponse_finishesByItsReason(String reason, FinishReason finish) {
        AiReturn ret = whole(
                ApiFormat.RESPONSES, response("incomplete", ",\"incomplete_details\":{\"reason\":\"" + reason + "\"}"));
        assertThat(ret.finish()).isEqualTo(finish);
        assertThat(ret.isOk()).isEqualTo(finish != FinishReason.NONE);
        assertThat(ret.partialText()).isEqualTo("Half");
    }

    @Test
    @DisplayName("W8 the error of a response keeps what stands beside it, and is not asked again")
    void errorOfAResponse_keepsWhatStandsBesideIt() {
        String error = ",\"error\":{\"code\":\"server_error\",\"message\":\"down\"}";
        AiReturn ret = whole(ApiFormat.RESPONSES, response("failed", error));
        fails(ret, Category.SERVER, "server_error", false, "Half");
        assertThat(error(ret).providerMessage().text()).isEqualTo("down");
    }

    @Test
    @DisplayName("W8 an Anthropic message without a stop reason is cut")
    void messageWithoutAStopReason_isCut() {
        String text = ApiFormatFaultTest.text(ApiFormat.MESSAGES, "Half");
        String stop = SseSamples.data("{\"type\":\"message_stop\"}");
        fails(streamed(ApiFormat.MESSAGES, text, stop), Category.TRUNCATED, "cut", true, "Half");
        String body = "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"Half\"}],\"stop_reason\":null}";
        fails(whole(ApiFormat.MESSAGES, body), Category.TRUNCATED, "cut", true, "Half");
    }

    @Test
    @DisplayName("W8 an Anthropic error event, and a message with an error, are errors")
    void anthropicError_isAnError() {
        String text = ApiFormatFaultTest.text(ApiFormat.MESSAGES, "Half");
        String error = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}";
        String end = SseSamples.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}");
        fails(
                streamed(ApiFormat.MESSAGES, text, SseSamples.data(error)),
                Category.OVERLOADED,
                "provider-error",
                false,
                "Half");
        fails(
                streamed(ApiFormat.MESSAGES, text, end, SseSamples.data(error)),
                Category.OVERLOADED,
                "provider-error",
                false,
                "Half");
        assertThat(whole(ApiFormat.MESSAGES, error).isOk()).isFalse();
    }

    static List<RecordedResponse> wholeAnswers() {
        return RecordedResponse.all().stream()
                .filter(recording -> recording.fold(List.of(recording.wire())).isOk())
                .filter(recording -> mutable(recording).find())
                .toList();
    }

    private static java.util.regex.Matcher mutable(RecordedResponse recording) {
        String wire = new String(recording.wire(), StandardCharsets.UTF_8);
        return (switch (RecordedResponses.format(recording.folder(), recording.file())) {
                    case CHAT -> FINISH;
                    case MESSAGES -> STOP_REASON;
                    case GEMINI -> FINISH_REASON;
                    case OLLAMA -> DONE;
                    case BEDROCK -> STOP_REASON;
                    case RESPONSES -> STATUS;
                })
                .matcher(wire);
    }

    private static List<String> unfinished(RecordedResponse recording) {
        return switch (RecordedResponses.format(recording.folder(), recording.file())) {
            case CHAT ->
                List.of(
                        "\"finish_reason\":\"error\"",
                        "\"finish_reason\":\"insufficient_system_resource\"",
                        "\"finish_reason\":\"stop\",\"error\":{\"code\":502,\"message\":\"x\"}");
            case MESSAGES -> List.of("\"stop_reason\":null", "\"stop_reason\":\"error\"");
            case OLLAMA -> List.of("\"done\":false");
            case BEDROCK -> List.of("\"stopReason\":null");
            case GEMINI -> List.of("\"finishReason\":null", "\"finishReason\":\"MALFORMED_RESPONSE\"");
            case RESPONSES ->
                List.of(
                        "\"status\":\"queued\"",
                        "\"status\":\"in_progress\"",
                        "\"status\":\"cancelled\"",
                        "\"status\":\"failed\"",
                        "\"status\":\"incomplete\"",
                        "\"status\":\"unheard_of\"");
        };
    }

    @ParameterizedTest(name = "W8 {0} with a word that is not complete is not complete")
    @Tag("W8")
    @MethodSource("wholeAnswers")
    void recording_whoseEndIsAnother_isNotComplete(RecordedResponse recording) {
        AiReturn before = recording.fold(List.of(recording.wire()));
        for (String word : unfinished(recording)) {
            String changed = mutable(recording).replaceAll(word);
            AiReturn ret = recording.fold(List.of(changed.getBytes(StandardCharsets.UTF_8)));
            assertThat(ret.isOk()).as(word).isFalse();
            assertThat(ret.partialText()).as(word).isEqualTo(before.partialText());
        }
    }

    @Test
    @DisplayName("W8 recordings of every format are tried")
    void recordings_ofEveryFormat_areTried() {
        assertThat(wholeAnswers()).hasSizeGreaterThan(70);
    }

    @Test
    @DisplayName("W8 a stream that ends before its first event is no empty answer")
    void endWithoutAnEvent_isAFailure() {
        AiReturn ret = streamed(ApiFormat.CHAT, "data: [DONE]\n\n");

        assertThat(ret.isOk()).isFalse();
        assertThat(streamed(ApiFormat.CHAT, ": still here\n\ndata: [DONE]\n\n").isOk())
                .isFalse();
    }
}
