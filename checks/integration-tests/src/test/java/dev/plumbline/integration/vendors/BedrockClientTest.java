package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.TokenSource;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.AiArbitraries;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockDelta;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseStreamResponseHandler;

/**
 * AWS's own Java client: what we send is of its types without a loss, it signs as we do, and what it reads, from messages
 * that its own encoder framed, is what we read. The answers are written from the service's documentation.
 */
class BedrockClientTest {
    private static final String CLAUDE = "eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
    private static final Json SCHEMA = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
            + "\"required\":[\"a\"],\"additionalProperties\":false}");
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final StaticCredentialsProvider LOGIN =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", SECRET));

    private static Json sent(AiCall call) {
        try (BedrockConverse bedrock = BedrockConverse.builder("m", "eu-central-1")
                .id("scripted")
                .apiKey(Secret.of("k".toCharArray()))
                .build()) {
            return Json.parse(bedrock.encode(call));
        }
    }

    private static AiCall call(List<Interaction> transcript, String model, ModelOptions options) {
        return AiCall.builder(
                        AiBody.builder().addAll(transcript).outputSchema(SCHEMA).build(),
                        new ModelId("scripted", model))
                .options(options)
                .tools(List.of(new ToolDefinition("draw", "Draws.", SCHEMA, Optional.empty(), Set.of(), "")))
                .build();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Fails if the client's types have no place for a member, or if the client writes anything else. */
    private static void requireOfItsTypes(Json request) {
        ConverseRequest.Builder builder = ConverseRequest.builder().modelId("m");
        AwsTypes.fill(builder, request);
        AwsTransport transport = new AwsTransport("application/json", utf8("{}"));
        try (BedrockRuntimeClient client = BedrockRuntimeClient.builder()
                .httpClient(transport)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(LOGIN)
                .build()) {
            client.converse(builder.build());
        }
        assertThat(Json.parse(new String(transport.sent(), StandardCharsets.UTF_8))
                        .canonical())
                .isEqualTo(request.canonical());
    }

    @Property(tries = 200)
    @Label("W23 every transcript is a request of the types of AWS's client, and what it writes itself")
    void w23_everyTranscript_isOfTheClientsTypes(
            @ForAll("transcripts") List<Interaction> transcript,
            @ForAll("models") String model,
            @ForAll("options") ModelOptions options) {
        requireOfItsTypes(sent(call(transcript, model, options)));
    }

    @Provide
    Arbitrary<List<Interaction>> transcripts() {
        return AiArbitraries.transcripts().filter(items -> !items.isEmpty());
    }

    @Provide
    Arbitrary<String> models() {
        return Arbitraries.of(
                CLAUDE,
                "anthropic.claude-opus-4-6-v1",
                "us.amazon.nova-2-lite-v1:0",
                "openai.gpt-oss-120b-1:0",
                "meta.llama3-1-70b-instruct-v1:0");
    }

    @Provide
    Arbitrary<ModelOptions> options() {
        return Arbitraries.of(ModelOptions.Reasoning.values())
                .flatMap(effort -> Arbitraries.of(ModelOptions.ToolChoice.values())
                        .map(choice -> ModelOptions.builder()
                                .reasoning(effort)
                                .toolChoice(choice)
                                .temperature(0.5)
                                .topP(0.75)
                                .maxOutputTokens(5_000)
                                .stop("END")
                                .build()));
    }

    @Example
    void w23_requestWithEverything_isOfTheClientsTypes() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        List<Interaction> transcript = List.of(
                new Interaction.System("You draw."),
                new Interaction.User(List.of(
                        Part.text("Look."), new Part.File("plan.pdf", Blob.of(new byte[] {4}, "application/pdf")))),
                new Interaction.Assistant(List.of(
                        new Part.Opaque(
                                "scripted",
                                Json.parse(
                                        "{\"reasoningContent\":{\"reasoningText\":{\"text\":\"Hm.\",\"signature\":\"c2ln\"}}}")),
                        new Part.Opaque(
                                "scripted", Json.parse("{\"reasoningContent\":{\"redactedContent\":\"cmVk\"}}")))),
                new Interaction.ToolCall("call_1", "draw", Json.object().with("a", "b")),
                new Interaction.ToolResult(
                        "call_1",
                        ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "x")
                                .withParts(Part.image(pixel))),
                Interaction.user("And now?"));
        ModelOptions options = ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.HIGH)
                .addExtra(BedrockConverse.STRICT_TOOLS, true)
                .addExtra(BedrockConverse.CITATIONS, true)
                .addExtra(BedrockConverse.SERVER_TOOLS, Json.parse("[{\"systemTool\":{\"name\":\"nova_grounding\"}}]"))
                .addRaw(
                        "guardrailConfig",
                        Json.parse("{\"guardrailIdentifier\":\"g\",\"guardrailVersion\":\"1\",\"trace\":\"enabled\"}"))
                .addRaw("serviceTier", Json.object().with("type", "priority"))
                .build();
        AiCall marked = call(transcript, CLAUDE, options)
                .withAttribute(
                        PromptCacheHint.KEY, new PromptCacheHint(true, List.of(1), PromptCacheHint.Retention.LONG));
        Json request = sent(marked);
        assertThat(request.text()).contains("c2ln", "cmVk", "cachePoint", "json_schema");
        requireOfItsTypes(request);
    }

    @Example
    @Label("P1 P8 a request with bound thinking and marks of an hour is of the types of AWS's client")
    void p1_p8_boundThinking_isOfTheClientsTypes() {
        ModelOptions options = ModelOptions.builder()
                .addExtra(BedrockConverse.DROP_CHANGED_THINKING, true)
                .build();
        Json request = sent(call(List.of(Interaction.user("?")), "eu.anthropic.claude-haiku-5-5", options)
                .withAttribute(PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.LONG)));

        assertThat(request.at("/additionalModelRequestFields/thinking/block_binding/prefix_mismatch_behavior")
                        .asText())
                .isEqualTo("drop_block");
        assertThat(request.text()).contains("thinking-binding-controls-2026-08-01", "\"ttl\":\"1h\"");
        requireOfItsTypes(request);
    }

    @Property(tries = 100)
    @Label("W23 AWS's signer gives the same signature")
    void w23_signature_isThatOfTheClient(@ForAll("ids") String model, @ForAll String body) {
        VirtualClock clock = VirtualClock.create();
        try (ScriptedServer server = ScriptedServer.onPort(0);
                BedrockConverse bedrock = BedrockConverse.builder("m", "eu-central-1")
                        .baseUrl(server.address().resolve("/").toString())
                        .tokenSource(TokenSource.awsKey("AKID", Secret.of(SECRET.toCharArray())))
                        .time(clock)
                        .build()) {
            server.otherwise(request -> ServerResponse.json("{}"));
            bedrock.call(AiCall.of(AiBody.of("x" + body), new ModelId("bedrock", model)));
            ServerRequest ours = server.requests().get(0);
            String address = server.address().resolve("/").toString().replaceAll("/$", "") + ours.target();
            SdkHttpRequest request = SdkHttpRequest.builder()
                    .method(SdkHttpMethod.POST)
                    .uri(URI.create(address))
                    .putHeader("Content-Type", ours.header("content-type").orElseThrow())
                    .putHeader("Host", ours.header("host").orElseThrow())
                    .build();
            SignedRequest theirs = AwsV4HttpSigner.create()
                    .sign(sign -> sign.identity(AwsCredentialsIdentity.create("AKID", SECRET))
                            .request(request)
                            .payload(() -> new ByteArrayInputStream(utf8(ours.text())))
                            .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "bedrock")
                            .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                            .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(clock.instant(), ZoneOffset.UTC)));
            assertThat(ours.header("authorization")).isEqualTo(theirs.request().firstMatchingHeader("Authorization"));
        }
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.of(
                CLAUDE, "m", "arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/a1b2", "a b*~é");
    }

    @Property(tries = 40)
    @Label("W23 AWS's client reads an answer as we do, streamed or whole")
    void w23_answer_isReadAsTheClientReadsIt(@ForAll boolean streamed, @ForAll("answers") List<Json> blocks) {
        byte[] wire = streamed ? stream(blocks) : utf8(whole(blocks));
        String type = streamed ? "application/vnd.amazon.eventstream" : "application/json";
        try (ScriptedServer server = ScriptedServer.onPort(0);
                BedrockConverse bedrock = BedrockConverse.builder("m", "eu-central-1")
                        .baseUrl(server.address().resolve("/").toString())
                        .apiKey(Secret.of("k".toCharArray()))
                        .streaming(streamed)
                        .build()) {
            server.otherwise(request -> ServerResponse.of(type, wire));
            AiReturn ours = bedrock.call(AiCall.of(AiBody.of("Draw a wall."), new ModelId("bedrock", "m")));
            assertThat(ours.isOk()).isTrue();
            Read theirs = new Read();
            if (streamed) {
                theirs.stream(new AwsTransport(type, wire));
            } else {
                theirs.whole(new AwsTransport(type, wire));
            }
            assertThat(ours.text()).isEqualTo(theirs.text.toString());
            assertThat(ours.reasoning()).isEqualTo(theirs.reasoning.toString());
            assertThat(ours.toolCalls().stream()
                            .map(call ->
                                    call.id() + call.name() + call.arguments().canonical()))
                    .containsExactlyElementsOf(theirs.calls());
            assertThat(ours.usage().input()).isEqualTo(theirs.input);
        }
    }

    @Provide
    Arbitrary<List<Json>> answers() {
        return Arbitraries.of(
                        "{\"text\":\"A wall of 5 m² 😀.\"}",
                        "{\"text\":\"Look: \"}",
                        "{\"reasoningContent\":{\"reasoningText\":{\"text\":\"They want walls.\",\"signature\":\"c2ln\"}}}",
                        "{\"reasoningContent\":{\"redactedContent\":\"cmVk\"}}",
                        "{\"toolUse\":{\"toolUseId\":\"#\",\"name\":\"draw\",\"input\":{\"x\":1,\"y\":[true,null]}}}",
                        "{\"toolUse\":{\"toolUseId\":\"#\",\"name\":\"measure\",\"input\":{}}}")
                .list()
                .ofMinSize(1)
                .ofMaxSize(5)
                .map(texts -> {
                    List<Json> blocks = new ArrayList<>();
                    texts.forEach(text -> blocks.add(Json.parse(text.replace("#", "id_" + blocks.size()))));
                    return blocks;
                });
    }

    private static String whole(List<Json> blocks) {
        return Json.object()
                .with(
                        "output",
                        Json.object()
                                .with(
                                        "message",
                                        Json.object().with("role", "assistant").with("content", Json.of(blocks))))
                .with("stopReason", "end_turn")
                .with("usage", Json.parse("{\"inputTokens\":5,\"outputTokens\":6,\"totalTokens\":11}"))
                .text();
    }

    /** The blocks as messages, framed by AWS's encoder; texts and arguments come in two pieces. */
    private static byte[] stream(List<Json> blocks) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        message(all, "messageStart", Json.object().with("role", "assistant"));
        for (int i = 0; i < blocks.size(); i++) {
            Json block = blocks.get(i);
            Json call = block.get("toolUse");
            if (call.exists()) {
                message(
                        all,
                        "contentBlockStart",
                        at(i).with("start", Json.object().with("toolUse", call.without("input"))));
                for (String piece : halves(call.get("input").text())) {
                    message(
                            all,
                            "contentBlockDelta",
                            delta(i, Json.object().with("toolUse", Json.object().with("input", piece))));
                }
            } else if (block.get("text").exists()) {
                for (String piece : halves(block.get("text").asText())) {
                    message(all, "contentBlockDelta", delta(i, Json.object().with("text", piece)));
                }
            } else {
                Json reasoning = block.get("reasoningContent");
                Json parts = reasoning.get("reasoningText").exists() ? reasoning.get("reasoningText") : reasoning;
                for (Map.Entry<String, Json> part : parts.fields().entrySet()) {
                    Json piece = Json.object().with(part.getKey(), part.getValue());
                    message(all, "contentBlockDelta", delta(i, Json.object().with("reasoningContent", piece)));
                }
            }
            message(all, "contentBlockStop", at(i));
        }
        message(all, "messageStop", Json.object().with("stopReason", "end_turn"));
        message(
                all,
                "metadata",
                Json.parse(
                        "{\"usage\":{\"inputTokens\":5,\"outputTokens\":6,\"totalTokens\":11},\"metrics\":{\"latencyMs\":1}}"));
        return all.toByteArray();
    }

    private static List<String> halves(String text) {
        int half = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
        return List.of(text.substring(0, half), text.substring(half));
    }

    private static Json at(int index) {
        return Json.object().with("contentBlockIndex", index);
    }

    private static Json delta(int index, Json delta) {
        return at(index).with("delta", delta);
    }

    private static void message(ByteArrayOutputStream all, String type, Json data) {
        Map<String, HeaderValue> headers = new LinkedHashMap<>();
        headers.put(":event-type", HeaderValue.fromString(type));
        headers.put(":content-type", HeaderValue.fromString("application/json"));
        headers.put(":message-type", HeaderValue.fromString("event"));
        ByteBuffer bytes = new Message(headers, utf8(data.text())).toByteBuffer();
        all.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    /** What AWS's client reads. */
    private static final class Read {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder reasoning = new StringBuilder();
        private final Map<Integer, String> calls = new TreeMap<>();
        private final Map<Integer, StringBuilder> inputs = new TreeMap<>();
        private long input;

        void whole(AwsTransport transport) {
            try (BedrockRuntimeClient client = BedrockRuntimeClient.builder()
                    .httpClient(transport)
                    .region(Region.EU_CENTRAL_1)
                    .credentialsProvider(LOGIN)
                    .build()) {
                ConverseResponse response = client.converse(request -> request.modelId("m"));
                input = response.usage().inputTokens();
                response.output().message().content().forEach(this::block);
            }
        }

        private void block(ContentBlock block) {
            if (block.text() != null) {
                text.append(block.text());
            } else if (block.toolUse() != null) {
                calls.put(
                        calls.size(),
                        block.toolUse().toolUseId() + block.toolUse().name());
                inputs.put(
                        inputs.size(),
                        new StringBuilder(AwsTypes.json(block.toolUse().input()).text()));
            } else if (block.reasoningContent().reasoningText() != null) {
                reasoning.append(block.reasoningContent().reasoningText().text());
            }
        }

        void stream(AwsTransport transport) {
            ConverseStreamResponseHandler handler = ConverseStreamResponseHandler.builder()
                    .subscriber(ConverseStreamResponseHandler.Visitor.builder()
                            .onContentBlockStart(event -> {
                                if (event.start().toolUse() != null) {
                                    calls.put(
                                            event.contentBlockIndex(),
                                            event.start().toolUse().toolUseId()
                                                    + event.start().toolUse().name());
                                    inputs.put(event.contentBlockIndex(), new StringBuilder());
                                }
                            })
                            .onContentBlockDelta(event -> delta(event.contentBlockIndex(), event.delta()))
                            .onMetadata(event -> input = event.usage().inputTokens())
                            .build())
                    .build();
            try (BedrockRuntimeAsyncClient client = BedrockRuntimeAsyncClient.builder()
                    .httpClient(transport)
                    .region(Region.EU_CENTRAL_1)
                    .credentialsProvider(LOGIN)
                    .build()) {
                client.converseStream(request -> request.modelId("m"), handler).join();
            }
        }

        private void delta(int index, ContentBlockDelta delta) {
            if (delta.text() != null) {
                text.append(delta.text());
            } else if (delta.toolUse() != null) {
                inputs.get(index).append(delta.toolUse().input());
            } else if (delta.reasoningContent() != null
                    && delta.reasoningContent().text() != null) {
                reasoning.append(delta.reasoningContent().text());
            }
        }

        List<String> calls() {
            List<String> all = new ArrayList<>();
            calls.forEach((index, name) ->
                    all.add(name + Json.parse(inputs.get(index).toString()).canonical()));
            return all;
        }
    }
}
