package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.event.Usage;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tokens written to a prompt cache, as services report them. Members as in the official clients: openai-java
 * 4.101.0, anthropic-java 3.12.0, and the Bedrock client 2.57.8 of AWS.
 */
class CacheWritesTest {
    private static final String CHAT =
            "{'choices':[{'index':0,'message':{'content':'hi'},'finish_reason':'stop'}],'usage':{'prompt_tokens':100,"
                    + "'completion_tokens':7,'prompt_tokens_details':{'cached_tokens':10,'cache_write_tokens':60}}}";

    private static final String RESPONSE =
            "{'object':'response','status':'completed','output':[{'type':'message','content':[{'type':'output_text',"
                    + "'text':'hi'}]}],'usage':{'input_tokens':100,'output_tokens':7,'input_tokens_details':"
                    + "{'cached_tokens':10,'cache_write_tokens':60,'cache_write_tokens_details':"
                    + "{'ttl_30m_tokens':20,'ttl_12h_tokens':40}}}}";

    private static final String MESSAGE =
            "{'content':[{'type':'text','text':'hi'}],'stop_reason':'end_turn','usage':{'input_tokens':30,"
                    + "'cache_creation_input_tokens':60,'cache_creation':{'ephemeral_5m_input_tokens':20,"
                    + "'ephemeral_1h_input_tokens':40},'cache_read_input_tokens':10,'output_tokens':7}}";

    private static final String CONVERSE =
            "{'output':{'message':{'content':[{'text':'hi'}]}},'stopReason':'end_turn','usage':{'inputTokens':30,"
                    + "'outputTokens':7,'cacheReadInputTokens':10,'cacheWriteInputTokens':60,'cacheDetails':"
                    + "[{'ttl':'1h','inputTokens':40},{'ttl':'5m','inputTokens':20}]}}";

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of(ApiFormat.CHAT, CHAT, 0),
                Arguments.of(ApiFormat.RESPONSES, RESPONSE, 40),
                Arguments.of(ApiFormat.MESSAGES, MESSAGE, 40),
                Arguments.of(ApiFormat.BEDROCK, CONVERSE, 40));
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static Usage body(ApiFormat format, String body) {
        return new DecoderReplay("p", format, DeltaSink.DISCARDING)
                .body(bytes(body), OptionalInt.empty())
                .usage();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    @DisplayName("P9 what was written to a cache is counted, by life time, and is a part of the input")
    void p9_writes_areCounted(ApiFormat format, String body, long longWrites) {
        Usage expected =
                Usage.of(100, 7).withCachedInput(10).withCacheWrites(60).withLongCacheWrites(longWrites);
        assertThat(body(format, body)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    @DisplayName("P9 life times that are null or no object are left out; no life time has more than was written")
    void p9_brokenLifeTimes_areLeftOut(ApiFormat format, String body, long longWrites) {
        String broken = body.replaceAll("('cache_creation'|'cache_write_tokens_details'):\\{[^}]*}", "$1:null")
                .replaceAll("'cacheDetails':\\[.*]", "'cacheDetails':{}");
        assertThat(body(format, broken).longCacheWrites()).isZero();
        assertThat(body(format, broken).cacheWrites()).isEqualTo(60);
        assertThat(body(format, body.replace(":40", ":4000")).longCacheWrites()).isEqualTo(longWrites == 0 ? 0 : 60);
    }

    @Test
    @DisplayName("P9 Claude says life times at the start of a stream only, and they hold to its end")
    void p9_lifeTimesOfAStream_areThoseOfItsStart() {
        String stream = "data: {'type':'message_start','message':{'id':'m','usage':{'input_tokens':30,"
                + "'cache_creation_input_tokens':60,'cache_creation':{'ephemeral_5m_input_tokens':20,"
                + "'ephemeral_1h_input_tokens':40},'cache_read_input_tokens':10,'output_tokens':1}}}\n\n"
                + "data: {'type':'content_block_start','index':0,'content_block':{'type':'text','text':'hi'}}\n\n"
                + "data: {'type':'content_block_stop','index':0}\n\n"
                + "data: {'type':'message_delta','delta':{'stop_reason':'end_turn'},'usage':{'input_tokens':30,"
                + "'cache_creation_input_tokens':60,'cache_creation':null,'cache_read_input_tokens':10,"
                + "'output_tokens':7}}\n\n"
                + "data: {'type':'message_stop'}\n\n";
        Usage read = new DecoderReplay("p", ApiFormat.MESSAGES, DeltaSink.DISCARDING)
                .events(List.of(bytes(stream)))
                .usage();
        assertThat(read)
                .isEqualTo(
                        Usage.of(100, 7).withCachedInput(10).withCacheWrites(60).withLongCacheWrites(40));
    }
}
