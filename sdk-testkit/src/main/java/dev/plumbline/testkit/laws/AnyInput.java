package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** The generators of the inputs of laws. */
final class AnyInput {
    /** A note that a policy outside has left in a call. */
    static final TypedKey<String> NOTE = TypedKey.of("law.note", String.class);

    /** What may stand beside a word: letters that have another length in small or capital letters, rare ones and joined ones. */
    static final List<String> BESIDE = List.of(
            "the plan", "\u0130", "\u00df", "\u0149", "\ufb03", "\ud83d\ude00", "e\u0301", "\u212a", "\ufdfa", ".", "");

    private AnyInput() {}

    /** Generates the streams for laws. */
    static final class Stream implements ArbitrarySupplier<List<AiDelta>> {
        @Override
        public Arbitrary<List<AiDelta>> get() {
            return AiArbitraries.streams();
        }
    }

    /** Generates calls of short and long conversations, with everything else that a call can have. */
    static final class Call implements ArbitrarySupplier<AiCall> {
        @Override
        public Arbitrary<AiCall> get() {
            Arbitrary<ModelOptions> options = Arbitraries.of(
                    ModelOptions.none(),
                    ModelOptions.builder()
                            .temperature(0.3)
                            .maxOutputTokens(900)
                            .seed(7)
                            .topP(0.9)
                            .stop("###")
                            .addRaw("logprobs", Json.of(true))
                            .build(),
                    ModelOptions.builder()
                            .model(ModelId.parse("scripted:named"))
                            .temperature(0)
                            .topP(1)
                            .seed(0)
                            .reasoning(ModelOptions.Reasoning.LOW)
                            .toolChoice(ModelOptions.ToolChoice.AUTO)
                            .addRaw("logprobs", Json.of(true))
                            .addRaw("user", Json.of("a"))
                            .build());
            return Combinators.combine(
                            TranscriptArbitraries.conversations(),
                            AiArbitraries.tools(),
                            options,
                            Arbitraries.of(true, false))
                    .as(Call::of)
                    .withoutEdgeCases();
        }

        private static AiCall of(
                List<Interaction> said, List<ToolDefinition> tools, ModelOptions options, boolean isAdded) {
            AiBody body = AiBody.builder()
                    .addAll(said)
                    .toolFilter(isAdded ? "draw*" : "*")
                    .contextFilter(isAdded ? "plan, -time" : "*")
                    .build();
            AiCall call = AiCall.builder(body, ModelId.parse("scripted:script"))
                    .tools(tools)
                    .options(options)
                    .ids(new CallIds("session-7", "turn-7", 1, "request-7"))
                    .namespace("plan-7")
                    .addResource("plan.dwg", "7f3a")
                    .observer(event -> {})
                    .build()
                    .withAttribute(NOTE, "a note")
                    .withCacheIrrelevantContext(Set.of("time"));
            return isAdded ? call.withAdded(new Interaction.System("Be brief.")) : call;
        }
    }

    /** Generates what a service says in an answer: text in pieces, or up to four tool calls, tokens and the end. */
    static final class Said implements ArbitrarySupplier<List<AiDelta>> {
        @Override
        public Arbitrary<List<AiDelta>> get() {
            Arbitrary<String> words =
                    Arbitraries.frequencyOf(Tuple.of(20, AiArbitraries.texts()), Tuple.of(1, Arbitraries.of(LONG)));
            Arbitrary<List<AiDelta>> texts = Arbitraries.frequencyOf(
                            Tuple.of(4, words.list().ofMaxSize(5)), Tuple.of(1, words.map(text -> List.of(text, text))))
                    .map(pieces -> pieces.stream()
                            .filter(piece -> !piece.isEmpty())
                            .<AiDelta>map(AiDelta.Text::new)
                            .toList());
            Arbitrary<List<AiDelta>> calls = TranscriptArbitraries.calls("")
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(4)
                    .map(Said::parts);
            Arbitrary<AiDelta> usage = Combinators.combine(
                            Arbitraries.of(0L, 10L, 40_000L, 3_000_000_000L),
                            Arbitraries.of(1L, 17L, 70_000L),
                            Arbitraries.of(1L, 2L, 5L))
                    .as((input, output, part) -> new AiDelta.UsageReport(Usage.of(input, output)
                            .withCachedInput(input / 2 / part)
                            .withCacheWrites(input / 5 / part)
                            .withReasoning(output / 3 / part)));
            Arbitrary<AiDelta> end =
                    Arbitraries.of(FinishReason.STOP, FinishReason.LENGTH).map(AiDelta.Finish::new);
            return Arbitraries.oneOf(
                            Combinators.combine(texts.filter(pieces -> !pieces.isEmpty()), usage, end)
                                    .as((said, tokens, finish) -> all(List.of(), said, tokens, finish)),
                            Combinators.combine(texts, calls, usage)
                                    .as((said, some, tokens) ->
                                            all(said, some, tokens, new AiDelta.Finish(FinishReason.TOOL_CALLS))))
                    .withoutEdgeCases();
        }

        private static final String LONG = "A wall of 5 m. ".repeat(5000);

        private static List<AiDelta> parts(List<Interaction.ToolCall> calls) {
            return IntStream.range(0, calls.size())
                    .<AiDelta>mapToObj(i -> new AiDelta.ToolCallPart(
                            i,
                            "call_" + (i + 1),
                            calls.get(i).name(),
                            calls.get(i).arguments().text()))
                    .toList();
        }

        private static List<AiDelta> all(List<AiDelta> said, List<AiDelta> then, AiDelta tokens, AiDelta end) {
            return java.util.stream.Stream.of(said, then, List.of(tokens, end))
                    .flatMap(List::stream)
                    .toList();
        }
    }

    /** Generates what was done before: numbers of rows of {@link dev.plumbline.testkit.internal.Pairs}. */
    static final class History implements ArbitrarySupplier<List<Integer>> {
        @Override
        public Arbitrary<List<Integer>> get() {
            Arbitrary<Integer> calls = Arbitraries.integers().between(0, 999);
            // limits and circuits count what ends in one way
            Arbitrary<List<Integer>> equal = Combinators.combine(
                            calls, Arbitraries.integers().between(2, 12))
                    .as((each, times) -> Collections.nCopies(times, each));
            return Arbitraries.oneOf(calls.list().ofMaxSize(6), equal).withoutEdgeCases();
        }
    }

    /** Generates operations of a store, as numbers. */
    static final class Steps implements ArbitrarySupplier<List<Integer>> {
        @Override
        public Arbitrary<List<Integer>> get() {
            return Arbitraries.integers()
                    .between(0, 9999)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(16)
                    .withoutEdgeCases();
        }
    }

    /** Generates texts of users and models. */
    static final class Text implements ArbitrarySupplier<String> {
        @Override
        public Arbitrary<String> get() {
            return AiArbitraries.texts();
        }
    }

    /** Generates a few records: objects with any JSON. */
    static final class Records implements ArbitrarySupplier<List<Json>> {
        @Override
        public Arbitrary<List<Json>> get() {
            return AiArbitraries.json()
                    .map(value -> Json.object().with("kind", "any").with("value", value))
                    .list()
                    .ofMaxSize(6)
                    .withoutEdgeCases();
        }
    }

    /** Generates texts with values that a redactor finds, characters outside the basic plane, and any other characters. */
    static final class RedactableText implements ArbitrarySupplier<String> {
        @Override
        public Arbitrary<String> get() {
            Arbitrary<String> personal = Arbitraries.of(
                    "Anna Berg", "Hauptstr. 5", "anna@example.org", "+49 30 123456", "the plan of ", ", ", "\n", " ");
            return Arbitraries.frequencyOf(
                            Tuple.of(4, personal),
                            Tuple.of(2, Arbitraries.of("😀", "𝔸nna", "é", "ﷺ")),
                            Tuple.of(1, Arbitraries.strings().ofMaxLength(8)))
                    .list()
                    .ofMaxSize(8)
                    .map(pieces -> String.join("", pieces))
                    .withoutEdgeCases();
        }
    }

    /** Generates arguments without a schema. */
    static final class Arguments implements ArbitrarySupplier<Json> {
        @Override
        public Arbitrary<Json> get() {
            return AiArbitraries.objects();
        }
    }

    /** Generates outcomes of every kind. */
    static final class Answer implements ArbitrarySupplier<ToolEnvelope> {
        @Override
        public Arbitrary<ToolEnvelope> get() {
            return Combinators.combine(AiArbitraries.envelopes(), Arbitraries.of(true, false, false, false))
                    .as(ToolEnvelope::withStopsTurn);
        }
    }

    /** Generates one to three calls with different ids, some with arguments that are not JSON. */
    static final class Batch implements ArbitrarySupplier<List<Interaction.ToolCall>> {
        @Override
        public Arbitrary<List<Interaction.ToolCall>> get() {
            return TranscriptArbitraries.writtenCalls("")
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(3)
                    .map(Batch::numbered)
                    .withoutEdgeCases();
        }

        private static List<Interaction.ToolCall> numbered(List<Interaction.ToolCall> calls) {
            return IntStream.range(0, calls.size())
                    .mapToObj(i -> new Interaction.ToolCall(
                            "call_" + (i + 1), calls.get(i).name(), calls.get(i).arguments()))
                    .toList();
        }
    }

    /** Generates keys that often have equal components; two of the resource names have the same hash. */
    static final class Key implements ArbitrarySupplier<ResponseStore.Key> {
        @Override
        public Arbitrary<ResponseStore.Key> get() {
            Arbitrary<Fingerprint> calls =
                    Arbitraries.of("0", "1").map(digit -> Fingerprint.parse("plb1:" + digit.repeat(64)));
            Arbitrary<ResponseStore.Key> ofCalls = Combinators.combine(
                            Arbitraries.of("", "Aa", "BB"), Arbitraries.of(1, 2), Arbitraries.of("Aa", "BB"))
                    .as((namespace, format, question) -> ResponseStore.Key.of(
                            CallInput.plain(ModelId.parse("scripted:script"), question).toBuilder()
                                    .namespace(namespace)
                                    .build(),
                            format));
            Arbitrary<Map<String, String>> resources = Arbitraries.maps(
                            Arbitraries.of("Aa", "BB", "plan.dwg"), Arbitraries.of("Aa", "BB"))
                    .ofMaxSize(2);
            Arbitrary<ResponseStore.Key> ofParts = Combinators.combine(
                            Arbitraries.of("", "Aa", "BB", "a/b", "..", "ä"), calls, resources, Arbitraries.of(0, 1, 2))
                    .as(ResponseStore.Key::new);
            return Arbitraries.frequencyOf(Tuple.of(4, ofParts), Tuple.of(1, ofCalls))
                    .withoutEdgeCases();
        }
    }

    /** Generates entries of any JSON and time, which expire after a minute, a thousand years, or never. */
    static final class Entry implements ArbitrarySupplier<ResponseStore.Entry> {
        @Override
        public Arbitrary<ResponseStore.Entry> get() {
            Arbitrary<Json> answers = AiArbitraries.json();
            Arbitrary<Instant> times = Combinators.combine(
                            Arbitraries.longs().between(0, 4_000_000_000L),
                            Arbitraries.of(0, 5_000_000, 120_000_000, 123_456_789, 999_999_999))
                    .as(Instant::ofEpochSecond);
            Arbitrary<Set<String>> tags =
                    Arbitraries.of("Aa", "BB", "plan.dwg").set().ofMaxSize(2);
            Arbitrary<Instant> ends = Arbitraries.of(
                    Instant.MAX, Instant.MAX.minusSeconds(1), Instant.parse("3026-01-01T00:00:00.123456789Z"));
            Arbitrary<Boolean> isSoon = Arbitraries.of(true, false);
            return Combinators.combine(answers, times, Arbitraries.of("", "a:b", "a:b:c"), tags, ends, isSoon)
                    .as((answer, stored, model, some, end, soon) ->
                            new ResponseStore.Entry(answer, stored, soon ? stored.plusSeconds(60) : end, model, some))
                    .withoutEdgeCases();
        }
    }
}
