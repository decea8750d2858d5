package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiDelta;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.internal.DeltaText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of streams and of their chunkings. */
final class StreamArbitraries {

    private StreamArbitraries() {}

    static Arbitrary<List<AiDelta>> streams(Arbitrary<String> texts) {
        return attempts(texts).list().ofMinSize(1).ofMaxSize(3).map(StreamArbitraries::withResets);
    }

    static Arbitrary<List<AiDelta>> rechunked(List<AiDelta> stream) {
        List<Arbitrary<List<AiDelta>>> pieces = StreamChunking.joined(stream).stream()
                .map(StreamArbitraries::split)
                .toList();
        return Combinators.combine(pieces).as(StreamArbitraries::flat);
    }

    static Arbitrary<List<byte[]>> chunkings(byte[] bytes) {
        return cuts(bytes.length).map(cuts -> {
            List<byte[]> chunks = new ArrayList<>();
            for (int i = 1; i < cuts.size(); i++) {
                chunks.add(Arrays.copyOfRange(bytes, cuts.get(i - 1), cuts.get(i)));
            }
            return chunks;
        });
    }

    /** Returns single attempts: some content, finished or truncated. */
    private static Arbitrary<List<AiDelta>> attempts(Arbitrary<String> texts) {
        Arbitrary<List<AiDelta>> content = segments(texts)
                .list()
                .ofMaxSize(5)
                .map(StreamArbitraries::flat)
                .map(StreamArbitraries::withCallIndexes);
        Arbitrary<Optional<AiDelta>> end = Arbitraries.frequency(
                        Tuple.of(3, FinishReason.STOP),
                        Tuple.of(2, FinishReason.LENGTH),
                        Tuple.of(2, FinishReason.TOOL_CALLS),
                        Tuple.of(1, FinishReason.CONTENT_FILTER),
                        Tuple.of(1, FinishReason.OTHER))
                .map(reason -> (AiDelta) new AiDelta.Finish(reason))
                .optional(0.8);
        return Combinators.combine(content, end).as((deltas, finish) -> {
            List<AiDelta> attempt = new ArrayList<>(deltas);
            finish.ifPresent(attempt::add);
            return attempt;
        });
    }

    private static Arbitrary<List<AiDelta>> segments(Arbitrary<String> texts) {
        return Arbitraries.frequencyOf(
                Tuple.of(6, words(texts, AiDelta.Text::new)),
                Tuple.of(2, words(texts, AiDelta.Reasoning::new)),
                Tuple.of(1, words(texts, AiDelta.Refusal::new)),
                Tuple.of(2, calls()),
                Tuple.of(1, Arbitraries.just(List.of(new AiDelta.Boundary()))),
                Tuple.of(1, usage()),
                Tuple.of(1, TranscriptArbitraries.media().map(part -> List.of(new AiDelta.Whole(part)))));
    }

    private static Arbitrary<List<AiDelta>> words(Arbitrary<String> texts, Function<String, AiDelta> of) {
        Arbitrary<AiDelta> pieces = texts.map(of);
        return Arbitraries.frequencyOf(
                Tuple.of(4, pieces.list().ofMinSize(1).ofMaxSize(3)),
                Tuple.of(1, pieces.map(piece -> List.of(piece, piece))));
    }

    private static Arbitrary<List<AiDelta>> usage() {
        Arbitrary<Long> tokens = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.longs().between(0, 50)), Tuple.of(1, Arbitraries.of(40_000L, 5_000_000_000L)));
        Arbitrary<Long> some = Arbitraries.of(0L, 0L, 1L, 7L);
        return Combinators.combine(tokens, tokens, some, some, some, some)
                .as((input, output, cached, writes, longWrites, reasoning) -> List.of(
                        new AiDelta.UsageReport(Usage.of(input + cached + writes + longWrites, output + reasoning)
                                .withCachedInput(cached)
                                .withCacheWrites(writes + longWrites)
                                .withLongCacheWrites(longWrites)
                                .withReasoning(reasoning))));
    }

    /** Returns tool calls of index 0 in pieces; {@link #withCallIndexes} assigns the indexes. */
    private static Arbitrary<List<AiDelta>> calls() {
        return Combinators.combine(TranscriptArbitraries.names(), JsonArbitraries.objects(1))
                .as((name, arguments) -> new AiDelta.ToolCallPart(0, "call", name, arguments.text()))
                .flatMap(StreamArbitraries::split);
    }

    private static List<AiDelta> withCallIndexes(List<AiDelta> deltas) {
        List<AiDelta> numbered = new ArrayList<>();
        int calls = 0;
        for (AiDelta delta : deltas) {
            if (delta instanceof AiDelta.ToolCallPart part) {
                boolean begins = !part.id().isEmpty();
                calls += begins ? 1 : 0;
                String id = begins ? "call_" + calls : "";
                numbered.add(new AiDelta.ToolCallPart(calls - 1, id, part.name(), part.arguments()));
            } else {
                numbered.add(delta);
            }
        }
        return numbered;
    }

    private static List<AiDelta> withResets(List<List<AiDelta>> attempts) {
        List<AiDelta> stream = new ArrayList<>(attempts.get(0));
        for (int attempt = 1; attempt < attempts.size(); attempt++) {
            stream.add(new AiDelta.Reset(attempt + 1));
            stream.addAll(attempts.get(attempt));
        }
        return stream;
    }

    private static List<AiDelta> flat(List<List<AiDelta>> pieces) {
        return pieces.stream().flatMap(List::stream).toList();
    }

    /** Returns one delta in any number of pieces. */
    private static Arbitrary<List<AiDelta>> split(AiDelta delta) {
        return DeltaText.isIn(delta)
                ? split(DeltaText.of(delta)).map(pieces -> StreamChunking.inPieces(delta, pieces))
                : Arbitraries.just(List.of(delta));
    }

    /** Returns the pieces of a text, cut between characters and never inside a surrogate pair, as decoders do. */
    private static Arbitrary<List<String>> split(String text) {
        return cuts(text.length()).map(cuts -> {
            List<String> pieces = new ArrayList<>();
            int from = 0;
            for (int cut : cuts) {
                boolean insidePair = cut > 0 && cut < text.length() && Character.isLowSurrogate(text.charAt(cut));
                if (cut > from && !insidePair) {
                    pieces.add(text.substring(from, cut));
                    from = cut;
                }
            }
            return pieces;
        });
    }

    /** Returns ascending positions from 0 to the length, both included. */
    private static Arbitrary<List<Integer>> cuts(int length) {
        if (length < 2) {
            return Arbitraries.just(length == 0 ? List.of(0) : List.of(0, 1));
        }
        return Arbitraries.integers()
                .between(1, length - 1)
                .set()
                .ofMaxSize(Math.min(length - 1, 8))
                .map(inner -> {
                    List<Integer> cuts = new ArrayList<>(inner);
                    cuts.add(0);
                    cuts.add(length);
                    cuts.sort(Integer::compare);
                    return cuts;
                });
    }
}
