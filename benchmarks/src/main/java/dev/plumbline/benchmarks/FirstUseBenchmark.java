package dev.plumbline.benchmarks;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The first thing a service does in a fresh process, classes loaded and all: describing a type, checking a plain value, and
 * what needs the library; the same after a warm-up.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(5)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class FirstUseBenchmark {
    private static final String PLAIN =
            "{\"type\":\"object\",\"properties\":{\"length\":{\"type\":\"number\"}},\"required\":[\"length\"]}";

    private final JsonSchemaService schemas = JsonSchemas.service();

    /** What is described. */
    public record Wall(String id, double length) {}

    /** The schema of a record. */
    @Benchmark
    public Json describe() {
        return schemas.schemaOf(Wall.class);
    }

    /** A value that fits a plain schema. */
    @Benchmark
    public ValidationResult plain() {
        return schemas.validate(Json.parse(PLAIN), Json.parse("{\"length\":1}"));
    }

    /** A value that does not: the library is loaded. */
    @Benchmark
    public ValidationResult library() {
        return schemas.validate(Json.parse(PLAIN), Json.parse("{}"));
    }

    /** The warm-up, on this thread. */
    @Benchmark
    public JsonSchemaService warmUp() {
        JsonSchemas.warmUp(schemas, Runnable::run);
        return schemas;
    }
}
