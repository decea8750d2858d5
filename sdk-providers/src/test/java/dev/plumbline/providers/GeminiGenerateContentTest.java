package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.gemini.GeminiSchema;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gemini's format: what is sent, what is read, and what is sent back. The answers are written from the documentation. */
class GeminiGenerateContentTest {
    private static final RequestRoundTrip FORM = new RequestRoundTrip(ApiFormat.GEMINI, ServerDialect.GEMINI);
    private static final Secret KEY = Secret.of("key-123".toCharArray());

    private final List<String> remarks = new ArrayList<>();

    private static AiReturn fold(String... responses) {
        StringBuilder stream = new StringBuilder();
        for (String response : responses) {
            stream.append(SseSamples.data(response.replace('\'', '"')));
        }
        return new DecoderReplay("scripted", ApiFormat.GEMINI, DeltaSink.DISCARDING)
                .events(List.of(stream.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static String parts(String parts) {
        return "{'candidates':[{'content':{'role':'model','parts':[" + parts + "]}}]}";
    }

    private static String end(String reason) {
        return "{'candidates':[{'finishReason':'" + reason + "'}],'modelVersion':'gemini-x','usageMetadata':"
                + "{'promptTokenCount':10,'candidatesTokenCount':5,'thoughtsTokenCount':7,'toolUsePromptTokenCount':3,"
                + "'cachedContentTokenCount':4,'totalTokenCount':25}}";
    }

    private Json sent(AiBody body, String model, ModelOptions options, ToolDefinition... tools) {
        return Json.parse(FORM.encode(AiCall.builder(body, new ModelId("scripted", model))
                .options(options)
                .tools(List.of(tools))
                .sink(new RemarkSink(remarks))
                .build()));
    }

    private static ToolDefinition tool(String schema) {
        return new ToolDefinition(
                "measure", "Measures.", Json.parse(schema.replace('\'', '"')), Optional.empty(), Set.of(), "");
    }

    @Test
    @DisplayName("W22 texts, thoughts, calls and counts are read, and thoughts are billed as output")
    void w22_answer_isRead() {
        AiReturn ret = fold(
                parts("{'text':'They want ','thought':true},{'text':'walls.','thought':true}"),
                parts("{'text':'I '},{'text':'look.','thoughtSignature':'c2ln'}"),
                parts("{'functionCall':{'name':'f','args':{'x':1}},'thoughtSignature':'Y2FsbA=='},"
                        + "{'functionCall':{'id':'b','name':'g'}}"),
                end("STOP"));
        assertThat(ret.reasoning()).isEqualTo("They want walls.");
        assertThat(ret.text()).isEqualTo("I look.");
        assertThat(ret.toolCalls())
                .extracting(
                        Interaction.ToolCall::id,
                        Interaction.ToolCall::name,
                        call -> call.arguments().text())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("", "f", "{\"x\":1}"),
                        org.assertj.core.groups.Tuple.tuple("b", "g", "{}"));
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(List.of(
                        ret.usage().input(),
                        ret.usage().output(),
                        ret.usage().cachedInput(),
                        ret.usage().reasoning()))
                .containsExactly(13L, 12L, 4L, 7L);
        assertThat(ret.model().name()).isEqualTo("gemini-x");
    }

    @ParameterizedTest
    @CsvSource({
        "STOP,STOP",
        "MAX_TOKENS,LENGTH",
        "SAFETY,CONTENT_FILTER",
        "RECITATION,CONTENT_FILTER",
        "BLOCKLIST,CONTENT_FILTER",
        "PROHIBITED_CONTENT,CONTENT_FILTER",
        "SPII,CONTENT_FILTER",
        "IMAGE_SAFETY,CONTENT_FILTER",
        "IMAGE_PROHIBITED_CONTENT,CONTENT_FILTER",
        "IMAGE_RECITATION,CONTENT_FILTER",
        "MODEL_ARMOR,CONTENT_FILTER",
        "LANGUAGE,OTHER",
        "OTHER,OTHER",
        "NO_IMAGE,OTHER",
        "IMAGE_OTHER,OTHER",
        "A_NEW_ONE,OTHER"
    })
    void w22_finishReason_isMapped(String word, FinishReason finish) {
        assertThat(fold(parts("{'text':'x'}"), end(word)).finish()).isEqualTo(finish);
    }

    @ParameterizedTest
    @CsvSource({
        "MALFORMED_FUNCTION_CALL,true",
        "UNEXPECTED_TOOL_CALL,true",
        "TOO_MANY_TOOL_CALLS,true",
        "MALFORMED_RESPONSE,true",
        "MISSING_THOUGHT_SIGNATURE,false"
    })
    void w22_brokenAnswer_isAnError(String word, boolean retryable) {
        AiReturn ret = fold(end(word));
        assertThat(ret.isOk()).isFalse();
        assertThat(ret.error().orElseThrow().retryable()).isEqualTo(retryable);
        assertThat(fold(parts("{'text':'x'}"), end(word)).error().orElseThrow().retryable())
                .isFalse();
    }

    @Test
    void w22_blockedPrompt_isAnErrorWithItsReason() {
        AiReturn ret = fold("{'promptFeedback':{'blockReason':'SAFETY'},'usageMetadata':{'promptTokenCount':4}}");
        assertThat(ret.error().orElseThrow().category()).isEqualTo(Category.CONTENT_FILTERED);
        assertThat(ret.error().orElseThrow().details()).containsEntry("reason", "SAFETY");
        assertThat(ret.usage().input()).isEqualTo(4);
    }

    @Test
    void w22_argumentsInPieces_areAnErrorAndNoCall() {
        AiReturn ret = fold(
                parts("{'functionCall':{'name':'delete','willContinue':true}}"),
                parts("{'functionCall':{'partialArgs':[{'jsonPath':'$.a','stringValue':'x'}]}}"),
                end("STOP"));
        assertThat(ret.error().orElseThrow().code()).isEqualTo("partial-arguments");
        assertThat(ret.toolCalls()).isEmpty();
        AiReturn last =
                fold(parts("{'functionCall':{'name':'delete','partialArgs':[{'jsonPath':'$.a'}]}}"), end("STOP"));
        assertThat(last.error().orElseThrow().code()).isEqualTo("partial-arguments");
    }

    @Test
    void w22_otherParts_areKeptInTheirPlaces_andImagesAreContent() {
        AiReturn ret = fold(
                parts("{'executableCode':{'language':'PYTHON','code':'1+1'}},"
                        + "{'codeExecutionResult':{'outcome':'OUTCOME_OK','output':'2'}},{'text':'Two.'},"
                        + "{'inlineData':{'mimeType':'image/png','data':'AQID'},'thoughtSignature':'aW1n'}"),
                end("STOP"));
        Json back = next(ret).at("/contents/1/parts");
        assertThat(back.at("/0/executableCode/code").asText()).isEqualTo("1+1");
        assertThat(back.at("/1/codeExecutionResult/output").asText()).isEqualTo("2");
        assertThat(back.at("/2/text").asText()).isEqualTo("Two.");
        assertThat(back.at("/3/inlineData/data").asText()).isEqualTo("AQID");
        assertThat(ret.finalAnswer().toString()).contains("Image");
    }

    /** What the next request says, after the conversation was stored and read. */
    private static Json next(AiReturn... rounds) {
        AiBody.Builder body = AiBody.builder().addUser("Draw.");
        int number = 0;
        for (AiReturn round : rounds) {
            List<Interaction> said = new ArrayList<>();
            List<String> calls = new ArrayList<>();
            for (Interaction item : round.interactions()) {
                if (item instanceof Interaction.ToolCall call) {
                    String id = call.id().isEmpty() ? "call_" + ++number : call.id();
                    calls.add(id);
                    said.add(new Interaction.ToolCall(id, call.name(), call.arguments()));
                } else {
                    said.add(item);
                }
            }
            body.addAll(said);
            calls.forEach(id -> body.addToolResult(id, ToolEnvelope.ok(1)));
        }
        AiBody stored = AiBody.from(body.addUser("Go on.").build().toJson());
        return Json.parse(FORM.encode(AiCall.of(stored, new ModelId("scripted", "gemini-3.8-flash"))));
    }

    @Test
    @DisplayName("W22 over three rounds, every signature goes back with the part that it came with")
    void w22_threeRounds_keepTheirSignatures() {
        AiReturn first = fold(
                parts("{'text':'Hm.','thought':true}"),
                parts("{'functionCall':{'name':'f','args':{}},'thoughtSignature':'ONE'},{'functionCall':{'name':'g'}}"),
                end("STOP"));
        AiReturn second = fold(
                parts("{'text':'Now the door.'},{'functionCall':{'id':'x','name':'f'},'thoughtSignature':'TWO'}"),
                end("STOP"));
        AiReturn third =
                fold(parts("{'text':'Do'},{'text':'ne.'},{'text':'','thoughtSignature':'THREE'}"), end("STOP"));
        Json contents = next(first, second, third).get("contents");
        assertThat(contents.at("/1/parts/0/functionCall/name").asText()).isEqualTo("f");
        assertThat(contents.at("/1/parts/0/thoughtSignature").asText()).isEqualTo("ONE");
        assertThat(contents.at("/1/parts/1/functionCall/name").asText()).isEqualTo("g");
        assertThat(contents.at("/1/parts/1/thoughtSignature").exists()).isFalse();
        assertThat(contents.at("/2/role").asText()).isEqualTo("user");
        assertThat(contents.at("/2/parts/1/functionResponse/name").asText()).isEqualTo("g");
        assertThat(contents.at("/2/parts/1/functionResponse/id")).isEqualTo(contents.at("/1/parts/1/functionCall/id"));
        assertThat(contents.at("/3/parts/0/text").asText()).isEqualTo("Now the door.");
        assertThat(contents.at("/3/parts/1/thoughtSignature").asText()).isEqualTo("TWO");
        assertThat(contents.at("/5/parts/0/text").asText()).isEqualTo("Done.");
        assertThat(contents.at("/5/parts/1")).isEqualTo(Json.parse("{\"text\":\"\",\"thoughtSignature\":\"THREE\"}"));
        assertThat(contents.text()).doesNotContain("Hm.", "skip_thought");
    }

    @Test
    void w22_callOfAnotherModel_hasTheTextThatStandsForASignature() {
        AiBody body = AiBody.builder()
                .addUser("Draw.")
                .addToolCall("a", "f", Json.object())
                .addToolCall("b", "g", Json.object())
                .addToolResult("a", ToolEnvelope.ok(1))
                .addToolResult("b", ToolEnvelope.ok(2))
                .build();
        Json parts = sent(body, "gemini-3.8-flash", ModelOptions.none()).at("/contents/1/parts");
        assertThat(parts.at("/0/thoughtSignature").asText()).isEqualTo("skip_thought_signature_validator");
        assertThat(parts.at("/1/thoughtSignature").exists()).isFalse();
        assertThat(sent(body, "gemini-2.5-flash", ModelOptions.none()).text()).doesNotContain("thoughtSignature");
    }

    @Test
    void w22_media_followAllResults() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addUser(Part.text("Look."), Part.image(pixel))
                .addToolCall("a", "f", Json.object())
                .addToolCall("b", "g", Json.object())
                .addToolResult("a", ToolEnvelope.ok(1).withParts(Part.image(pixel)))
                .addToolResult("b", ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "no such tool"))
                .build();
        Json contents = sent(body, "gemini-3.8-flash", ModelOptions.none()).get("contents");
        assertThat(contents.at("/0/parts/1/inlineData/mimeType").asText()).isEqualTo("image/png");
        assertThat(contents.at("/2/parts/0/functionResponse/response/ok").asBoolean())
                .isTrue();
        assertThat(contents.at("/2/parts/1/functionResponse/response/ok").asBoolean())
                .isFalse();
        assertThat(contents.at("/2/parts/2/inlineData/data").asText()).isEqualTo("AQID");
    }

    @ParameterizedTest
    @CsvSource({
        "gemini-2.5-flash,NONE,thinkingBudget,0,false",
        "gemini-2.5-pro,NONE,thinkingBudget,128,true",
        "gemini-2.5-flash,HIGH,thinkingBudget,24576,false",
        "gemini-3.8-flash,LOW,thinkingLevel,low,false",
        "gemini-3.8-flash,NONE,thinkingLevel,minimal,true",
        "gemini-3.1-pro-preview,NONE,thinkingLevel,low,true",
        "publishers/google/models/gemini-9,MEDIUM,thinkingLevel,medium,false"
    })
    void w22_effort_isABudgetOrALevel(
            String model, ModelOptions.Reasoning effort, String member, String value, boolean remarked) {
        Json config = sent(
                        AiBody.of("x"),
                        model,
                        ModelOptions.builder().reasoning(effort).build())
                .at("/generationConfig/thinkingConfig");
        assertThat(config.get(member).text().replace("\"", "")).isEqualTo(value);
        assertThat(config.get("includeThoughts").exists()).isEqualTo(effort != ModelOptions.Reasoning.NONE);
        assertThat(remarks.stream().anyMatch(remark -> remark.contains("is not switched off")))
                .isEqualTo(remarked);
        Json none = sent(
                AiBody.of("x"),
                "gemini-2.0-flash",
                ModelOptions.builder().reasoning(effort).build());
        assertThat(none.get("generationConfig").exists()).isFalse();
    }

    @Test
    @DisplayName("W22 a schema is rewritten into the part that the service takes, and the rest is named")
    void w22_schema_isRewrittenIntoTheSubset() {
        Json schema = Json.parse(("{'$schema':'x','type':'object','definitions':{'P':{'type':'object','properties':"
                        + "{'x':{'type':'number','exclusiveMinimum':0}}}},"
                        + "'properties':{'kind':{'const':'wall'},'p':{'$ref':'#/definitions/P','description':'d'},"
                        + "'id':{'type':'string','pattern':'^w','format':'uuid','default':'w1'},"
                        + "'at':{'type':['string','null'],'format':'date-time'},"
                        + "'all':{'allOf':[{'type':'object','properties':{'a':{'type':'string'}},'required':['a']},"
                        + "{'properties':{'b':{'type':'string'}},'required':['b']}]}},"
                        + "'additionalProperties':false}")
                .replace('\'', '"'));
        GeminiSchema subset = GeminiSchema.of(schema);
        assertThat(subset.schema())
                .isEqualTo(Json.parse(("{'type':'object','$defs':{'P':{'type':'object','properties':"
                                + "{'x':{'type':'number'}}}},"
                                + "'properties':{'kind':{'type':'string','enum':['wall']},'p':{'$ref':'#/$defs/P'},"
                                + "'id':{'type':'string'},'at':{'type':['string','null'],'format':'date-time'},"
                                + "'all':{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},"
                                + "'required':['a','b']}},'additionalProperties':false}")
                        .replace('\'', '"')));
        assertThat(subset.leftOut()).containsExactly("exclusiveMinimum", "format uuid", "pattern");
        Json sent = sent(AiBody.of("x"), "m", ModelOptions.none(), tool("{'type':'string','pattern':'a'}"));
        assertThat(sent.at("/tools/0/functionDeclarations/0/parametersJsonSchema"))
                .isEqualTo(Json.object().with("type", "string"));
        assertThat(remarks).anyMatch(remark -> remark.contains("measure") && remark.contains("pattern"));
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO,false,,AUTO",
        "REQUIRED,false,,ANY",
        "NONE,false,,NONE",
        "AUTO,true,,VALIDATED",
        "AUTO,false,measure,VALIDATED",
        "REQUIRED,false,measure,ANY"
    })
    void w22_toolChoice_isAMode(ModelOptions.ToolChoice choice, boolean strict, String allowed, String mode) {
        ModelOptions.Builder options = ModelOptions.builder().toolChoice(choice);
        if (strict) {
            options.addExtra(GeminiGenerateContent.STRICT_TOOLS, true);
        }
        if (allowed != null) {
            options.addExtra(GeminiGenerateContent.ALLOWED_TOOLS, Json.of(List.of(allowed)));
        }
        Json config = sent(AiBody.of("x"), "m", options.build(), tool("{'type':'object'}"))
                .at("/toolConfig/functionCallingConfig");
        assertThat(config.get("mode").asText()).isEqualTo(mode);
        assertThat(config.get("allowedFunctionNames").exists()).isEqualTo(allowed != null);
    }

    @Test
    void w22_optionsOfTheService() {
        ModelOptions options = ModelOptions.builder()
                .addExtra(GeminiGenerateContent.CACHED_CONTENT, "cachedContents/7")
                .addExtra(GeminiGenerateContent.SERVER_TOOLS, Json.parse("[{\"googleSearch\":{}}]"))
                .addRaw("safetySettings", Json.array())
                .addRaw("generationConfig", Json.object().with("topK", 40))
                .temperature(0.5)
                .build();
        AiBody body = AiBody.builder().addSystem("Be brief.").addUser("x").build();
        Json sent = sent(body, "m", options, tool("{'type':'object'}"));
        assertThat(sent.get("cachedContent").asText()).isEqualTo("cachedContents/7");
        assertThat(sent.at("/generationConfig/topK").asInt()).isEqualTo(40);
        assertThat(sent.at("/generationConfig/temperature").asDouble()).isEqualTo(0.5);
        assertThat(sent.get("safetySettings").exists()).isTrue();
        assertThat(sent.get("tools").exists() || sent.get("systemInstruction").exists())
                .isFalse();
        assertThat(remarks).hasSize(2).allMatch(remark -> remark.contains("cached content"));
        ModelOptions searching = ModelOptions.builder()
                .addExtra(GeminiGenerateContent.SERVER_TOOLS, Json.parse("[{\"googleSearch\":{}}]"))
                .build();
        Json searched = sent(body, "m", searching, tool("{'type':'object'}"));
        assertThat(searched.at("/tools/1/googleSearch").exists()).isTrue();
        assertThat(searched.at("/systemInstruction/parts/0/text").asText()).isEqualTo("Be brief.");
        ModelOptions twice = ModelOptions.builder()
                .addRaw("generationConfig", Json.object().with("temperature", 1))
                .build();
        assertThatThrownBy(() -> sent(body, "m", twice)).hasMessageContaining("generationConfig.temperature");
    }

    @Test
    void w22_fileOfTheService_isSentInItsOwnForm() {
        Json file = Json.parse("{\"fileData\":{\"mimeType\":\"application/pdf\",\"fileUri\":\"https://x/files/1\"}}");
        AiBody body = AiBody.builder()
                .addUser(Part.text("Read."), new Part.Opaque("scripted", file), new Part.Opaque("other", file))
                .build();
        Json parts = sent(body, "m", ModelOptions.none()).at("/contents/0/parts");
        assertThat(parts.elements()).hasSize(2);
        assertThat(parts.at("/1")).isEqualTo(file);
    }

    @Test
    void w22_addresses() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                GeminiGenerateContent gemini = GeminiGenerateContent.builder("gemini-x")
                        .baseUrl(server.address().toString())
                        .apiKey(KEY)
                        .build();
                GeminiGenerateContent vertex = GeminiGenerateContent.vertex("m", "my-project", "europe-west4")
                        .apiKey(KEY)
                        .build();
                GeminiGenerateContent global = GeminiGenerateContent.vertex("m", "my-project", "global")
                        .apiKey(KEY)
                        .build()) {
            server.answers(ServerResponse.sse(List.of(end("STOP").replace('\'', '"'))));
            server.answers(ServerResponse.json("{\"models\":[{\"name\":\"models/gemini-x\",\"inputTokenLimit\":1048576,"
                    + "\"outputTokenLimit\":65536}]}"));
            assertThat(gemini.call(AiCall.of(AiBody.of("hi"), new ModelId("gemini", "tuned x")))
                            .isOk())
                    .isTrue();
            assertThat(server.requests().get(0).target())
                    .isEqualTo("/v1/models/tuned%20x:streamGenerateContent?alt=sse");
            assertThat(server.requests().get(0).header("x-goog-api-key")).contains("key-123");
            ModelInfo listed = gemini.fetchModels().get(0);
            assertThat(listed.id().name()).isEqualTo("gemini-x");
            assertThat(listed.contextTokens()).isEqualTo(1_048_576);
            assertThat(vertex.endpoint())
                    .isEqualTo("https://europe-west4-aiplatform.googleapis.com/v1/projects/my-project/locations/"
                            + "europe-west4/publishers/google");
            assertThat(global.endpoint()).startsWith("https://aiplatform.googleapis.com/v1/");
        }
        assertThatThrownBy(() -> GeminiGenerateContent.vertex("m", "a/b", "global"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @Tag("S34")
    @ValueSource(
            strings = {
                "../../../admin?x=",
                "..",
                ".",
                "a/../b",
                "a//b",
                "a\nb",
                "/m",
                "m/",
                "models/m\u0000",
                "models/./m"
            })
    void s34_namesThatAnAddressCannotHold_areRefused(String name) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                GeminiGenerateContent gemini = GeminiGenerateContent.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(KEY)
                        .build()) {
            AiReturn ret = gemini.call(AiCall.of(AiBody.of("hi"), new ModelId("gemini", name)));
            assertThat(ret.error().orElseThrow().category()).isEqualTo(Category.INVALID_REQUEST);
            assertThat(ret.error().orElseThrow().code()).isEqualTo("name-in-address");
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "400 # {'error':{'code':400,'message':'API key not valid.','status':'INVALID_ARGUMENT','details':[{'reason':'API_KEY_INVALID'}]}} # AUTHENTICATION",
                "400 # [{'error':{'code':400,'message':'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).','status':'INVALID_ARGUMENT'}}] # CONTEXT_OVERFLOW",
                "403 # {'error':{'code':403,'message':'x','status':'PERMISSION_DENIED'}} # PERMISSION",
                "404 # {'error':{'code':404,'message':'models/m is not found for API version v1beta','status':'NOT_FOUND'}} # NOT_FOUND",
                "503 # {'error':{'code':503,'message':'The model is overloaded.','status':'UNAVAILABLE'}} # OVERLOADED"
            })
    void w22_errors(int status, String body, Category category) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                GeminiGenerateContent gemini = GeminiGenerateContent.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(KEY)
                        .build()) {
            server.answers(ServerResponse.json(body.replace('\'', '"')).withStatus(status));
            AiReturn ret = gemini.call(AiCall.of(AiBody.of("hi"), new ModelId("gemini", "m")));
            assertThat(ret.error().orElseThrow().category()).isEqualTo(category);
        }
    }

    @Test
    void w22_retryDelay_isWaitedFor() {
        VirtualClock clock = VirtualClock.create();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                GeminiGenerateContent gemini = GeminiGenerateContent.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(KEY)
                        .time(clock)
                        .build()) {
            server.answers(ServerResponse.json("{\"error\":{\"code\":429,\"message\":\"x\",\"status\":"
                            + "\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":"
                            + "\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"34.4s\"}]}}")
                    .withStatus(429));
            AiReturn ret = gemini.call(AiCall.of(AiBody.of("hi"), new ModelId("gemini", "m")));
            assertThat(ret.error().orElseThrow().retryAt())
                    .contains(clock.instant().plus(Duration.ofMillis(34_400)));
        }
    }
}
