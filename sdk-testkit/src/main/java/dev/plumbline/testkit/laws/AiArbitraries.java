package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServerFault;
import java.util.List;
import net.jqwik.api.Arbitrary;

/** Generators for jqwik of what passes through a chain. They shrink to short, plain values; all are well-formed. */
public final class AiArbitraries {

    private AiArbitraries() {}

    /** Text of up to 20 characters, some of them outside the basic plane, with no lone surrogates; may be empty. */
    public static Arbitrary<String> texts() {
        return JsonArbitraries.texts();
    }

    /** JSON of every kind, up to three deep, with nasty numbers and unicode in keys and values. */
    public static Arbitrary<Json> json() {
        return JsonArbitraries.json(3).withoutEdgeCases();
    }

    /** JSON objects, up to three deep: what a tool call carries. */
    public static Arbitrary<Json> objects() {
        return JsonArbitraries.objects(2).withoutEdgeCases();
    }

    /** Single interactions of all seven kinds; tool calls and results among them are not paired. */
    public static Arbitrary<Interaction> interactions() {
        return TranscriptArbitraries.interactions().withoutEdgeCases();
    }

    /** Transcripts that may be sent: every tool call is answered once, with its id, in order. */
    public static Arbitrary<List<Interaction>> transcripts() {
        return TranscriptArbitraries.transcripts().withoutEdgeCases();
    }

    /** Outcomes of tools: results of every kind, with notes and media, and failures of every code. */
    public static Arbitrary<ToolEnvelope> envelopes() {
        return TranscriptArbitraries.envelopes().withoutEdgeCases();
    }

    /** JSON Schemas of objects as tools and answers have them: typed, bounded, nested, some members required. */
    public static Arbitrary<Json> schemas() {
        return SchemaArbitraries.schemas().withoutEdgeCases();
    }

    /**
     * Values that satisfy a schema of the portable kind: types, enum, const, anyOf, bounds of numbers, lengths and
     * lists, required members. Other keywords (pattern, format, allOf, $ref) are not looked at: filter, or write the
     * arbitrary yourself.
     */
    public static Arbitrary<Json> instances(Json schema) {
        return SchemaArbitraries.instances(schema).withoutEdgeCases();
    }

    /**
     * Values that break a schema of {@link #schemas} in exactly one place: a type, a bound, a word, a member missing
     * or too many.
     */
    public static Arbitrary<Json> violations(Json schema) {
        return SchemaViolationArbitraries.of(schema).withoutEdgeCases();
    }

    /** Sets of tools with different names, schemas and hints. */
    public static Arbitrary<List<ToolDefinition>> tools() {
        return ProgramArbitraries.tools().withoutEdgeCases();
    }

    /**
     * Transcripts that may not be sent: a result missing, twice, of no call, under another id, before its call, out of
     * order.
     */
    public static Arbitrary<List<Interaction>> brokenTranscripts() {
        return BrokenTranscripts.all().withoutEdgeCases();
    }

    /** What goes wrong with up to four answers in a row, for {@link ServerFault#of}. */
    public static Arbitrary<List<ServerFault>> faults() {
        return ProgramArbitraries.faults().withoutEdgeCases();
    }

    /**
     * One to eight things done to a conversation: send, fork, edit, interject, cancel, crash, resume. They shrink to
     * few.
     */
    public static Arbitrary<List<SessionStep>> programs() {
        return ProgramArbitraries.programs().withoutEdgeCases();
    }

    /** Bodies with a transcript that may be sent, any filters, and sometimes an output schema. */
    public static Arbitrary<AiBody> bodies() {
        return TranscriptArbitraries.bodies().withoutEdgeCases();
    }

    /**
     * Streams of deltas as providers send them: text, reasoning, refusals, parts in one piece and tool calls in any
     * chunking; boundaries, usage and Resets between them; finished or cut.
     *
     * @param texts what text, reasoning and refusals are made of
     */
    public static Arbitrary<List<AiDelta>> streams(Arbitrary<String> texts) {
        return StreamArbitraries.streams(texts).withoutEdgeCases();
    }

    /** Streams of {@link #texts()}. */
    public static Arbitrary<List<AiDelta>> streams() {
        return streams(texts());
    }

    /** The same stream in other pieces: text and arguments are split or joined anywhere, nothing else changes. */
    public static Arbitrary<List<AiDelta>> rechunked(List<AiDelta> stream) {
        return StreamArbitraries.rechunked(stream).withoutEdgeCases();
    }

    /** The same bytes in pieces of any size from 1, in order. */
    public static Arbitrary<List<byte[]>> chunkings(byte[] bytes) {
        return StreamArbitraries.chunkings(bytes).withoutEdgeCases();
    }
}
