package dev.plumbline.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.tool.ElementCatalog.Element;
import dev.plumbline.tool.internal.NearestNames;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ElementCatalogTest {
    private final ElementCatalog catalog = ElementCatalog.of(List.of(
            new Element("layer", "A-WALL", "outer walls", Json.object()),
            new Element("layer", "A-WALL-INT", "inner walls", Json.object()),
            new Element("layer", "A-DOOR", "doors", Json.object()),
            new Element("family", "Door 90", "a door of 90 cm", Json.object())));

    @Test
    void m4_nameThatExists_isFoundInAnyCase() {
        assertThat(catalog.find("layer", "a-wall")).map(Element::name).contains("A-WALL");
        assertThat(catalog.check("/layer", "layer", "A-DOOR").isOk()).isTrue();
        assertThat(catalog.find("family", "A-WALL")).isEmpty();
        assertThat(catalog.find("unheard-of", "A-WALL")).isEmpty();
    }

    @Test
    @Tag("SH138")
    void m4_nameThatDoesNot_isAnErrorWithTheNearestNames_andWithoutTheName() {
        Finding finding = catalog.check("/layer", "layer", "A-WAL").findings().get(0);
        assertThat(finding.path()).isEqualTo("/layer");
        assertThat(finding.code()).isEqualTo("unknown-layer");
        assertThat(finding.allowed()).startsWith("\"A-WALL\", \"A-WALL-INT\"");
        assertThat(finding.toString()).doesNotContain("A-WAL,").doesNotContain("A-WAL\"");
    }

    @Test
    void m4_nearest_prefersParts_thenFewChanges() {
        assertThat(catalog.nearest("layer", "door", 1))
                .extracting(Element::name)
                .containsExactly("A-DOOR");
        assertThat(NearestNames.of("drwa", List.of("draw", "erase"), name -> name, 1))
                .containsExactly("draw");
        assertThat(NearestNames.edits("kitten", "sitting")).isEqualTo(3);
        assertThat(NearestNames.of("x", List.<String>of(), name -> name, 3)).isEmpty();
    }
}
