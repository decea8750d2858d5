package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The required tests of the official suite, as JSON Schema has them, through the whole service. */
class JsonSchemaTestSuiteTest {
    private static final Path SUITE = Path.of("src/test/resources/suite");

    private final List<String> wrong = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private int asked;
    private int unanswered;

    @Test
    @Tag("SH61")
    void suite_agrees_andWhatIsRefusedIsListed() throws IOException {
        run("draft2020-12", SchemaGuard.DRAFT_2020_12);
        run("draft7", SchemaGuard.DRAFT_7 + "#");
        SoftAssertions.assertSoftly(all -> {
            all.assertThat(wrong).isEmpty();
            all.assertThat(refused).isEqualTo(listed());
            all.assertThat(asked).isEqualTo(TESTS);
            all.assertThat(unanswered * 100).isLessThanOrEqualTo(asked);
        });
    }

    private static final int TESTS = 2226;

    private static List<String> listed() {
        try {
            return Files.readAllLines(SUITE.resolve("refused.txt")).stream()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(String draft, String dialect) throws IOException {
        JsonSchemaService schemas = JsonSchemas.service(remotes(draft, dialect), FormatMode.DESCRIBED);
        for (Path file : files(SUITE.resolve("tests").resolve(draft))) {
            for (Json group : Json.parse(Files.readString(file)).elements()) {
                String name = draft + "/" + file.getFileName() + ": "
                        + group.get("description").asText();
                run(schemas, name, dialect, group);
            }
        }
    }

    private void run(JsonSchemaService schemas, String name, String dialect, Json group) {
        Json schema = named(group.get("schema"), dialect);
        ValidationResult soundness = schemas.check(schema);
        List<Json> tests = group.get("tests").elements();
        asked += tests.size();
        if (!soundness.isOk()) {
            unanswered += tests.size();
            refused.add(name + ": " + reason(soundness));
            return;
        }
        for (Json test : tests) {
            boolean valid = schemas.validate(schema, test.get("data")).isOk();
            if (valid != test.get("valid").asBoolean()) {
                wrong.add(name + ": " + test.get("description").asText());
            }
        }
    }

    private static String reason(ValidationResult soundness) {
        return soundness.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .findFirst()
                .orElseThrow()
                .code();
    }

    private static Map<String, Json> remotes(String draft, String dialect) throws IOException {
        Path root = SUITE.resolve("remotes");
        Map<String, Json> remotes = new HashMap<>();
        for (Path file : files(root)) {
            String path = root.relativize(file).toString().replace('\\', '/');
            if (!path.startsWith("draft") || path.startsWith(draft)) {
                remotes.put("http://localhost:1234/" + path, named(Json.parse(Files.readString(file)), dialect));
            }
        }
        return remotes;
    }

    private static Json named(Json schema, String dialect) {
        boolean said =
                schema.kind() != Json.Kind.OBJECT || schema.get("$schema").exists();
        return said ? schema : schema.with("$schema", dialect);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
