package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends an answer, what of it counts once, and what goes back. */
class TrueEndTest {
    private static final AiError BROKEN = AiError.of(Category.NETWORK, "connection", "the connection broke");

    private final List<String> remarks = new ArrayList<>();

    private DecoderReplay replay(ApiFormat format) {
        return new DecoderReplay("scripted", format, new RemarkSink(remarks));
    }

    private static List<byte[]> wire(String stream) {
        return List.of(stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private AiReturn chat(String... events) {
        StringBuilder stream = new StringBuilder();
        for (String event : events) {
            stream.append(event.contains(": ") ? event : SseSamples.data(event));
        }
        return replay(ApiFormat.CHAT).events(wire(stream.toString()));
    }

    private static String delta(String members) {
        return "{'choices':[{'index':0,'delta':{" + members + "}}]}";
    }

    private static String stop() {
        return "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}";
    }

    private static String gemini(String parts, String reason) {
        return SseSamples.data("{'candidates':[{'content':{'parts':[" + parts + "]}"
                + (reason.isEmpty() ? "" : ",'finishReason':'" + reason + "'") + "}]}");
    }

    @Test
    @DisplayName("W39 a finish reason that content follows is not the end")
    void w39_reasonThatContentFollows_isNoEnd() {
        String early = gemini("{'executableCode':{'language':'PYTHON','code':'1'}}", "STOP");
        String late = gemini("{'text':'42'}", "STOP");
        assertThat(replay(ApiFormat.GEMINI).events(wire(early + late)).text()).isEqualTo("42");
        AiReturn broken = replay(ApiFormat.GEMINI).broken(wire(early), BROKEN);
        assertThat(broken.error()).contains(BROKEN);
        AiReturn cut = replay(ApiFormat.GEMINI).events(wire(early + gemini("{'text':'4'}", "")));
        assertThat(cut.error().orElseThrow().category()).isEqualTo(Category.TRUNCATED);
        assertThat(cut.partialText()).isEqualTo("4");
    }

    @ParameterizedTest(name = "W39 {0}: a connection that breaks before the format''s own end breaks the answer")
    @EnumSource(
            value = ApiFormat.class,
            names = {"CHAT", "MESSAGES", "GEMINI"})
    void w39_brokenBehindTheFinishReason_isNotComplete(ApiFormat format) {
        String end = ApiFormatFaultTest.end(format).replace(SseSamples.data("{\"type\":\"message_stop\"}"), "");
        AiReturn ret = replay(format).broken(wire(ApiFormatFaultTest.text(format, "Hello") + end), BROKEN);
        assertThat(ret.error()).contains(BROKEN);
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @DisplayName("W39 a tool call that is still open at the end of the message is cut, unless a limit cut it")
    void w39_openCall_isCut() {
        String open = SseSamples.data("{'type':'content_block_start','index':0,'content_block':{'type':'tool_use',"
                        + "'id':'a','name':'f','input':{}}}")
                + SseSamples.data("{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
                        + "'partial_json':'{}'}}");
        String end = SseSamples.data("{'type':'message_delta','delta':{'stop_reason':'tool_use'}}")
                + SseSamples.data("{'type':'message_stop'}");
        AiReturn ret = replay(ApiFormat.MESSAGES).events(wire(open + end));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(Category.TRUNCATED);
        AiReturn limited = replay(ApiFormat.MESSAGES).events(wire(open + end.replace("tool_use", "max_tokens")));
        assertThat(limited.finish()).isEqualTo(FinishReason.LENGTH);
        assertThat(limited.error()).isEmpty();
    }

    @Test
    @DisplayName("W40 an error in a field of its own is the error of the answer")
    void w40_errorField_isAnError() {
        AiReturn ret = chat(
                delta("'content':'Half'"),
                "error: {'code':500,'message':'context shift is disabled','type':'server_error'}\n\n",
                "[DONE]");
        assertThat(ret.error().orElseThrow().category()).isEqualTo(Category.SERVER);
        assertThat(ret.error().orElseThrow().providerMessage().text()).isEqualTo("context shift is disabled");
        assertThat(ret.partialText()).isEqualTo("Half");
    }

    @ParameterizedTest(name = "W46 {0}: the last line needs no line break")
    @EnumSource(
            value = ApiFormat.class,
            names = {"OLLAMA", "CHAT", "MESSAGES", "RESPONSES", "GEMINI"})
    void w46_lastLineWithoutItsBreak_counts(ApiFormat format) {
        String stream = ApiFormatFaultTest.text(format, "Hello") + ApiFormatFaultTest.end(format);
        AiReturn ret = replay(format).events(wire(stream.stripTrailing()));
        assertThat(ret.error()).isEmpty();
        assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
        assertThat(ret.text()).isEqualTo("Hello");
    }

    @Test
    @DisplayName("W36 a message with all of the text counts once beside its pieces")
    void w36_messageBesideDeltas_countsOnce() {
        AiReturn both = chat(
                "{'choices':[{'index':0,'delta':{'content':'ca'},'message':{'role':'assistant','content':'ca'}}]}",
                "{'choices':[{'index':0,'delta':{'content':'che'},'message':{'role':'assistant','content':'cache'}}]}",
                "{'choices':[{'index':0,'delta':{'content':''},'message':{'content':'cache'},'finish_reason':'stop'}]}");
        assertThat(both.text()).isEqualTo("cache");
        AiReturn last = chat(
                delta("'content':'ca'"),
                delta("'content':'ch'"),
                "{'choices':[{'index':0,'message':{'content':'cache'},'finish_reason':'stop'}]}",
                "[DONE]");
        assertThat(last.text()).isEqualTo("cache");
    }

    @ParameterizedTest(name = "W36 a call with index {0} that the message repeats is one call")
    @ValueSource(strings = {"'index':0,", ""})
    void w36_callBesideItsPieces_isOneCall(String index) {
        String call =
                "'id':'a','type':'function','function':{'name':'f','arguments':'{\\'x\\':1}'}".replace("\\'", "\\\"");
        AiReturn ret = chat(
                "{'choices':[{'index':0,'delta':{'tool_calls':[{" + index + call + "}]},'message':{'tool_calls':[{"
                        + call + "}]}}]}",
                "{'choices':[{'index':0,'delta':{},'message':{'tool_calls':[{" + call
                        + "}]},'finish_reason':'tool_calls'}]}",
                "[DONE]");
        assertThat(ret.toolCalls())
                .singleElement()
                .satisfies(one -> assertThat(one.arguments()).isEqualTo(Json.parse("{\"x\":1}")));
    }

    @Test
    @DisplayName("W43 arguments that only the whole response has are taken from it")
    void w43_argumentsOfTheWholeResponse_count() {
        String item = "{'type':'function_call','id':'fc','call_id':'a','name':'f','arguments':";
        String cut = SseSamples.data("{'type':'response.output_item.added','output_index':0,'item':" + item + "''}}")
                + SseSamples.data("{'type':'response.function_call_arguments.delta','output_index':0,"
                        + "'delta':'{\\'room\\':'}".replace("\\'", "\\\""));
        String whole = SseSamples.data("{'type':'response.completed','response':{'status':'completed','output':[" + item
                + "'{\\'room\\':1}'}]}}".replace("\\'", "\\\""));
        AiReturn ret = replay(ApiFormat.RESPONSES).events(wire(cut + whole));
        assertThat(ret.toolCalls())
                .singleElement()
                .satisfies(one -> assertThat(one.arguments()).isEqualTo(Json.parse("{\"room\":1}")));
        String silent = SseSamples.data("{'type':'response.completed','response':{'status':'completed','output':[]}}");
        assertThat(replay(ApiFormat.RESPONSES).events(wire(cut + silent)).isOk())
                .isFalse();
    }

    @ParameterizedTest(name = "W44 arguments {0} are {1}")
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "{}|{\"a\":1} # {\"a\":1}",
                "{}|{\"a\":|1} # {\"a\":1}",
                "{}{\"a\":1} # {\"a\":1}",
                "{\"a\":1}|{\"a\":1} # {\"a\":1}",
                "{\"a\":|1}|{\"a\":1} # {\"a\":1}",
                "{\"a\":1}|{ \"a\": 1 } # {\"a\":1}",
                "{\"a|{\"a\":1|{\"a\":1} # {\"a\":1}",
                "\"{\\\"a\\\":|1}\" # {\"a\":1}",
                "{\"a\":|{\"a\":1}} # {\"a\":{\"a\":1}}",
                "{\"a\":\"}|{\"} # {\"a\":\"}{\"}",
                "{} # {}",
                "{\"a\":1}|{\"a\":2} # ~{\"a\":1}{\"a\":2}~",
                "{\"a\":1}|{\"b\":2}|{\"b\":2} # ~{\"a\":1}{\"b\":2}{\"b\":2}~",
            })
    void w44_arguments_areWhatIsCertain(String pieces, String meant) {
        List<String> events = new ArrayList<>();
        events.add(delta("'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':''}}]"));
        for (String piece : pieces.split("\\|")) {
            events.add(delta("'tool_calls':[{'index':0,'function':{'arguments':"
                    + Json.of(piece).text() + "}}]"));
        }
        events.add("{'choices':[{'index':0,'delta':{},'finish_reason':'tool_calls'}]}");
        events.add("[DONE]");
        AiReturn ret = chat(events.toArray(String[]::new));
        Json wanted = meant.contains("}{\"b") || meant.contains("}{\"a\":2")
                ? Json.of(meant.replace("~", ""))
                : Json.parse(meant);
        assertThat(ret.toolCalls())
                .singleElement()
                .satisfies(one -> assertThat(one.arguments()).isEqualTo(wanted));
        assertThat(ret.error()).isEmpty();
    }

    @Test
    @DisplayName("W44 cumulative text counts once, with a remark; text that repeats itself is kept")
    void w44_cumulativeText_countsOnce() {
        assertThat(chat(
                                delta("'content':'Hello'"),
                                delta("'content':'Hello, the'"),
                                delta("'content':'Hello, the wall'"),
                                delta("'content':'Hello, the wall.'"),
                                "{'choices':[{'index':0,'delta':{'content':'Hello, the wall.'},'finish_reason':'stop'}]}",
                                "[DONE]")
                        .text())
                .isEqualTo("Hello, the wall.");
        assertThat(remarks).anyMatch(remark -> remark.contains("cumulatively"));
        for (String piece : List.of("-", "ha", "la la ", "buffalo ", "==")) {
            assertThat(chat(
                                    delta("'content':'" + piece + "'"),
                                    delta("'content':'" + piece + "'"),
                                    delta("'content':'" + piece + "'"),
                                    delta("'content':'" + piece + "!'"),
                                    delta("'content':'end'"),
                                    stop(),
                                    "[DONE]")
                            .text())
                    .isEqualTo(piece.repeat(4) + "!end");
        }
    }

    @ParameterizedTest(name = "W41 usage in {0}")
    @ValueSource(
            strings = {
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','usage':U}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'usage':U}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'x_groq':{'id':'r','usage':U}}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','usage':U}],'usage':null}",
                "{'usage':U,'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}"
            })
    void w41_usage_isReadWhereverItIs(String event) {
        AiReturn ret = chat(
                delta("'content':'x'"), event.replace("U", "{'prompt_tokens':19,'completion_tokens':13}"), "[DONE]");
        assertThat(ret.usage().input()).isEqualTo(19);
        assertThat(ret.usage().output()).isEqualTo(13);
    }

    @ParameterizedTest(name = "W41 {0}")
    @ValueSource(
            strings = {
                "'prompt_tokens':19,'cached_tokens':7",
                "'prompt_tokens':19,'cached_tokens':7,'prompt_tokens_details':{'cached_tokens':7}",
                "'prompt_tokens':19,'prompt_cache_hit_tokens':7,'prompt_cache_miss_tokens':12",
                "'prompt_tokens':19,'prompt_tokens_details':{'cached_tokens':7},'cached_tokens':0"
            })
    void w41_cachedTokens_areReadWhereverTheyAre(String members) {
        AiReturn ret = chat(delta("'content':'x'"), stop(), "{'choices':[],'usage':{" + members + "}}", "[DONE]");
        assertThat(ret.usage().cachedInput()).isEqualTo(7);
        assertThat(ret.usage().input()).isEqualTo(19);
    }

    @ParameterizedTest(name = "W42 {0} {1} is {2}")
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "400 # {\"error\":{\"message\":\"x\",\"type\":\"too_many_prompt_tokens\",\"code\":400}} # CONTEXT_OVERFLOW",
                "400 # {\"error\":{\"message\":\"x\",\"code\":\"TOO_MANY_TOKENS\"}} # CONTEXT_OVERFLOW",
                "400 # {\"message\":\"too many tokens: total number of tokens in the prompt exceeds the limit\"} # CONTEXT_OVERFLOW",
                "429 # {\"error\":{\"message\":\"x\",\"type\":\"exceeded_current_quota_error\"}} # RATE_LIMITED",
                "501 # {\"error\":{\"code\":501,\"message\":\"tools param requires --jinja flag\",\"type\":\"not_supported_error\"}} # INVALID_REQUEST",
                "500 # {\"error\":{\"code\":500,\"message\":\"tools param requires --jinja flag\",\"type\":\"server_error\"}} # INVALID_REQUEST",
            })
    void w42_words_ofTheServices_areKnown(int status, String body, Category category) {
        AiError error = replay(ApiFormat.CHAT)
                .body(body.getBytes(StandardCharsets.UTF_8), OptionalInt.of(status))
                .error()
                .orElseThrow();
        assertThat(error.category()).isEqualTo(category);
        assertThat(error.retryable()).isFalse();
        if (body.contains("jinja")) {
            assertThat(error.message()).contains("--jinja");
        }
    }

    private static Json next(ApiFormat format, ServerDialect dialect, String model, AiReturn answer) {
        AiBody.Builder body = AiBody.builder().addUser("x").addAll(answer.interactions());
        answer.toolCalls().forEach(call -> body.addToolResult(call.id(), ToolEnvelope.ok(1)));
        AiCall call = AiCall.of(body.addUser("y").build(), new ModelId("scripted", model));
        return Json.parse(new RequestRoundTrip(format, dialect).encode(call));
    }

    @Test
    @DisplayName("W37 the parts of an answer go back in their order, each with its own signature")
    void w37_parts_goBackInOrder_eachWithItsSignature() {
        String parts = "[{'text':'Plan','thoughtSignature':'T'},{'inlineData':{'mimeType':'image/png','data':'AQ=='},"
                + "'thoughtSignature':'S'},{'executableCode':{'language':'PYTHON','code':'1'}},"
                + "{'codeExecutionResult':{'outcome':'OUTCOME_OK','output':'1'}},{'text':'Done'},"
                + "{'functionCall':{'id':'c','name':'f','args':{'x':1}},'thoughtSignature':'C'},"
                + "{'functionCall':{'id':'d','name':'f','args':{'x':2}}}]";
        String body = "{'candidates':[{'content':{'parts':" + parts + "},'finishReason':'STOP'}]}";
        AiReturn answer = replay(ApiFormat.GEMINI).body(wire(body).get(0), OptionalInt.empty());
        Json sent = next(ApiFormat.GEMINI, ServerDialect.GEMINI, "gemini-3-pro", answer);
        assertThat(sent.at("/contents/1/parts")).isEqualTo(Json.parse(parts.replace('\'', '"')));
    }

    @ParameterizedTest(name = "W38 {0} at {1}: reasoning goes back with its call: {2}")
    @CsvSource({
        "kimi-k2.6,compatible,true",
        "moonshotai/Kimi-K2-Thinking,vllm,true",
        "glm-4.7,compatible,true",
        "deepseek-v4-flash,deepseek,true",
        "moonshotai/kimi-k2-instruct,groq,false",
        "gpt-5.5,openai,false",
        "qwen3,vllm,false"
    })
    void w38_reasoning_goesBackToTheFamiliesThatWantIt(String model, String dialect, boolean back) {
        AiReturn answer = chat(
                delta("'reasoning_content':'I look.'"),
                delta("'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'{}'}}]"),
                "{'choices':[{'index':0,'delta':{},'finish_reason':'tool_calls'}]}",
                "[DONE]");
        Json sent =
                next(ApiFormat.CHAT, ServerDialect.of(dialect), model, answer).at("/messages/1/reasoning_content");
        assertThat(sent.findText().orElse("none")).isEqualTo(back ? "I look." : "none");
    }

    @Test
    @DisplayName("W52 a cut answer is said to be one, in every language")
    void w52_cutAnswer_isSaidToBeOne() {
        AiError cut = chat(delta("'content':'Half'")).error().orElseThrow();
        assertThat(cut.category()).isEqualTo(Category.TRUNCATED);
        assertThat(cut.message()).contains("what came is kept");
        assertThat(cut.userMessage(Locale.ENGLISH))
                .isEqualTo("The connection ended before the answer was complete. What arrived is kept.");
        assertThat(cut.userMessage(Locale.GERMAN)).contains("Verbindung");
        assertThat(cut.userMessage(Locale.FRENCH)).contains("connexion");
    }
}
