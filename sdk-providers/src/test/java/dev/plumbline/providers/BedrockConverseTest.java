package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bedrock's format: what is sent, what is read, and what is sent back. The answers are written from the documentation. */
class BedrockConverseTest {
    private static final RequestRoundTrip FORM = new RequestRoundTrip(ApiFormat.BEDROCK, ServerDialect.BEDROCK);
    private static final String CLAUDE = "eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
    private static final Secret KEY = Secret.of("key-123".toCharArray());

    private final List<String> remarks = new ArrayList<>();

    private AiReturn fold(String... messages) {
        return fold(
                List.of(EventStreamSamples.frames(String.join("\n", messages).replace('\'', '"'))));
    }

    private AiReturn fold(List<byte[]> pieces) {
        return new DecoderReplay("scripted", ApiFormat.BEDROCK, new RemarkSink(remarks)).events(pieces);
    }

    private static String delta(int index, String delta) {
        return "contentBlockDelta {'contentBlockIndex':" + index + ",'delta':" + delta + "}";
    }

    private static String stop(int index) {
        return "contentBlockStop {'contentBlockIndex':" + index + "}";
    }

    private static String end(String reason) {
        return "messageStop {'stopReason':'" + reason + "'}\nmetadata {'usage':{'inputTokens':10,'outputTokens':5,"
                + "'totalTokens':22,'cacheReadInputTokens':4,'cacheWriteInputTokens':3,'cacheDetails':[{'ttl':'1h','inputTokens':2},{'ttl':'5m','inputTokens':1}]},'metrics':{'latencyMs':1}}";
    }

    private Json sent(AiBody body, String model, ModelOptions options, ToolDefinition... tools) {
        return Json.parse(FORM.encode(AiCall.builder(body, new ModelId("scripted", model))
                .options(options)
                .tools(List.of(tools))
                .sink(new RemarkSink(remarks))
                .build()));
    }

    private static ToolDefinition tool(String name) {
        Json schema = Json.object().with("type", "object").with("additionalProperties", false);
        return new ToolDefinition(name, "Measures.", schema, Optional.empty(), Set.of(), "");
    }

    @Test
    @DisplayName("W23 texts, reasoning, parallel calls and counts are read, and tokens of the cache are input")
    void w23_answer_isRead() {
        AiReturn ret = fold(
                "messageStart {'role':'assistant'}",
                delta(0, "{'reasoningContent':{'text':'They want '}}"),
                delta(0, "{'reasoningContent':{'text':'walls.'}}"),
                delta(0, "{'reasoningContent':{'signature':'c2ln'}}"),
                stop(0),
                delta(1, "{'text':'I '}"),
                delta(1, "{'text':'look.'}"),
                stop(1),
                "contentBlockStart {'contentBlockIndex':2,'start':{'toolUse':{'toolUseId':'a','name':'f'}}}",
                "contentBlockStart {'contentBlockIndex':3,'start':{'toolUse':{'toolUseId':'b','name':'g'}}}",
                delta(3, "{'toolUse':{'input':'{}'}}"),
                delta(2, "{'toolUse':{'input':'{\\'x\\':'}}".replace("\\'", "\\\"")),
                delta(2, "{'toolUse':{'input':'1}'}}"),
                stop(2),
                stop(3),
                end("tool_use"));
        assertThat(ret.reasoning()).isEqualTo("They want walls.");
        assertThat(ret.text()).isEqualTo("I look.");
        assertThat(ret.toolCalls())
                .extracting(call -> call.id() + call.name() + call.arguments().text())
                .containsExactly("af{\"x\":1}", "bg{}");
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(ret.usage())
                .isEqualTo(Usage.of(17, 5).withCachedInput(4).withCacheWrites(3).withLongCacheWrites(2));
    }

    @Test
    void w23_everySplit_givesTheSameAnswer() {
        byte[] wire = EventStreamSamples.frames(
                (delta(0, "{'text':'é € 😀 20 m².'}") + "\n" + end("end_turn")).replace('\'', '"'));
        AiReturn whole = fold(List.of(wire));
        assertThat(whole.text()).isEqualTo("é € 😀 20 m².");
        for (int at = 0; at <= wire.length; at++) {
            assertThat(fold(List.of(Arrays.copyOf(wire, at), Arrays.copyOfRange(wire, at, wire.length))))
                    .isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn,STOP",
        "stop_sequence,STOP",
        "tool_use,STOP",
        "max_tokens,LENGTH",
        "model_context_window_exceeded,LENGTH",
        "guardrail_intervened,CONTENT_FILTER",
        "content_filtered,CONTENT_FILTER",
        "a_new_one,OTHER"
    })
    void w23_stopReason_isMapped(String word, FinishReason finish) {
        assertThat(fold(delta(0, "{'text':'x'}"), end(word)).finish()).isEqualTo(finish);
    }

    @Test
    @DisplayName("W23 what a guardrail found is in the trace, by kind and never by text")
    void w23_guardrail_isInTheTrace() {
        fold(
                delta(0, "{'text':'Sorry.'}"),
                "messageStop {'stopReason':'guardrail_intervened'}",
                "metadata {'usage':{},'trace':{'guardrail':{'inputAssessment':{'id-1':{'contentPolicy':{'filters':["
                        + "{'type':'VIOLENCE','confidence':'HIGH','action':'BLOCKED'},{'type':'HATE','action':'NONE'}]},"
                        + "'sensitiveInformationPolicy':{'piiEntities':[{'match':'canary@x.de','type':'EMAIL',"
                        + "'action':'ANONYMIZED'}]},'wordPolicy':{'customWords':[{'match':'canary','action':'BLOCKED'}]}}}}}}");
        assertThat(remarks)
                .containsExactly(
                        "guardrail: filters VIOLENCE BLOCKED",
                        "guardrail: piiEntities EMAIL ANONYMIZED",
                        "guardrail: customWords BLOCKED");
    }

    @Test
    void w23_cutStream_isTruncatedAndKept_andAWholeOneNeedsNoUsage() {
        AiReturn cut = fold(delta(0, "{'text':'Half'}"), stop(0));
        assertThat(cut.error().orElseThrow().category()).isEqualTo(Category.TRUNCATED);
        assertThat(cut.partialText()).isEqualTo("Half");
        assertThat(fold(delta(0, "{'text':'x'}"), "messageStop {'stopReason':'end_turn'}")
                        .isOk())
                .isTrue();
    }

    @Test
    @DisplayName("W23 what the service ran itself goes back in its place and runs nothing here")
    void w23_toolsOfTheService_goBack_andRunNothing() {
        AiReturn ret = fold(
                "contentBlockStart {'contentBlockIndex':0,'start':{'toolUse':{'toolUseId':'s','name':'nova_grounding',"
                        + "'type':'server_tool_use'}}}",
                delta(0, "{'toolUse':{'input':'{}'}}"),
                stop(0),
                "contentBlockStart {'contentBlockIndex':1,'start':{'toolResult':{'toolUseId':'s','status':'success'}}}",
                delta(1, "{'toolResult':[{'text':'found'}]}"),
                stop(1),
                delta(2, "{'citation':{'title':'Plan','location':{'web':{'url':'https://x'}}}}"),
                delta(2, "{'text':'Five walls.'}"),
                stop(2),
                end("end_turn"));
        assertThat(ret.toolCalls()).isEmpty();
        assertThat(ret.text()).isEqualTo("Five walls.");
        Json back = next(ret).at("/messages/1/content");
        assertThat(back.at("/0/toolUse/name").asText()).isEqualTo("nova_grounding");
        assertThat(back.at("/1/toolResult/content/0/text").asText()).isEqualTo("found");
        assertThat(back.at("/2/citationsContent/content/0/text").asText()).isEqualTo("Five walls.");
        assertThat(back.at("/2/citationsContent/citations/0/title").asText()).isEqualTo("Plan");
    }

    /** What the next request says, after the conversation was stored and read. */
    private Json next(AiReturn... rounds) {
        AiBody.Builder body = AiBody.builder().addUser("Draw.");
        for (AiReturn round : rounds) {
            body.addAll(round.interactions());
            round.toolCalls().forEach(call -> body.addToolResult(call.id(), ToolEnvelope.ok(1)));
        }
        AiBody stored = AiBody.from(body.addUser("Go on.").build().toJson());
        return sent(stored, CLAUDE, ModelOptions.none(), tool("f"));
    }

    @Test
    @DisplayName("W23 over three rounds, signed and redacted reasoning goes back in front of its calls")
    void w23_threeRounds_keepTheirReasoning() {
        String call = "contentBlockStart {'contentBlockIndex':1,'start':{'toolUse':{'toolUseId':'%s','name':'f'}}}";
        AiReturn first = fold(
                delta(0, "{'reasoningContent':{'text':'One '}}"),
                delta(0, "{'reasoningContent':{'text':'thought.'}}"),
                delta(0, "{'reasoningContent':{'signature':'U0lH'}}"),
                stop(0),
                call.formatted("a"),
                stop(1),
                end("tool_use"));
        AiReturn second = fold(
                delta(0, "{'reasoningContent':{'redactedContent':'cmVk'}}"),
                delta(0, "{'reasoningContent':{'redactedContent':'YWN0ZWQ='}}"),
                stop(0),
                call.formatted("b"),
                stop(1),
                end("tool_use"));
        AiReturn third = fold(
                delta(0, "{'reasoningContent':{'text':'No signature.'}}"),
                stop(0),
                delta(1, "{'text':'Done.'}"),
                end("end_turn"));
        Json messages = next(first, second, third).get("messages");
        assertThat(messages.at("/1/content/0/reasoningContent/reasoningText"))
                .isEqualTo(Json.object().with("text", "One thought.").with("signature", "U0lH"));
        assertThat(messages.at("/1/content/1/toolUse/toolUseId").asText()).isEqualTo("a");
        assertThat(messages.at("/2/content/0/toolResult/toolUseId").asText()).isEqualTo("a");
        assertThat(messages.at("/3/content/0/reasoningContent/redactedContent").asText())
                .isEqualTo("cmVkYWN0ZWQ=");
        assertThat(messages.at("/5/content").elements()).hasSize(1);
        assertThat(messages.text()).contains("Done.").doesNotContain("No signature.");
    }

    @Test
    void w23_contents_areOfTheService() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addSystem("Draw.")
                .addUser(
                        Part.text("Look."),
                        Part.image(pixel),
                        new Part.File("a_b.v2.pdf", Blob.of(new byte[] {4}, "application/pdf")))
                .addToolCall("a", "f", Json.object().with("x", 1))
                .addToolCall("b", "g", Json.object())
                .addToolResult("a", ToolEnvelope.ok(1).withParts(Part.image(pixel)))
                .addToolResult("b", ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "no such tool"))
                .addUser("And?")
                .build();
        Json sent = sent(body, CLAUDE, ModelOptions.none(), tool("f"));
        assertThat(sent.at("/system/0/text").asText()).isEqualTo("Draw.");
        assertThat(sent.at("/messages/0/content/1/image/format").asText()).isEqualTo("png");
        assertThat(sent.at("/messages/0/content/2/text").asText()).isEqualTo("a_b.v2.pdf:");
        assertThat(sent.at("/messages/0/content/3/document/name").asText()).isEqualTo("a b v2 pdf");
        assertThat(sent.at("/messages/0/content/3/document/format").asText()).isEqualTo("pdf");
        assertThat(sent.at("/messages/1/content/0/toolUse/input/x").asInt()).isEqualTo(1);
        assertThat(sent.at("/messages/2/content/0/toolResult/content/1/image/source/bytes")
                        .asText())
                .isEqualTo("AQID");
        assertThat(sent.at("/messages/2/content/0/toolResult/status").exists()).isFalse();
        assertThat(sent.at("/messages/2/content/1/toolResult/status").asText()).isEqualTo("error");
        assertThat(sent.at("/messages/2/content/2/text").asText()).isEqualTo("And?");
        assertThat(sent(body, "meta.llama3-1-70b-instruct-v1:0", ModelOptions.none(), tool("f"))
                        .text())
                .doesNotContain("\"status\"");
    }

    @Test
    @DisplayName("W23 a conversation with calls and without tools declares those that were called")
    void w23_callsWithoutTools_areDeclared() {
        AiBody body = AiBody.builder()
                .addUser("x")
                .addToolCall("a", "f", Json.object())
                .addToolResult("a", ToolEnvelope.ok(1))
                .build();
        ModelOptions none =
                ModelOptions.builder().toolChoice(ModelOptions.ToolChoice.NONE).build();
        Json sent = sent(body, "amazon.nova-pro-v1:0", none, tool("other"));
        assertThat(sent.at("/toolConfig/tools").elements()).hasSize(1);
        assertThat(sent.at("/toolConfig/tools/0/toolSpec/name").asText()).isEqualTo("f");
        assertThat(sent(AiBody.of("x"), "amazon.nova-pro-v1:0", none, tool("other"))
                        .get("toolConfig")
                        .exists())
                .isFalse();
    }

    @Test
    @DisplayName("P13 a model that binds its thinking to the tools gets the same ones when they are forbidden")
    void p13_forbiddenTools_areDeclared() {
        ModelOptions none =
                ModelOptions.builder().toolChoice(ModelOptions.ToolChoice.NONE).build();
        assertThat(sent(AiBody.of("x"), CLAUDE, none, tool("f")))
                .isEqualTo(sent(AiBody.of("x"), CLAUDE, ModelOptions.none(), tool("f")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "eu.anthropic.claude-sonnet-4-5-20250929-v1:0 # LOW # {'thinking':{'type':'enabled','budget_tokens':2048}}",
                "anthropic.claude-opus-4-6-v1 # HIGH # {'thinking':{'type':'adaptive'},'output_config':{'effort':'high'}}",
                "us.amazon.nova-2-lite-v1:0 # MEDIUM # {'reasoningConfig':{'type':'enabled','maxReasoningEffort':'medium'}}",
                "openai.gpt-oss-120b-1:0 # HIGH # {'reasoning_effort':'high'}",
                "openai.gpt-oss-120b-1:0 # NONE # {'reasoning_effort':'low'}",
                "eu.anthropic.claude-sonnet-4-5-20250929-v1:0 # NONE #",
                "qwen.qwen3-32b-v1:0 # HIGH #"
            })
    void w23_effort_isThatOfTheModel(String model, ModelOptions.Reasoning effort, String fields) {
        ModelOptions options =
                ModelOptions.builder().reasoning(effort).temperature(0.5).build();
        Json sent = sent(AiBody.of("x"), model, options).get("additionalModelRequestFields");
        assertThat(sent.exists() ? sent : null)
                .isEqualTo(fields == null ? null : Json.parse(fields.replace('\'', '"')));
        assertThat(remarks.stream().anyMatch(remark -> remark.contains("no form")))
                .isEqualTo(model.startsWith("qwen"));
    }

    @Test
    void w23_options_areSent() {
        ModelOptions options = ModelOptions.builder()
                .temperature(0.5)
                .topP(0.9)
                .maxOutputTokens(100)
                .stop("END")
                .seed(7)
                .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                .addExtra(BedrockConverse.STRICT_TOOLS, true)
                .addExtra(BedrockConverse.CITATIONS, true)
                .addExtra(BedrockConverse.SERVER_TOOLS, Json.parse("[{\"systemTool\":{\"name\":\"nova_grounding\"}}]"))
                .addRaw(
                        "guardrailConfig",
                        Json.object().with("guardrailIdentifier", "g").with("guardrailVersion", "1"))
                .addRaw("additionalModelRequestFields", Json.object().with("top_k", 20))
                .build();
        Json sent = sent(AiBody.of("x"), CLAUDE, options, tool("f"));
        assertThat(sent.get("inferenceConfig"))
                .isEqualTo(Json.parse("{\"maxTokens\":100,\"temperature\":0.5,\"stopSequences\":[\"END\"]}"));
        assertThat(sent.at("/additionalModelRequestFields/top_k").asInt()).isEqualTo(20);
        assertThat(sent.at("/guardrailConfig/guardrailIdentifier").asText()).isEqualTo("g");
        assertThat(sent.at("/toolConfig/tools/0/systemTool/name").asText()).isEqualTo("nova_grounding");
        assertThat(sent.at("/toolConfig/tools/1/toolSpec/strict").asBoolean()).isTrue();
        assertThat(sent.at("/toolConfig/toolChoice/any").exists()).isTrue();
        assertThat(remarks).anyMatch(remark -> remark.contains("seed"));
        ModelOptions twice = ModelOptions.builder()
                .addRaw("inferenceConfig", Json.object().with("topP", 1))
                .build();
        assertThatThrownBy(() -> sent(AiBody.of("x"), CLAUDE, twice)).hasMessageContaining("inferenceConfig.topP");
    }

    @Test
    @DisplayName("W23 a schema of the answer is a format where the model has one, and a tool elsewhere")
    void w23_schemaOfTheAnswer() {
        Json schema = Json.object().with("type", "object");
        AiBody body = AiBody.builder().addUser("x").outputSchema(schema).build();
        Json shaped = sent(body, CLAUDE, ModelOptions.none());
        assertThat(shaped.at("/outputConfig/textFormat/structure/jsonSchema/schema")
                        .asText())
                .isEqualTo(schema.text());
        Json tooled = sent(body, "amazon.nova-lite-v1:0", ModelOptions.none());
        assertThat(tooled.get("outputConfig").exists()).isFalse();
        assertThat(tooled.at("/toolConfig/toolChoice/tool/name").asText()).isEqualTo("plumbline_answer");
        AiReturn ret = fold(
                "contentBlockStart {'contentBlockIndex':0,'start':{'toolUse':{'toolUseId':'a','name':'plumbline_answer'}}}",
                delta(0, "{'toolUse':{'input':'{}'}}"),
                stop(0),
                end("tool_use"));
        assertThat(ret.text()).isEqualTo("{}");
        assertThat(ret.toolCalls()).isEmpty();
        assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void w23_cachePoints_followWhatIsMarked() {
        AiBody body = AiBody.builder()
                .addSystem("Draw.")
                .addUser("x")
                .addAssistant("y")
                .addUser("z")
                .build();
        AiCall call = AiCall.of(body, new ModelId("scripted", CLAUDE))
                .withAttribute(
                        PromptCacheHint.KEY, new PromptCacheHint(true, List.of(1), PromptCacheHint.Retention.LONG));
        Json sent = Json.parse(FORM.encode(call));
        assertThat(sent.at("/system/1/cachePoint"))
                .isEqualTo(Json.object().with("type", "default").with("ttl", "1h"));
        assertThat(sent.at("/messages/0/content/1/cachePoint").exists()).isTrue();
        assertThat(sent.text().split("cachePoint", -1)).hasSize(3);
        AiCall llama = call.withModel(new ModelId("scripted", "meta.llama3-1-70b-instruct-v1:0"));
        assertThat(new String(FORM.encode(llama), StandardCharsets.UTF_8)).doesNotContain("cachePoint");
    }

    private static BedrockConverse at(ScriptedServer server, VirtualClock clock) {
        return BedrockConverse.builder(CLAUDE, "eu-central-1")
                .baseUrl(server.address().resolve("/").toString())
                .apiKey(KEY)
                .time(clock)
                .build();
    }

    private static AiReturn ask(BedrockConverse bedrock, VirtualClock clock) {
        return bedrock.call(AiCall.builder(AiBody.of("hi"), new ModelId("bedrock", CLAUDE))
                .cancellation(Cancellation.create(clock))
                .build());
    }

    @Test
    void w23_addressesAndKeys() {
        VirtualClock clock = VirtualClock.create();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                BedrockConverse bedrock = at(server, clock)) {
            server.answers(EventStreamSamples.response("messageStop {\"stopReason\":\"end_turn\"}"));
            server.answers(ServerResponse.json("{\"modelSummaries\":[{\"modelId\":\"amazon.nova-2-lite-v1:0\"}]}"));
            assertThat(ask(bedrock, clock).isOk()).isTrue();
            assertThat(server.requests().get(0).target())
                    .isEqualTo("/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream");
            assertThat(server.requests().get(0).header("authorization")).contains("Bearer key-123");
            assertThat(server.requests().get(0).header("accept").orElse("")).contains("vnd.amazon.eventstream");
            assertThat(bedrock.fetchModels())
                    .extracting(ModelInfo::id)
                    .containsExactly(new ModelId("bedrock", "amazon.nova-2-lite-v1:0"));
            assertThat(server.requests().get(1).target()).isEqualTo("/foundation-models");
        }
        try (BedrockConverse china =
                BedrockConverse.builder("m", "cn-north-1").apiKey(KEY).build()) {
            assertThat(china.endpoint()).isEqualTo("https://bedrock-runtime.cn-north-1.amazonaws.com.cn");
        }
        assertThatThrownBy(() -> BedrockConverse.builder("m", "evil.example/"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @Tag("S34")
    @ValueSource(strings = {"..", ".", "a\nb", "m\u0000"})
    void s34_namesThatAnAddressCannotHold_areRefused(String name) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                BedrockConverse bedrock = at(server, VirtualClock.create())) {
            AiReturn ret = bedrock.call(AiCall.of(AiBody.of("hi"), new ModelId("bedrock", name)));
            assertThat(ret.error().orElseThrow().code()).isEqualTo("name-in-address");
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @Tag("S34")
    @ValueSource(strings = {"../../admin", "m/../../x?y=1#z", "m%2F..%2Fx"})
    void s34_slashesAndMarks_areOfTheName(String name) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                BedrockConverse bedrock = at(server, VirtualClock.create())) {
            server.answers(ServerResponse.json("{}").withStatus(404));
            AiReturn unused = bedrock.call(AiCall.of(AiBody.of("hi"), new ModelId("bedrock", name)));
            assertThat(server.requests().get(0).target()).matches("/model/[^/?#]+/converse(-stream)?");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "429 # ThrottlingException # Too many requests, please wait before trying again. # RATE_LIMITED # true",
                "429 # ModelNotReadyException # Model is not ready for inference # RATE_LIMITED # true",
                "400 # ValidationException # Input is too long for requested model. # CONTEXT_OVERFLOW # false",
                "400 # ValidationException # The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again. # CONTEXT_OVERFLOW # false",
                "400 # ValidationException # The model returned the following errors: prompt is too long: 208310 tokens > 200000 maximum # CONTEXT_OVERFLOW # false",
                "400 # ValidationException # The provided model identifier is invalid. # NOT_FOUND # false",
                "400 # ValidationException # The toolConfig field must be defined when using toolUse and toolResult content blocks. # INVALID_REQUEST # false",
                "400 # ServiceQuotaExceededException # x # RATE_LIMITED # false",
                "403 # AccessDeniedException # You don't have access to the model with the specified model ID. # PERMISSION # false",
                "403 # UnrecognizedClientException # The security token included in the request is invalid. # AUTHENTICATION # false",
                "403 # InvalidSignatureException # Signature expired # AUTHENTICATION # false",
                "404 # ResourceNotFoundException # x # NOT_FOUND # false",
                "408 # ModelTimeoutException # x # SERVER # true",
                "424 # ModelErrorException # x # SERVER # true",
                "500 # InternalServerException # x # SERVER # true",
                "503 # ServiceUnavailableException # x # OVERLOADED # true"
            })
    void w23_errorsOfBedrock(int status, String name, String message, Category category, boolean retryable) {
        VirtualClock clock = VirtualClock.create();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                BedrockConverse bedrock = at(server, clock)) {
            server.answers(
                    ServerResponse.json(Json.object().with("message", message).text())
                            .withStatus(status)
                            .withHeader("x-amzn-ErrorType", name + ":http://internal.amazon.com/coral/")
                            .withHeader("x-amzn-RequestId", "request-9")
                            .withHeader("retry-after", "30"));
            AiError error = ask(bedrock, clock).error().orElseThrow();
            assertThat(error.category()).isEqualTo(category);
            assertThat(error.retryable()).isEqualTo(retryable);
            assertThat(error.requestId()).contains("request-9");
            if (category == Category.RATE_LIMITED) {
                assertThat(error.retryAt()).contains(clock.instant().plus(Duration.ofSeconds(30)));
            }
        }
    }

    @Test
    void w23_changedByteOfAStream_isAProtocolErrorAndKeepsWhatArrived() {
        byte[] wire = EventStreamSamples.frames(
                (delta(0, "{'text':'Half'}") + "\n" + delta(0, "{'text':'lost'}") + "\n" + end("end_turn"))
                        .replace('\'', '"'));
        wire[new String(wire, StandardCharsets.ISO_8859_1).indexOf("lost")] ^= 1;
        AiReturn ret = fold(List.of(wire));
        assertThat(ret.error().orElseThrow().code()).isEqualTo("event-stream");
        assertThat(ret.partialText()).isEqualTo("Half");
    }

    @Test
    void w23_toolCall_isReadOnce_alsoIfItsBlockNeverEnds() {
        AiReturn ret = fold(
                "contentBlockStart {'contentBlockIndex':0,'start':{'toolUse':{'toolUseId':'a','name':'f'}}}",
                delta(0, "{'toolUse':{'input':'{}'}}"),
                "messageStop {'stopReason':'tool_use'}");
        assertThat(ret.toolCalls()).extracting(Interaction.ToolCall::name).containsExactly("f");
    }
}
