package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaValidationTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    private ValidationResult validate(String schema, String value) {
        return schemas.validate(Json.parse(schema), Json.parse(value));
    }

    @Test
    void fittingValue_hasNoFindings() {
        assertThat(validate("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}", "{\"a\":1}"))
                .isEqualTo(ValidationResult.OK);
    }

    @Test
    @Tag("SH61")
    @Tag("SH135")
    void misfits_areNamedByPathAndCode() {
        String schema = """
                {"type":"object","properties":{"doors":{"type":"array","items":{"type":"object",
                "properties":{"at":{"type":"number"},"kind":{"enum":["a","b"]}},"required":["at"],
                "additionalProperties":false}}},"required":["name"]}""";
        assertThat(validate(schema, "{\"doors\":[{\"at\":\"x\"},{\"kind\":\"c\",\"extra\":1}]}")
                        .findings())
                .extracting("path", "code")
                .containsExactlyInAnyOrder(
                        tuple("/doors/0/at", "type"),
                        tuple("/doors/1/at", "required"),
                        tuple("/doors/1/kind", "enum"),
                        tuple("/doors/1/*", "additionalProperties"),
                        tuple("/name", "required"));
    }

    @ParameterizedTest
    @Tag("SH64")
    @Tag("SH70")
    @Tag("F76")
    @DisplayName("76 findings hold no names and values that came with the data")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"additionalProperties\":false}|{\"CANARY\":1}|/*",
                "{\"additionalProperties\":{\"type\":\"string\"}}|{\"CANARY\":1}|/*",
                "{\"propertyNames\":{\"maxLength\":2}}|{\"CANARY\":1}|/*",
                "{\"patternProperties\":{\"^C\":{\"type\":\"string\"}}}|{\"CANARY\":1}|/*",
                "{\"unevaluatedProperties\":false}|{\"CANARY\":1}|/*",
                "{\"additionalProperties\":{\"properties\":{\"x\":{\"const\":1}}}}|{\"CANARY\":{\"x\":\"CANARY\"}}|/*/x",
                "{\"enum\":[\"a\"]}|\"CANARY\"|",
                "{\"const\":\"a\"}|\"CANARY\"|",
                "{\"format\":\"date-time\"}|\"CANARY\"|",
                "{\"pattern\":\"^a$\"}|\"CANARY\"|",
                "{\"type\":\"array\",\"uniqueItems\":true}|[\"CANARY\",\"CANARY\"]|",
                "{\"contains\":{\"const\":1}}|[\"CANARY\"]|",
                "{\"dependentRequired\":{\"a\":[\"b\"]}}|{\"a\":\"CANARY\"}|",
            })
    void findings_holdNoContent(String schema, String value, String path) {
        ValidationResult result = validate(schema, value);
        assertThat(result.isOk()).isFalse();
        assertThat(result.toString()).doesNotContain("CANARY");
        if (path != null) {
            assertThat(result.findings()).extracting("path").contains(path);
        }
    }

    @Test
    @Tag("F76")
    @DisplayName("76 a member named like a number is no index")
    void memberNamedLikeANumber_isHidden() {
        assertThat(validate("{\"additionalProperties\":{\"type\":\"string\"}}", "{\"5551234\":1}")
                        .findings())
                .extracting("path")
                .containsExactly("/*");
    }

    @Test
    void unsoundSchema_isRefusedWithItsFindings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> validate("{\"properties\":{\"a\":{\"type\":\"strng\"}}}", "{}"))
                .withMessageContaining("\"/properties/a/type\": enum");
    }

    @Test
    void findings_doNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMAN);
            assertThat(validate("{\"type\":\"string\"}", "1").findings())
                    .extracting("code")
                    .containsExactly("type");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1e2",
                "9007199254740993",
                "123456789012345678901234567890",
                "1e400",
                "-0",
                "1e9999",
                "-1e-0"
            })
    void wholeNumbers_areIntegersWhateverTheirSpelling(String number) {
        assertThat(validate("{\"type\":\"integer\"}", number).isOk()).isTrue();
        assertThat(validate("{\"type\":\"integer\"}", "1.5").isOk()).isFalse();
    }

    @Test
    void largeNumbers_areComparedExactly() {
        assertThat(validate("{\"const\":9007199254740993}", "9007199254740992").isOk())
                .isFalse();
        assertThat(validate("{\"maximum\":1e400}", "1.1e400").isOk()).isFalse();
    }

    @Test
    void hugeNumbers_passABoundOfWholeNumbers() {
        assertThat(validate("{\"type\":\"integer\",\"minimum\":0,\"format\":\"date\"}", "1e400")
                        .isOk())
                .isTrue();
        assertThat(validate("{\"type\":[\"integer\",\"string\"],\"maximum\":4,\"format\":\"date\"}", "1e400")
                        .findings())
                .extracting("code")
                .containsExactly("maximum");
    }

    @Test
    void draft7_isChosenByItsName() {
        String tuple = "\"items\":[{\"type\":\"string\"}]}";
        assertThat(validate("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"," + tuple, "[1]")
                        .isOk())
                .isFalse();
        assertThat(schemas.check(Json.parse("{" + tuple)).isOk()).isFalse();
    }

    @Test
    void manyMisfits_areCutAtAHundred() {
        String value = "[" + "1,".repeat(999) + "1]";
        assertThat(validate("{\"items\":{\"type\":\"string\"}}", value).findings())
                .hasSize(100);
    }

    @Test
    @Tag("F69")
    @DisplayName("69 a schema that doubles its work at every level of the value ends by its limit")
    void doublingPerLevel_endsAtTheLimit() {
        String schema = "{\"properties\":{\"n\":{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}}}";
        String value = "{\"n\":".repeat(60) + "{}" + "}".repeat(60);
        assertThat(validate(schema, value).findings()).extracting("code").containsExactly("limit");
    }

    @Test
    @Tag("F70")
    @DisplayName("70 a value of 199 levels under a recursive schema on a small stack is a finding, never an error")
    void deepValue_onASmallStack_isAFinding() throws Exception {
        Json schema = Json.parse("{\"items\":{\"$ref\":\"#\"}}");
        Json value = Json.parse("[".repeat(199) + "]".repeat(199));
        List<ValidationResult> results = new ArrayList<>();
        Thread small = new Thread(null, () -> results.add(schemas.validate(schema, value)), "small", 256 * 1024);
        small.start();
        small.join();
        assertThat(results).hasSize(1);
        assertThat(results.get(0).findings()).allMatch(finding -> finding.code().equals("limit"));
    }

    @Test
    @Tag("F72")
    @DisplayName("72 patterns that run for ever elsewhere take linear time")
    void patterns_takeLinearTime() {
        assertThat(validate(
                                "{\"pattern\":\"^(.*a){12}$\"}",
                                Json.of("a".repeat(5_000) + "!").text())
                        .isOk())
                .isFalse();
        assertThat(validate(
                                "{\"pattern\":\"^(a|a)*$\"}",
                                Json.of("a".repeat(20_000)).text())
                        .isOk())
                .isTrue();
    }

    @Test
    void patterns_mayWriteCharactersByNumber() {
        assertThat(validate("{\"pattern\":\"^\\\\u0041\\\\uD83D\\\\uDC32$\"}", "\"A\uD83D\uDC32\"")
                        .isOk())
                .isTrue();
        assertThat(validate("{\"pattern\":\"^\\\\\\\\u0041$\"}", "\"\\\\u0041\"")
                        .isOk())
                .isTrue();
    }

    @Test
    @Tag("F77")
    @DisplayName("77 32 threads asking for one schema get one answer")
    void threads_shareOneSchema() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(32);
        CountDownLatch together = new CountDownLatch(32);
        Json schema = schemas.schemaOf(SchemaGenerationTest.Room.class);
        Callable<Json> ask = () -> {
            together.countDown();
            together.await();
            assertThat(schemas.validate(schema, Json.parse("{\"name\":1}")).findings())
                    .hasSize(4);
            return schemas.schemaOf(SchemaGenerationTest.Many.class);
        };
        try {
            List<Future<Json>> answers = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                answers.add(pool.submit(ask));
            }
            Json first = answers.get(0).get();
            for (Future<Json> answer : answers) {
                assertThat(answer.get()).isSameAs(first);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @DisplayName("G22 what is wrong with an answer is said with the bound that it breaks, and without the answer")
    void g22_fault_hasTheBound() {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"mm\":{\"type\":\"number\",\"maximum\":10}}}");

        assertThat(JsonSchemas.service().fault(schema, Json.parse("{\"mm\":4711}")))
                .hasValueSatisfying(
                        fault -> assertThat(fault).contains("/mm maximum 10").doesNotContain("4711"));
    }
}
