package dev.plumbline.benchmarks;

import dev.plumbline.json.Json;
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

/** Measures reading 100 KB of chat JSON and writing its canonical form, compared with reading its tokens. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CanonicalBenchmark {
    private final JsonFactory factory = new JsonFactory();
    private final byte[] document = SampleChatJson.document(100_000);

    /** Measures the SDK. */
    @Benchmark
    public byte[] canonical() {
        return Json.parse(document).canonicalBytes();
    }

    /** Measures the baseline: reading every token and text. */
    @Benchmark
    public int floor() {
        int seen = 0;
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), document)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                seen += token.isScalarValue() ? parser.getString().length() : 1;
            }
        }
        return seen;
    }
}
