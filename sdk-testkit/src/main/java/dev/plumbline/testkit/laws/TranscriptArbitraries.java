package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of interactions and transcripts. */
final class TranscriptArbitraries {
    private static final String[] NAMES = {"drawWall", "drawDoor", "measure", "area.of-room"};
    private static final String[] SELECTORS = {"", "*", "draw*", "drawWall, measure", "*, -drawDoor", "#read-only"};

    private TranscriptArbitraries() {}

    static Arbitrary<String> names() {
        return Arbitraries.of(NAMES);
    }

    static Arbitrary<Interaction> interactions() {
        return Arbitraries.oneOf(List.of(
                unpaired(),
                calls("call_1").map(call -> (Interaction) call),
                envelopes().map(envelope -> (Interaction) new Interaction.ToolResult("call_1", envelope))));
    }

    static Arbitrary<List<Interaction>> transcripts() {
        return Arbitraries.frequencyOf(Tuple.of(3, unpaired().map(List::of)), Tuple.of(1, rounds(calls(""))))
                .list()
                .ofMaxSize(6)
                .map(TranscriptArbitraries::numbered);
    }

    /**
     * Returns transcripts of up to 40 interactions, with questions that come again, which end with a question or with the
     * results of tools.
     */
    static Arbitrary<List<Interaction>> conversations() {
        Arbitrary<List<Interaction>> again =
                Arbitraries.just(List.of(Interaction.user("Go on."), assistant("It is done.")));
        Arbitrary<List<Interaction>> question =
                Arbitraries.of("Go on.", "Which wall is the longest?").map(text -> List.of(Interaction.user(text)));
        Arbitrary<List<List<Interaction>>> blocks = Arbitraries.frequencyOf(
                        Tuple.of(3, unpaired().map(List::of)),
                        Tuple.of(2, rounds(writtenCalls(""))),
                        Tuple.of(2, again))
                .list()
                .ofMaxSize(8);
        return Combinators.combine(
                        blocks, Arbitraries.frequencyOf(Tuple.of(3, question), Tuple.of(1, rounds(writtenCalls("")))))
                .as((before, end) -> {
                    List<List<Interaction>> all = new ArrayList<>(before);
                    all.add(end);
                    return numbered(all);
                });
    }

    private static Interaction assistant(String text) {
        return new Interaction.Assistant(List.of(new Part.Text(text)));
    }

    static Arbitrary<AiBody> bodies() {
        Arbitrary<String> selectors = Arbitraries.of(SELECTORS);
        return Combinators.combine(
                        transcripts(), selectors, selectors, schemas().optional(0.2))
                .as((transcript, tools, context, schema) -> {
                    AiBody.Builder body = AiBody.builder()
                            .addAll(transcript)
                            .toolFilter(tools)
                            .contextFilter(context);
                    return schema.map(body::outputSchema).orElse(body).build();
                });
    }

    static Arbitrary<List<ToolDefinition>> tools() {
        Arbitrary<Set<String>> tags = Arbitraries.subsetOf("read-only", "destructive", "idempotent", "pure");
        Arbitrary<String> descriptions = JsonArbitraries.texts();
        return Combinators.combine(
                        names().map(name -> name.replace('.', '_')),
                        descriptions,
                        SchemaArbitraries.schemas(),
                        schemas().optional(0.3),
                        tags,
                        Arbitraries.of("", "", "an extension", "another"))
                .as(ToolDefinition::new)
                .list()
                .ofMaxSize(4)
                .uniqueElements(ToolDefinition::name);
    }

    static Arbitrary<Part> parts() {
        Arbitrary<String> texts = JsonArbitraries.texts();
        return Arbitraries.oneOf(List.of(
                texts.map(Part.Text::new),
                texts.map(Part.Text::new),
                texts.map(Part.Reasoning::new),
                texts.map(Part.Refusal::new),
                media(),
                Combinators.combine(
                                Arbitraries.of("scripted", "scripted", "other"),
                                JsonArbitraries.json(1),
                                Arbitraries.of("", "", "a digest"),
                                Arbitraries.of("", "an account", "another"))
                        .as(Part.Opaque::new)));
    }

    static Arbitrary<Part> media() {
        Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(4);
        return Arbitraries.oneOf(List.of(
                bytes.map(raw -> new Part.Image(Blob.of(raw, "image/png"))),
                bytes.map(raw -> new Part.Audio(Blob.of(raw, "audio/wav"))),
                Combinators.combine(Arbitraries.of("plan.pdf", "wall.pdf", ""), bytes)
                        .as((name, raw) -> new Part.File(name, Blob.of(raw, "application/pdf")))));
    }

    private static Arbitrary<Interaction> unpaired() {
        Arbitrary<String> texts = JsonArbitraries.texts();
        return Arbitraries.oneOf(List.of(
                texts.map(text -> (Interaction) new Interaction.User(List.of(new Part.Text(text)))),
                texts.map(Interaction.System::new),
                texts.map(Interaction.Summary::new),
                Arbitraries.maps(texts, JsonArbitraries.json(1)).ofMaxSize(3).map(Interaction.Context::new),
                parts().list().ofMaxSize(3).map(Interaction.User::new),
                parts().list().ofMaxSize(3).map(Interaction.Assistant::new)));
    }

    static Arbitrary<Interaction.ToolCall> calls(String id) {
        return Combinators.combine(names(), JsonArbitraries.objects(1))
                .as((name, arguments) -> new Interaction.ToolCall(id, name, arguments));
    }

    /** Returns calls as models write them, some with arguments that are not JSON. */
    static Arbitrary<Interaction.ToolCall> writtenCalls(String id) {
        return Arbitraries.frequencyOf(
                Tuple.of(6, calls(id)),
                Tuple.of(1, names().map(name -> new Interaction.ToolCall(id, name, Json.of("not json{")))));
    }

    static Arbitrary<ToolEnvelope> envelopes() {
        return Arbitraries.oneOf(List.of(
                JsonArbitraries.objects(1).map(ToolEnvelope::ok),
                JsonArbitraries.objects(0).map(result -> ToolEnvelope.ok(result).withMeta("truncated", true)),
                media().list()
                        .ofMinSize(1)
                        .ofMaxSize(2)
                        .map(parts -> ToolEnvelope.ok("drawn").withOnlyParts(parts)),
                Combinators.combine(Arbitraries.of(ToolEnvelope.Code.values()), JsonArbitraries.texts())
                        .as(ToolEnvelope::failed),
                Combinators.combine(
                                Arbitraries.of(ToolEnvelope.Code.values()),
                                JsonArbitraries.texts(),
                                Arbitraries.of(ToolEnvelope.Effect.values()),
                                Arbitraries.of(true, false))
                        .as((code, message, effect, may) -> ToolEnvelope.failed(code, message)
                                .withEffect(effect)
                                .withRetryable(may))));
    }

    /** Returns one to three calls and their results, without ids. */
    private static Arbitrary<List<Interaction>> rounds(Arbitrary<Interaction.ToolCall> calls) {
        return Combinators.combine(calls, envelopes())
                .as(Answered::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(TranscriptArbitraries::round);
    }

    private static List<Interaction> round(List<Answered> answered) {
        List<Interaction> round = new ArrayList<>();
        answered.forEach(pair -> round.add(pair.call()));
        answered.forEach(pair -> round.add(new Interaction.ToolResult("", pair.envelope())));
        return round;
    }

    /** Returns the joined blocks; ids contain the block and the index in its round. */
    private static List<Interaction> numbered(List<List<Interaction>> blocks) {
        List<Interaction> transcript = new ArrayList<>();
        for (int block = 0; block < blocks.size(); block++) {
            List<Interaction> items = blocks.get(block);
            for (int i = 0; i < items.size(); i++) {
                transcript.add(withId(items.get(i), "call_" + block + "_" + i % Math.max(1, items.size() / 2)));
            }
        }
        return transcript;
    }

    private static Interaction withId(Interaction item, String id) {
        if (item instanceof Interaction.ToolCall call) {
            return new Interaction.ToolCall(id, call.name(), call.arguments());
        }
        return item instanceof Interaction.ToolResult result ? new Interaction.ToolResult(id, result.envelope()) : item;
    }

    private static Arbitrary<Json> schemas() {
        return Arbitraries.of(
                Json.parse(
                        "{\"type\":\"object\",\"properties\":{\"area\":{\"type\":\"number\"}},\"required\":[\"area\"]}"),
                Json.parse("{\"enum\":[\"a\",\"b\"]}"));
    }

    private record Answered(Interaction.ToolCall call, ToolEnvelope envelope) {}
}
