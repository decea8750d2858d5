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
 * Measures the first use of a schema service in a new process, including class loading: generating a schema, validating
 * a simple value, and validating with the library; the same after a warm-up.
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

    /** The type whose schema is generated. */
    public record Wall(String id, double length) {}

    /** Measures generating the schema of a record. */
    @Benchmark
    public Json describe() {
        return schemas.schemaOf(Wall.class);
    }

    /** Measures validating a value against a simple schema. */
    @Benchmark
    public ValidationResult plain() {
        return schemas.validate(Json.parse(PLAIN), Json.parse("{\"length\":1}"));
    }

    /** Measures validating an invalid value, which loads the library. */
    @Benchmark
    public ValidationResult library() {
        return schemas.validate(Json.parse(PLAIN), Json.parse("{}"));
    }

    /** Measures the warm-up, on this thread. */
    @Benchmark
    public JsonSchemaService warmUp() {
        JsonSchemas.warmUp(schemas, Runnable::run);
        return schemas;
    }
}
