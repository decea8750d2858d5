package dev.plumbline.examples.ghjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The documents and examples of the specification itself. */
class SpecificationTest {
    private static final Path FOLDER = Path.of("src/test/resources/specification");
    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");

    private final JsonSchemaService schemas = GhJsonSchemas.service();
    private final ComponentCatalog catalog = ComponentCatalog.ofExample();

    static GhJsonDocument example() throws IOException {
        return GhJsonDocument.parse(Files.readAllBytes(FOLDER.resolve("simple-addition.ghjson")));
    }

    /** Returns the JSON in the pages; parts with dots in them are no JSON. */
    private static List<Json> blocks() throws IOException {
        List<Json> blocks = new ArrayList<>();
        try (Stream<Path> pages = Files.list(FOLDER)) {
            for (Path page : pages.filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                Matcher block = BLOCK.matcher(Files.readString(page));
                while (block.find()) {
                    try {
                        blocks.add(Json.parse(block.group(1)));
                    } catch (JsonException part) {
                        // a part of a document, or one with dots for what is left out
                    }
                }
            }
        }
        return blocks;
    }

    private static boolean isDocument(Json json) {
        return json.get("components").kind() == Json.Kind.ARRAY;
    }

    private List<String> findings(Json json) {
        ValidationResult shape = schemas.validate(GhJsonSchemas.document(), json);
        ValidationResult found = shape.isOk() ? StructureCheck.of(new GhJsonDocument(json), catalog) : shape;
        return found.findings().stream()
                .map(each -> each.path() + ' ' + each.code())
                .toList();
    }

    @Test
    @Tag("SH65")
    void m13_examples_areValid_andComeBackAsTheyWere() throws IOException {
        GhJsonDocument document = example();
        assertThat(findings(document.json())).isEmpty();
        assertThat(GhJsonDocument.parse(document.json().text())).isEqualTo(document);
        DocumentFixer.FixedDocument fixed = DocumentFixer.fix(document);
        assertThat(fixed.changes()).isEmpty();
        assertThat(fixed.document()).isEqualTo(document);
    }

    @Test
    void m13_documentsOfThePages_roundTrip_andInvalidOnesAreRefusedWithAPath() throws IOException {
        List<Json> documents =
                blocks().stream().filter(SpecificationTest::isDocument).toList();
        assertThat(documents).hasSizeGreaterThanOrEqualTo(4);
        List<String> refused = new ArrayList<>();
        for (Json document : documents) {
            assertThat(GhJsonDocument.parse(document.text()).json()).isEqualTo(document);
            refused.addAll(findings(document));
        }
        // the pages contradict the schema in the bounds of a panel, and themselves in the form of a slider's value
        assertThat(refused)
                .containsExactlyInAnyOrder(
                        "/metadata/extensions/gh.panel/bounds type",
                        "/components/0/componentState/extensions/gh.panel/bounds type",
                        "/components/1/componentState/extensions/gh.numberslider/value slider-form");
    }

    @Test
    void m13_patchOfTheExamples_isApplied() throws IOException {
        GhPatch patch = GhPatch.parse(Files.readString(FOLDER.resolve("simple-addition-update.ghpatch")));
        assertThat(schemas.validate(GhJsonSchemas.patch(), patch.json()).findings())
                .isEmpty();
        GhPatch.PatchResult result = patch.applyTo(example());
        assertThat(result.conflicts()).isEmpty();
        Json changed = result.document().json();
        assertThat(changed.at("/components/0/componentState/extensions/gh.numberslider/value")
                        .asText())
                .isEqualTo("7<0~10>");
        assertThat(changed.at("/components/2/nickName").asText()).isEqualTo("Add!");
        assertThat(changed.at("/groups/0/name").asText()).isEqualTo("Inputs");
        assertThat(findings(changed)).isEmpty();
    }

    @Test
    void m13_byteOrderMark_isRefused() {
        assertThatThrownBy(() -> GhJsonDocument.parse("\uFEFF{\"components\":[]}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("byte order mark");
    }

    @Test
    void m13_values_ofThePages_areRead() throws IOException {
        Matcher values = Pattern.compile("\\| `\"([a-zA-Z0-9]+:[^`]*)\"` \\|")
                .matcher(Files.readString(FOLDER.resolve("specification.md")));
        List<String> read = new ArrayList<>();
        while (values.find()) {
            assertThat(GhValue.parse(values.group(1)).text()).isEqualTo(values.group(1));
            read.add(values.group(1));
        }
        assertThat(read).hasSizeGreaterThanOrEqualTo(12);
    }

    @Test
    @Tag("SH141")
    void m13_findings_neverHaveContent() {
        Json document = Json.parse("""
                {"components": [{"name": "Secret-4711", "id": 1}, {"name": "Panel", "id": 1}],
                 "connections": [{"from": {"id": 1, "paramName": "Secret-4711"}, "to": {"id": 9, "paramIndex": 0}}]}""");
        ValidationResult found = StructureCheck.of(new GhJsonDocument(document), catalog);
        assertThat(found.findings())
                .extracting(Finding::code)
                .containsExactlyInAnyOrder("unknown-component", "id-duplicate", "component-missing");
        assertThat(found.toString()).doesNotContain("4711");
    }
}
