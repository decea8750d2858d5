package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.List;
import net.jqwik.api.Arbitrary;

/**
 * Factory for jqwik generators of calls, answers and transcripts. They shrink to short, simple values; all are
 * well-formed.
 */
public final class AiArbitraries {

    private AiArbitraries() {}

    /** Returns texts of up to 20 characters, some outside the basic plane, without lone surrogates; may be empty. */
    public static Arbitrary<String> texts() {
        return JsonArbitraries.texts();
    }

    /** Returns JSON of every kind, up to three levels deep, with unusual numbers and Unicode in keys and values. */
    public static Arbitrary<Json> json() {
        return JsonArbitraries.json(3).withoutEdgeCases();
    }

    /** Returns JSON objects, up to three levels deep, as in tool calls. */
    public static Arbitrary<Json> objects() {
        return JsonArbitraries.objects(2).withoutEdgeCases();
    }

    /** Returns single interactions of all seven kinds, with unpaired tool calls and results. */
    public static Arbitrary<Interaction> interactions() {
        return TranscriptArbitraries.interactions().withoutEdgeCases();
    }

    /** Returns valid transcripts: every tool call is answered once, with its id, in order. */
    public static Arbitrary<List<Interaction>> transcripts() {
        return TranscriptArbitraries.transcripts().withoutEdgeCases();
    }

    /** Returns outcomes of tools: results of every kind, with metadata and media, and failures of every code. */
    public static Arbitrary<ToolEnvelope> envelopes() {
        return TranscriptArbitraries.envelopes().withoutEdgeCases();
    }

    /** Returns JSON Schemas of objects as in tools and answers: typed, bounded, nested, with some required members. */
    public static Arbitrary<Json> schemas() {
        return SchemaArbitraries.schemas().withoutEdgeCases();
    }

    /**
     * Returns values that satisfy a schema with these keywords: types, enum, const, anyOf, bounds of numbers, lengths
     * and lists, required members. Other keywords (pattern, format, allOf, $ref) are ignored; for them, filter the
     * values or write a generator.
     */
    public static Arbitrary<Json> instances(Json schema) {
        return SchemaArbitraries.instances(schema).withoutEdgeCases();
    }

    /**
     * Returns values that break a schema of {@link #schemas} in exactly one place: a type, a bound, a constant, a
     * missing or additional member.
     */
    public static Arbitrary<Json> violations(Json schema) {
        return SchemaViolationArbitraries.of(schema).withoutEdgeCases();
    }

    /** Returns sets of tools with different names, schemas and hints. */
    public static Arbitrary<List<ToolDefinition>> tools() {
        return TranscriptArbitraries.tools().withoutEdgeCases();
    }

    /**
     * Returns invalid transcripts, with a result that is missing, repeated, without call, under another id, before its
     * call, or out of order.
     */
    public static Arbitrary<List<Interaction>> brokenTranscripts() {
        return BrokenTranscripts.all().withoutEdgeCases();
    }

    /** Returns bodies with a valid transcript, any filters, and sometimes an output schema. */
    public static Arbitrary<AiBody> bodies() {
        return TranscriptArbitraries.bodies().withoutEdgeCases();
    }

    /**
     * Returns streams of deltas as providers send them: text, reasoning, refusals, whole parts and tool calls in any
     * chunking, with boundaries, usage and Resets; finished or truncated.
     *
     * @param texts generates text, reasoning and refusals
     */
    public static Arbitrary<List<AiDelta>> streams(Arbitrary<String> texts) {
        return StreamArbitraries.streams(texts).withoutEdgeCases();
    }

    /** Returns streams of {@link #texts()}. */
    public static Arbitrary<List<AiDelta>> streams() {
        return streams(texts());
    }

    /** Returns the same stream in other pieces: text and arguments are split or joined anywhere. */
    public static Arbitrary<List<AiDelta>> rechunked(List<AiDelta> stream) {
        return StreamArbitraries.rechunked(stream).withoutEdgeCases();
    }

    /** Returns the same bytes in pieces of any size from 1, in order. */
    public static Arbitrary<List<byte[]>> chunkings(byte[] bytes) {
        return StreamArbitraries.chunkings(bytes).withoutEdgeCases();
    }
}
