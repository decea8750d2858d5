package dev.plumbline.call;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** For every field of a body and a call: does changing it change the fingerprint? */
final class FingerprintMutations {
    private static final ModelId MODEL = ModelId.parse("a:m");
    private static final Json OBJECT = Json.parse("{\"type\":\"object\"}");
    private static final Json OTHER = Json.parse("{\"type\":\"string\"}");

    private final Map<String, Boolean> changes = new LinkedHashMap<>();

    private FingerprintMutations() {}

    static Map<String, Boolean> changes() {
        FingerprintMutations mutations = new FingerprintMutations();
        mutations.bodies();
        mutations.interactions();
        mutations.parts();
        mutations.envelopes();
        mutations.calls();
        mutations.options();
        mutations.tools();
        return mutations.changes;
    }

    private void bodies() {
        body("interactions", builder -> builder.addUser("more"));
        body("toolFilter", builder -> builder.toolFilter("draw_*"));
        body("contextFilter", builder -> builder.contextFilter("units"));
        body("outputSchema", builder -> builder.outputSchema(OBJECT));
    }

    private void body(String field, Consumer<AiBody.Builder> change) {
        AiBody.Builder builder = AiBody.builder().addUser("draw");
        AiBody before = builder.build();
        change.accept(builder);
        put("AiBody." + field, before.fingerprint(), builder.build().fingerprint());
    }

    private void interactions() {
        item("Context.values", new Interaction.Context(Map.of("k", Json.of(1))), context(2));
        item("System.text", new Interaction.System("a"), new Interaction.System("b"));
        item("User.parts", Interaction.user("a"), Interaction.user("b"));
        item("Assistant.parts", assistant(Part.text("a")), assistant(Part.text("b")));
        item("Summary.text", new Interaction.Summary("a"), new Interaction.Summary("b"));
        put("ToolCall.id", pair("a", "t", 1), pair("b", "t", 1));
        put("ToolResult.callId", pair("a", "t", 1), pair("b", "t", 1));
        put("ToolCall.name", pair("a", "t", 1), pair("a", "u", 1));
        put("ToolCall.arguments", pair("a", "t", 1), pair("a", "t", 2));
        envelope("ToolResult.envelope", ToolEnvelope.ok(1), ToolEnvelope.ok(2));
    }

    private void parts() {
        part("Text.text", Part.text("a"), Part.text("b"));
        part("Reasoning.text", new Part.Reasoning("a"), new Part.Reasoning("b"));
        part("Refusal.text", new Part.Refusal("a"), new Part.Refusal("b"));
        part("Image.blob", new Part.Image(blob("a")), new Part.Image(blob("b")));
        part("Audio.blob", new Part.Audio(blob("a")), new Part.Audio(blob("b")));
        part("File.name", new Part.File("a", blob("a")), new Part.File("b", blob("a")));
        part("File.blob", new Part.File("a", blob("a")), new Part.File("a", blob("b")));
        part("Opaque.provider", new Part.Opaque("a", OBJECT), new Part.Opaque("b", OBJECT));
        part("Opaque.data", new Part.Opaque("a", OBJECT), new Part.Opaque("a", OTHER));
        part("Opaque.prefix", new Part.Opaque("a", OBJECT, "x", ""), new Part.Opaque("a", OBJECT, "y", ""));
        part("Opaque.writer", new Part.Opaque("a", OBJECT, "", "m"), new Part.Opaque("a", OBJECT, "", "n"));
    }

    private void envelopes() {
        ToolEnvelope ok = ToolEnvelope.ok(1);
        ToolEnvelope failed = ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "m");
        envelope("ToolEnvelope.result", ok, ToolEnvelope.ok(2));
        envelope("ToolEnvelope.failure", ok, failed);
        envelope("ToolEnvelope.meta", ok, ok.withMeta("truncated", true));
        envelope("ToolEnvelope.parts", ok, ok.withParts(Part.text("x")));
        envelope("ToolEnvelope.stopsTurn", ok, ok.withStopsTurn(true));
        envelope("Failure.code", failed, ToolEnvelope.failed(ToolEnvelope.Code.TIMEOUT, "m"));
        envelope("Failure.message", failed, ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "n"));
        envelope("Failure.retryable", failed, failed.withRetryable(true));
        envelope("Failure.effect", failed, failed.withEffect(ToolEnvelope.Effect.DONE));
    }

    private void calls() {
        AiCall call = call().build();
        put(
                "AiCall.body",
                call,
                AiCall.builder(AiBody.of("else"), MODEL)
                        .effective(call.effective())
                        .build());
        put("AiCall.effective", call, call.withAdded(new Interaction.System("x")));
        put("AiCall.model", call, call.withModel(ModelId.parse("a:n")));
        put(
                "AiCall.options",
                call,
                call().options(ModelOptions.builder().seed(1).build()).build());
        put("AiCall.tools", call, call().tools(List.of(tool("t", "d", OBJECT))).build());
        put("AiCall.outputSchema", call, call.withOutputSchema(OBJECT));
        put("AiCall.namespace", call, call().namespace("n").build());
        put("AiCall.resources", call, call.withResource("drawing", "hash"));
        put("AiCall.cacheIrrelevantContext", call, call.withCacheIrrelevantContext(Set.of("none of these")));
        put(
                "AiCall.facts",
                call,
                call.withFacts(new Interaction.Context(Map.of("units", Json.of("mm"))))
                        .withEffective(call.effective()));
        put("AiCall.reveal", call, call.withReveal(Reveal.WHEN_COMPLETE));
        put("AiCall.cacheMode", call, call().cacheMode(CacheMode.BYPASS).build());
        put("AiCall.ids", call, call().ids(new CallIds("s", "t", 1, "r")).build());
        put(
                "AiCall.cancellation",
                call,
                call().cancellation(Cancellation.create()).build());
        put("AiCall.sink", call, call.withSink((AiDelta delta) -> {}));
        put("AiCall.observer", call, call().observer(event -> {}).build());
        put("AiCall.state", call, call().state(State.inMemory()).build());
        put("AiCall.budget", call, call().budget(BudgetTracker.unlimited()).build());
        put("AiCall.notes", call, call.withAttribute(TypedKey.of("a.note", String.class), "x"));
        put(
                "AiCall.recorder",
                call,
                CallAccess.withRecorder(
                        call,
                        CallRecorder.of(
                                call.ids(),
                                call.model(),
                                call.observer(),
                                Scheduler.system(Clock.systemUTC(), Thread::new))));
    }

    private void options() {
        option("model", options -> options.model(MODEL));
        option("temperature", options -> options.temperature(1));
        option("topP", options -> options.topP(1));
        option("maxOutputTokens", options -> options.maxOutputTokens(1));
        option("reasoning", options -> options.reasoning(ModelOptions.Reasoning.LOW));
        option("seed", options -> options.seed(1));
        option("stop", options -> options.stop("x"));
        option("toolChoice", options -> options.toolChoice(ModelOptions.ToolChoice.AUTO));
        option("extras", options -> options.addExtra(TypedKey.of("a.extra", String.class), "x"));
    }

    private void option(String field, Consumer<ModelOptions.Builder> change) {
        ModelOptions.Builder options = ModelOptions.builder();
        change.accept(options);
        put(
                "ModelOptions." + field,
                call().build(),
                call().options(options.build()).build());
    }

    private void tools() {
        ToolDefinition tool = tool("t", "d", OBJECT);
        tool("name", tool, tool("u", "d", OBJECT));
        tool("description", tool, tool("t", "e", OBJECT));
        tool("inputSchema", tool, tool("t", "d", OTHER));
        tool("outputSchema", tool, new ToolDefinition("t", "d", OBJECT, Optional.of(OBJECT), Set.of(), ""));
        tool("tags", tool, new ToolDefinition("t", "d", OBJECT, Optional.empty(), Set.of("x"), ""));
        tool("owner", tool, new ToolDefinition("t", "d", OBJECT, Optional.empty(), Set.of(), "x"));
    }

    private void tool(String field, ToolDefinition before, ToolDefinition after) {
        put(
                "ToolDefinition." + field,
                call().tools(List.of(before)).build(),
                call().tools(List.of(after)).build());
    }

    private static ToolDefinition tool(String name, String description, Json schema) {
        return new ToolDefinition(name, description, schema, Optional.empty(), Set.of(), "");
    }

    private static AiCall.Builder call() {
        return AiCall.builder(AiBody.of("draw"), MODEL);
    }

    private static Interaction context(int value) {
        return new Interaction.Context(Map.of("k", Json.of(value)));
    }

    private static Interaction assistant(Part part) {
        return new Interaction.Assistant(List.of(part));
    }

    private static Blob blob(String text) {
        return Blob.of(text.getBytes(StandardCharsets.UTF_8), "image/png");
    }

    private static AiBody pair(String id, String name, int argument) {
        return AiBody.builder()
                .addToolCall(id, name, Json.of(Map.of("x", argument)))
                .addToolResult(id, ToolEnvelope.ok(1))
                .build();
    }

    private void part(String field, Part before, Part after) {
        item(field, assistant(before), assistant(after));
    }

    private void envelope(String field, ToolEnvelope before, ToolEnvelope after) {
        AiBody.Builder builder = AiBody.builder().addToolCall("c", "t", Json.of(Map.of()));
        put(
                field,
                builder.addToolResult("c", before).build(),
                AiBody.builder()
                        .addToolCall("c", "t", Json.of(Map.of()))
                        .addToolResult("c", after)
                        .build());
    }

    private void item(String field, Interaction before, Interaction after) {
        put(
                field,
                AiBody.builder().add(before).build(),
                AiBody.builder().add(after).build());
    }

    private void put(String field, AiBody before, AiBody after) {
        put(field, before.fingerprint(), after.fingerprint());
        put(field, AiCall.of(before, MODEL), AiCall.of(after, MODEL));
    }

    private void put(String field, AiCall before, AiCall after) {
        put(field, before.fingerprint(), after.fingerprint());
    }

    private void put(String field, Object before, Object after) {
        boolean changed = !before.equals(after);
        Boolean known = changes.put(field, changed);
        if (known != null && known != changed) {
            throw new AssertionError(field + " counts for a body and a call in two ways");
        }
    }
}
