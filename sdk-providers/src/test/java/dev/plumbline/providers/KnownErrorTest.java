package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of errors, held to bodies that services sent; each body names where it was published. */
class KnownErrorTest {
    private static final List<Json> BODIES = bodies();

    private static List<Json> bodies() {
        try (InputStream in = KnownErrorTest.class.getResourceAsStream("/errors/bodies.json")) {
            return Json.parse(in.readAllBytes()).elements();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Json> all() {
        return BODIES.stream();
    }

    private static AiError error(int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ProviderErrorMapper.of(status, ErrorBodyReader.ofBody(bytes, bytes.length));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    @DisplayName("W7 context overflow, quota, wrong key, unknown model and content filter are told apart at"
            + " every service")
    void w7_recordedBody_meansWhatItMeans(Json recorded) {
        AiError error =
                error(recorded.get("status").asInt(), recorded.get("body").asText());
        assertThat(error.category().name()).isEqualTo(recorded.get("category").asText());
        assertThat(error.code()).isEqualTo(recorded.get("code").asText());
        assertThat(error.retryable()).isEqualTo(recorded.get("retryable").asBoolean());
        assertThat(error.providerMessage().text()).isNotBlank();
    }

    @Test
    void w7_bodies_areOfFifteenServices() {
        assertThat(BODIES.stream().map(body -> body.get("service").asText().split("[ ,]")[0]))
                .hasSizeGreaterThan(30)
                .satisfies(names -> assertThat(names.stream().distinct()).hasSizeGreaterThanOrEqualTo(15));
        assertThat(BODIES)
                .allSatisfy(body -> assertThat(body.get("origin").asText()).startsWith("https://github.com/"));
    }

    @Test
    @DisplayName("W2 a list of one error is that error")
    void w2_listOfOneError_isThatError() {
        AiError error =
                error(400, "[{\"error\":{\"code\":429,\"message\":\"slow down\",\"status\":\"RESOURCE_EXHAUSTED\"}}]");
        assertThat(error.providerMessage().text()).isEqualTo("slow down");
    }

    @Test
    @DisplayName("W16 details of FastAPI are a message, and statuses of services mean what they mean there")
    void w16_detailList_isTheMessage() {
        assertThat(all().filter(body -> body.get("body").asText().contains("extra_forbidden"))
                        .map(body -> error(422, body.get("body").asText())
                                .providerMessage()
                                .text()))
                .containsExactly(
                        "body.max_completion_tokens: Extra inputs are not permitted",
                        "body.frequency_penalty: Extra inputs are not permitted",
                        "body.store: Extra inputs are not permitted;"
                                + " body.max_completion_tokens: Extra inputs are not permitted");
    }

    @ParameterizedTest
    @CsvSource({"498,OVERLOADED,true", "402,RATE_LIMITED,false", "401,AUTHENTICATION,false", "404,NOT_FOUND,false"})
    void w16_status_aloneDecides(int status, AiError.Category category, boolean retryable) {
        AiError error = error(status, "<html>");
        assertThat(error.category()).isEqualTo(category);
        assertThat(error.retryable()).isEqualTo(retryable);
    }

    @ParameterizedTest
    @CsvSource({
        "429,'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000',RATE_LIMITED",
        "500,model runner has unexpectedly stopped,SERVER",
        "400,temperature is not supported with this model,INVALID_REQUEST",
        "400,max_tokens is too large: 300000. This model supports at most 16384 completion tokens,INVALID_REQUEST"
    })
    void w7_messageThatOnlyLooksLikeIt_isNotTaken(int status, String message, AiError.Category category) {
        assertThat(error(status, Json.object().with("message", message).text()).category())
                .isEqualTo(category);
    }

    @Test
    @DisplayName("N15 sentences for users say what to do, and the code is the provider's")
    void n15_codeOfTheProvider_isTheCode() {
        AiError error = error(
                400,
                "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\",\"code\":\"unsupported_value\"}}");
        assertThat(error.code()).isEqualTo("unsupported_value");
        assertThat(error(400, "{\"error\":{\"message\":\"no\",\"code\":\"a sentence of the user\"}}")
                        .code())
                .isEqualTo("http-400");
        assertThat(ProviderErrorMapper.of(new ProviderErrorBody("invalid_api_key", "", OptionalInt.of(401), ""))
                        .code())
                .isEqualTo("invalid_api_key");
    }

    @Test
    @DisplayName("W2 the delay that Gemini asks for in the body of an error is kept")
    void w2_retryDelayInTheBody_isRead() {
        String body = "[{\"error\":{\"code\":429,\"message\":\"Resource has been exhausted.\","
                + "\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"reason\":\"RATE_LIMIT_EXCEEDED\"},"
                + "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"34.4s\"}]}}]";
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(ServerResponse.json(body).withStatus(429));
            AiError error = calls.call().error().orElseThrow();
            assertThat(error.retryAt()).contains(calls.clock.instant().plusMillis(34_400));
        }
    }
}
