package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.providers.login.TokenClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services that report the largest number there is. */
class HugeNumbersTest {
    private static final String HUGE = "9223372036854775807";

    private static final Map<ApiFormat, String> BODIES = Map.of(
            ApiFormat.CHAT,
            "{'choices':[{'index':0,'message':{'content':'hi'},'finish_reason':'stop'}],'usage':{'prompt_tokens':N,"
                    + "'completion_tokens':N,'prompt_tokens_details':{'cached_tokens':N,'cache_write_tokens':N},"
                    + "'completion_tokens_details':{'reasoning_tokens':N}}}",
            ApiFormat.MESSAGES,
            "{'content':[{'type':'text','text':'hi'}],'stop_reason':'end_turn','usage':{'input_tokens':N,"
                    + "'cache_creation_input_tokens':N,'cache_creation':{'ephemeral_1h_input_tokens':N},'cache_read_input_tokens':N,'output_tokens':N,"
                    + "'output_tokens_details':{'thinking_tokens':N}}}",
            ApiFormat.RESPONSES,
            "{'object':'response','status':'completed','output':[{'type':'message','content':[{'type':'output_text',"
                    + "'text':'hi'}]}],'usage':{'input_tokens':N,'output_tokens':N,'input_tokens_details':"
                    + "{'cached_tokens':N,'cache_write_tokens':N,'cache_write_tokens_details':{'ttl_12h_tokens':N}},'output_tokens_details':{'reasoning_tokens':N}}}",
            ApiFormat.GEMINI,
            "{'candidates':[{'content':{'parts':[{'text':'hi'}]},'finishReason':'STOP'}],'usageMetadata':"
                    + "{'promptTokenCount':N,'toolUsePromptTokenCount':N,'candidatesTokenCount':N,"
                    + "'cachedContentTokenCount':N,'thoughtsTokenCount':N}}",
            ApiFormat.OLLAMA,
            "{'message':{'content':'hi'},'done':true,'done_reason':'stop','prompt_eval_count':N,'eval_count':N}",
            ApiFormat.BEDROCK,
            "{'output':{'message':{'content':[{'text':'hi'}]}},'stopReason':'end_turn','usage':{'inputTokens':N,"
                    + "'outputTokens':N,'cacheReadInputTokens':N,'cacheWriteInputTokens':N,'cacheDetails':[{'ttl':'1h','inputTokens':N},{'ttl':'1h','inputTokens':N}]}}");

    private static byte[] bytes(String json, String number) {
        return json.replace('\'', '"')
                .replace("N,", number + ",")
                .replace("N}", number + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("S24 a service that reports the largest number of tokens breaks neither the answer nor a sum")
    void s24_hugeCounts_areCounted(ApiFormat format) {
        byte[] body = bytes(BODIES.get(format), HUGE);
        AiReturn ret = new DecoderReplay("p", format, DeltaSink.DISCARDING).body(body, OptionalInt.empty());
        assertThat(ret.error()).isEmpty();
        assertThat(ret.text()).isEqualTo("hi");
        Usage usage = ret.usage();
        assertThat(usage.input()).isEqualTo(Long.MAX_VALUE);
        assertThat(usage.output()).isEqualTo(Long.MAX_VALUE);
        assertThat(usage.plus(usage).total()).isEqualTo(Long.MAX_VALUE);
        assertThat(usage.cachedInput()).isIn(0L, Long.MAX_VALUE);
        assertThat(usage.cacheWrites()).isIn(0L, Long.MAX_VALUE);
        assertThat(usage.longCacheWrites()).isIn(0L, usage.cacheWrites());
    }

    @Test
    @DisplayName("S24 passes of an answer of Claude, each with the largest number of tokens, have a sum")
    void s24_hugePasses_areCounted() {
        byte[] body = bytes(
                "{'content':[{'type':'text','text':'hi'}],'stop_reason':'end_turn','usage':{'output_tokens':N,"
                        + "'iterations':[{'input_tokens':N,'output_tokens':N},{'input_tokens':N,'output_tokens':N}]}}",
                HUGE);
        AiReturn ret = new DecoderReplay("p", ApiFormat.MESSAGES, DeltaSink.DISCARDING).body(body, OptionalInt.empty());
        assertThat(ret.error()).isEmpty();
        assertThat(ret.usage().input()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("S24 a token that a login service says to last for ever lasts for a year")
    void s24_hugeLifetime_isAYear() {
        Instant now = Instant.parse("2026-11-28T00:00:00Z");
        for (String seconds : new String[] {HUGE, "\"999999999\"", "1e30"}) {
            Json answer = Json.parse("{\"access_token\":\"t\",\"expires_in\":" + seconds + "}");
            assertThat(Duration.between(now, TokenClient.token(answer, now).expiresAt()))
                    .isLessThanOrEqualTo(Duration.ofDays(366))
                    .isPositive();
        }
    }

    @Test
    @DisplayName("S24 the counts of a batch have a sum")
    void s24_hugeBatch_isCounted() {
        Json counts = Json.parse("{\"completed\":" + HUGE + ",\"failed\":" + HUGE + "}");
        assertThat(BatchForm.done(counts, List.of("completed", "failed"))).isEqualTo(Long.MAX_VALUE);
    }
}
