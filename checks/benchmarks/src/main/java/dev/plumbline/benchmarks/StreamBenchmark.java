package dev.plumbline.benchmarks;

import dev.plumbline.call.AiReturn;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Measures decoding and folding a stream of 2,000 text deltas from its bytes (lines, events, chunks, deltas, fold),
 * compared with two scans of the tokens of the same events: one without and one with reading every text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StreamBenchmark {
    private static final int DELTAS = 2_000;

    private final JsonFactory factory = new JsonFactory();
    private final byte[] stream = stream();

    private static byte[] stream() {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < DELTAS; i++) {
            events.append(event("{\"content\":\" word" + i % 100 + "\"}", "null"));
        }
        return events.append(event("{}", "\"stop\""))
                .append("data: [DONE]\n\n")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String event(String delta, String finish) {
        return "data: {\"id\":\"chatcmpl-Bexample1234567890abcdefgh\",\"object\":\"chat.completion.chunk\","
                + "\"created\":1780000000,\"model\":\"gpt-5-mini-2026-01-01\",\"service_tier\":\"default\","
                + "\"system_fingerprint\":\"fp_0123456789\",\"choices\":[{\"index\":0,\"delta\":" + delta
                + ",\"logprobs\":null,\"finish_reason\":" + finish + "}],\"usage\":null}\n\n";
    }

    /** Measures the SDK. */
    @Benchmark
    public AiReturn decodeAndFold() {
        return RecordedResponses.fold("openai-chat", "benchmark.sse", stream);
    }

    /** Measures the baseline: every token, without reading texts. */
    @Benchmark
    public int bareWalk() {
        return walk(false);
    }

    /** Measures the baseline with reading texts. */
    @Benchmark
    public int readingWalk() {
        return walk(true);
    }

    private int walk(boolean reading) {
        int seen = 0;
        int at = 0;
        while (at < stream.length) {
            int end = at;
            while (stream[end] != '\n') {
                end++;
            }
            if (end - at > 6 && stream[at + 6] == '{') {
                seen += walk(at + 6, end - at - 6, reading);
            }
            at = end + 1;
        }
        return seen;
    }

    private int walk(int from, int length, boolean reading) {
        int seen = 0;
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), stream, from, length)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                seen += reading && token == JsonToken.VALUE_STRING
                        ? parser.getString().length()
                        : 1;
            }
        }
        return seen;
    }
}
