package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaGuardTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    private ValidationResult check(String schema) {
        return schemas.check(Json.parse(schema));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "false",
                "{}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"#here\",\"$defs\":{\"a\":{\"$anchor\":\"here\"}}}",
                "{\"$id\":\"https://example.com/a\",\"$ref\":\"b\",\"$defs\":{\"a\":{\"$id\":\"b\"}}}",
                "{\"$id\":\"urn:x:y\",\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{}}}",
                "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}",
                "{\"properties\":{\"next\":{\"$ref\":\"#\"}}}",
                "{\"$ref\":\"#/$defs/a~1b%25\",\"$defs\":{\"a/b%\":{}}}",
                "{\"const\":{\"$ref\":\"http://example.com\"}}",
                "{\"properties\":{\"$ref\":{\"type\":\"string\"}}}",
            })
    void soundSchemas_haveNoFindings(String schema) {
        assertThat(check(schema).findings()).isEmpty();
        schemas.validate(Json.parse(schema), Json.parse("{}"));
    }

    @ParameterizedTest
    @Tag("F68")
    @DisplayName("68 circles of references are refused")
    @ValueSource(
            strings = {
                "{\"$ref\":\"#\"}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
                "{\"allOf\":[{\"$ref\":\"#\"}]}",
                "{\"anyOf\":[{\"type\":\"string\"},{\"not\":{\"$ref\":\"#\"}}]}",
                "{\"if\":{\"$ref\":\"#/then\"},\"then\":{\"oneOf\":[{\"$ref\":\"#\"}]}}",
                "{\"properties\":{\"a\":{\"dependentSchemas\":{\"b\":{\"$ref\":\"#/properties/a\"}}}}}",
            })
    void circles_areRefused(String schema) {
        assertThat(check(schema).findings()).extracting("code").contains("ref-cycle");
    }

    @ParameterizedTest
    @Tag("F69")
    @DisplayName("69 doubled alternatives are refused before they are compiled")
    @CsvSource({"allOf,14", "anyOf,20", "oneOf,40", "allOf,150"})
    void doubling_isRefused(String keyword, int levels) {
        String definitions = IntStream.range(0, levels)
                .mapToObj(i -> "\"a" + i + "\":{\"" + keyword + "\":[{\"$ref\":\"#/$defs/a" + (i + 1)
                        + "\"},{\"$ref\":\"#/$defs/a" + (i + 1) + "\"}]}")
                .collect(Collectors.joining(","));
        String schema = "{\"$ref\":\"#/$defs/a0\",\"$defs\":{" + definitions + ",\"a" + levels + "\":{}}}";
        assertThat(check(schema).findings()).extracting("code").contains("paths");
    }

    @Test
    @Tag("F70")
    @DisplayName("70 a schema of 100 levels, and a chain of 5,000 references, are refused on any stack")
    void depth_isRefused_onASmallStack() throws Exception {
        String deep = "{\"items\":".repeat(100) + "{}" + "}".repeat(100);
        String chain = IntStream.range(0, 5_000)
                .mapToObj(i -> "\"a" + i + "\":{\"$ref\":\"#/$defs/a" + (i + 1) + "\"}")
                .collect(Collectors.joining(",", "{\"$ref\":\"#/$defs/a0\",\"$defs\":{", ",\"a5000\":{}}}"));
        List<ValidationResult> results = new ArrayList<>();
        Thread small = new Thread(
                null,
                () -> {
                    results.add(check(deep));
                    results.add(check(chain));
                },
                "small",
                256 * 1024);
        small.start();
        small.join();
        assertThat(results)
                .hasSize(2)
                .allSatisfy(result ->
                        assertThat(result.findings()).extracting("code").contains("depth"));
    }

    @Test
    @Tag("F71")
    @DisplayName("71 too many constants, members, characters and a long pattern are refused in a short message")
    void size_isRefused() {
        String constants =
                IntStream.range(0, 200_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String members =
                IntStream.range(0, 10_000).mapToObj(i -> "\"p" + i + "\":{}").collect(Collectors.joining(","));
        assertThat(check("{\"enum\":[" + constants.substring(0, 100_000) + "1]}")
                        .findings())
                .extracting("code")
                .containsExactly("enum");
        assertThat(check("{\"enum\":[" + constants + "]}").findings())
                .extracting("code")
                .containsExactly("size");
        assertThat(check("{\"properties\":{" + members + "}}").findings())
                .extracting("code")
                .containsExactly("properties");
        assertThat(check("{\"pattern\":\"" + "a".repeat(1_000_000) + "\"}").findings())
                .extracting("code")
                .containsExactly("pattern");
        ValidationResult named = check("{\"properties\":{\"" + "n".repeat(10_000) + "\":{\"type\":\"strng\"}}}");
        assertThat(named.findings().get(0).path()).hasSizeLessThan(300);
    }

    @ParameterizedTest
    @Tag("F72")
    @DisplayName("72 patterns that cannot be matched in linear time are refused")
    @ValueSource(strings = {"(?=a)b", "(?<!a)b", "(a)\\\\1", "a{1,5000}", "(a", "[z-a]"})
    void unsupportedPatterns_areRefused(String pattern) {
        assertThat(check("{\"properties\":{\"a\":{\"pattern\":\"" + pattern + "\"}}}")
                        .findings())
                .extracting("path", "code")
                .contains(org.assertj.core.groups.Tuple.tuple("/properties/a/pattern", "pattern"));
        assertThat(check("{\"patternProperties\":{\"" + pattern + "\":{}}}").isOk())
                .isFalse();
    }

    @ParameterizedTest
    @Tag("SH162")
    @Tag("F73")
    @DisplayName("73 references that leave the schema are refused and never followed")
    @ValueSource(
            strings = {
                "https://example.com/a",
                "file:///etc/passwd",
                "jar:file:///a.jar!/b",
                "classpath:draft/2020-12/schema",
                "resource:draft/2020-12/schema",
                "classpath:/draft-07/schema",
                "\\\\\\\\host\\\\share",
                "//host/share",
                "http://169.254.169.254/latest",
                "other.json",
                "urn:a:b",
                "http://json-schema.org.evil.example/draft-07/schema",
                "ht!tp:bad uri",
            })
    void remoteReferences_areRefused(String reference) {
        assertThat(check("{\"properties\":{\"a\":{\"$ref\":\"" + reference + "\"}}}")
                        .findings())
                .extracting("path", "code")
                .containsExactly(org.assertj.core.groups.Tuple.tuple("/properties/a/$ref", "ref-remote"));
        assertThat(check("{\"$schema\":\"" + reference + "\"}").isOk()).isFalse();
    }

    @Test
    @Tag("F73")
    @DisplayName("73 a server named by a reference is never asked")
    void serverNamedByReference_isNeverAsked() throws Exception {
        AtomicInteger hits = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            hits.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        String base = "http://localhost:" + server.getAddress().getPort();
        try {
            assertThat(check("{\"$ref\":\"" + base + "/a\"}").isOk()).isFalse();
            assertThat(check("{\"$schema\":\"" + base + "/a\"}").isOk()).isFalse();
            assertThat(check("{\"$id\":\"" + base + "/a\",\"$ref\":\"b\"}").isOk())
                    .isFalse();
            assertThat(check("{\"$dynamicRef\":\"" + base + "/a#x\"}").isOk()).isFalse();
            assertThat(hits).hasValue(0);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void missingTarget_isRefused() {
        assertThat(check("{\"$ref\":\"#/$defs/none\"}").findings())
                .extracting("code")
                .containsExactly("ref-missing");
    }

    @Test
    @Tag("F74")
    @DisplayName("74 other drafts are refused; unknown keywords and formats are said")
    void dialectAndUnknownWords_areSaid() {
        assertThat(check("{\"$schema\":\"http://json-schema.org/draft-04/schema#\"}")
                        .findings())
                .extracting("code")
                .containsExactly("dialect");
        ValidationResult result = check("{\"tpye\":\"string\",\"format\":\"colour\",\"x-mine\":1}");
        assertThat(result.isOk()).isTrue();
        assertThat(result.findings())
                .extracting("path", "code")
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("/tpye", "keyword"),
                        org.assertj.core.groups.Tuple.tuple("/format", "format"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"strng\"}",
                "{\"properties\":5}",
                "{\"minLength\":\"x\"}",
                "{\"required\":[1]}",
                "{\"items\":[1]}",
                "[]",
                "1",
                "null",
                "\"text\"",
            })
    void schemasThatAreNone_areRefused(String schema) {
        assertThat(check(schema).isOk()).isFalse();
    }
}
