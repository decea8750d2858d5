package dev.plumbline.integration.schema;

import com.sun.management.ThreadMXBean;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Severity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Checks, converts and validates the schemas and values of JSONSchemaBench, prints the processor time of the slowest and
 * the memory that the largest allocated, and each value for which the verdict is not that of the set. The argument is the folder
 * of the repository, with {@code data} and {@code maskbench/data}.
 */
final class SchemaBenchMeasurement {
    private static final int SLOWEST = 10;

    private static final List<String> OLDER = List.of(
            "http://json-schema.org/draft-04/schema",
            "http://json-schema.org/draft-06/schema",
            "https://json-schema.org/draft/2019-09/schema");

    /** A dialect that changes all that a service may want to have changed. */
    private static final SchemaDialect STRICT = new SchemaDialect(
            "strict",
            true,
            true,
            Set.of("allOf", "oneOf", "not", "if", "then", "else", "pattern", "format", "minimum"));

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final JsonSchemaService schemas = JsonSchemas.service();
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Integer> refused = new TreeMap<>();
    private final Map<String, Integer> verdicts = new TreeMap<>();

    /** One measured operation. */
    private record Step(String what, String file, long nanos, long bytes) {}

    /** Prints the figures of a folder. */
    public static void main(String[] arguments) throws IOException {
        SchemaBenchMeasurement measurement = new SchemaBenchMeasurement();
        measurement.each(Path.of(arguments[0], "data"), measurement::schema);
        measurement.each(Path.of(arguments[0], "maskbench", "data"), measurement::tests);
        measurement.print();
    }

    private void each(Path folder, BiConsumer<String, Json> use) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(file).toString();
                try {
                    use.accept(name, Json.parse(Files.readString(file)));
                } catch (JsonException e) {
                    count(refused, "JSON: " + e.getMessage().replaceAll("[0-9]+", "N"));
                }
            }
        }
    }

    private void schema(String name, Json given) {
        Json schema = latest(given);
        ValidationResult found = timed("check", name, () -> schemas.check(schema));
        if (!found.isOk()) {
            found.findings().stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(ValidationResult.Finding::code)
                    .distinct()
                    .forEach(code -> count(refused, "check: " + code));
            count(refused, "check");
            return;
        }
        timed("wrap", name, () -> schemas.wrap(schema, STRICT));
    }

    private void tests(String name, Json file) {
        Json schema = latest(file.get("schema"));
        if (!timed("check", name, () -> schemas.check(schema)).isOk()) {
            count(verdicts, "schema refused");
            return;
        }
        for (Json test : file.get("tests").elements()) {
            Json value = test.get("data");
            boolean valid = test.get("valid").asBoolean();
            ValidationResult found = timed("validate", name, () -> schemas.validate(schema, value));
            boolean same = found.isOk() == valid;
            count(verdicts, (valid ? "valid, " : "invalid, ") + (same ? "same" : "differs"));
            if (!same) {
                System.out.println(name + " is said to be " + (valid ? "valid" : "invalid") + ": "
                        + found.findings().stream().limit(3).toList() + " "
                        + test.get("description").text());
            }
            timed("unwrap", name, () -> schemas.withoutOptionalNulls(value, schema));
        }
    }

    /** Returns the schema without an older dialect, which is refused: its other keywords mean nearly the same. */
    private static Json latest(Json schema) {
        String dialect = schema.get("$schema").findText().orElse("");
        return OLDER.stream().anyMatch(dialect::startsWith) ? schema.without("$schema") : schema;
    }

    private <T> T timed(String what, String file, Supplier<T> work) {
        long bytes = thread.getCurrentThreadAllocatedBytes();
        long begun = thread.getCurrentThreadCpuTime();
        T result = work.get();
        long nanos = thread.getCurrentThreadCpuTime() - begun;
        steps.add(new Step(what, file, nanos, thread.getCurrentThreadAllocatedBytes() - bytes));
        return result;
    }

    private static void count(Map<String, Integer> counts, String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void print() {
        System.out.println("operations: " + steps.size());
        System.out.println("refused: " + refused);
        System.out.println("verdicts: " + verdicts);
        steps.stream()
                .sorted(Comparator.comparingLong(Step::nanos).reversed())
                .limit(SLOWEST)
                .forEach(step -> System.out.println(step.what() + " " + step.file() + ": "
                        + Duration.ofNanos(step.nanos()).toMillis() + " ms"));
        steps.stream()
                .sorted(Comparator.comparingLong(Step::bytes).reversed())
                .limit(SLOWEST)
                .forEach(step ->
                        System.out.println(step.what() + " " + step.file() + ": " + (step.bytes() >> 20) + " MB"));
    }
}
