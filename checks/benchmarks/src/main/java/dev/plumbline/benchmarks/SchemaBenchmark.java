package dev.plumbline.benchmarks;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures parsing and validating an answer of 10 KB against a compiled schema of 50 properties, by the SDK and by the
 * library alone: with a schema that needs the library, and with a simple one. Also measures finding a checked schema:
 * the same object, and an equal one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SchemaBenchmark {
    private final JsonSchemaService schemas = JsonSchemas.service();
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final Json plain = schema(Json.object().with("type", "number").with("minimum", 0));
    private final Json rich = schema(Json.object()
            .with(
                    "anyOf",
                    List.of(Json.object().with("type", "number"), Json.object().with("type", "string"))));
    private final Json line = Json.parse("{\"type\":\"object\",\"properties\":{\"x1\":{\"type\":\"number\"},"
            + "\"y1\":{\"type\":\"number\"},\"x2\":{\"type\":\"number\"},\"y2\":{\"type\":\"number\"}},"
            + "\"required\":[\"x1\",\"y1\",\"x2\",\"y2\"],\"additionalProperties\":false}");
    private final Json arguments = Json.parse("{\"x1\":0,\"y1\":0,\"x2\":5000,\"y2\":0}");
    private final String answer = answer();
    private final Schema compiledPlain = compiled(plain);
    private final Schema compiledRich = compiled(rich);

    private static Json schema(Json number) {
        Json properties = Json.object();
        List<String> required = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            properties = properties
                    .with("length" + i, number)
                    .with(
                            "points" + i,
                            Json.object()
                                    .with("type", "array")
                                    .with("items", Json.object().with("type", "number")));
            required.add("length" + i);
        }
        return Json.object()
                .with("type", "object")
                .with("properties", properties)
                .with("required", required)
                .with("additionalProperties", false);
    }

    private static String answer() {
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < 55; i++) {
            points.add(1000.25 + i);
        }
        Json answer = Json.object();
        for (int i = 0; i < 25; i++) {
            answer = answer.with("length" + i, 12.5 + i).with("points" + i, points);
        }
        return answer.text();
    }

    private Schema compiled(Json schema) {
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(mapper.readTree(schema.text()));
        compiled.initializeValidators();
        return compiled;
    }

    /** Measures the SDK with a schema that needs the library. */
    @Benchmark
    public ValidationResult answerByLibrary() {
        return schemas.validate(rich, Json.parse(answer));
    }

    /** Measures the baseline: the library alone. */
    @Benchmark
    public List<Error> floorOfLibrary() {
        return compiledRich.validate(mapper.readTree(answer));
    }

    /** Measures the SDK with a simple schema. */
    @Benchmark
    public ValidationResult answerPlain() {
        return schemas.validate(plain, Json.parse(answer));
    }

    /** Measures the baseline: the library with the simple schema. */
    @Benchmark
    public List<Error> floorOfPlain() {
        return compiledPlain.validate(mapper.readTree(answer));
    }

    /** Measures validating the arguments of a tool with four numbers. */
    @Benchmark
    public ValidationResult arguments() {
        return schemas.validate(line, arguments);
    }

    /** Measures finding the same schema object. */
    @Benchmark
    public ValidationResult lookup() {
        return schemas.check(plain);
    }

    /** Measures finding an equal schema, which is hashed first. */
    @Benchmark
    public ValidationResult lookupOfEqual() {
        return schemas.check(plain.with("title", "An answer."));
    }
}
