package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

@Domain(JsonTreeArbitraries.class)
@Domain(DomainContext.Global.class)
class PartialJsonTest {

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH74")
    @Label("every beginning of a text shows a part of its value, and the whole text all of it")
    void everyBeginning_isAPartOfTheWhole(@ForAll ReferenceJsonTree tree, @ForAll boolean escaped) {
        Json whole = Json.of(List.of(Json.parse(tree.text())));
        String text = escaped ? escaped(whole.text()) : whole.text();
        for (int i = 0; i < text.length(); i++) {
            Json.parsePartial(text.substring(0, i)).ifPresent(value -> assertPart(value, whole));
        }
        assertThat(Json.parsePartial(text)).contains(whole);
    }

    /** The same text with every character outside ASCII as an escape. */
    private static String escaped(String text) {
        StringBuilder written = new StringBuilder();
        text.chars().forEach(c -> written.append(c < 128 ? Character.toString(c) : String.format("\\u%04X", c)));
        return written.toString();
    }

    private static void assertPart(Json part, Json whole) {
        assertThat(part.kind()).isEqualTo(whole.kind());
        switch (part.kind()) {
            case OBJECT ->
                part.fields().forEach((name, member) -> {
                    assertThat(whole.get(name).exists()).isTrue();
                    assertPart(member, whole.get(name));
                });
            case ARRAY -> {
                assertThat(part.elements())
                        .hasSizeLessThanOrEqualTo(whole.elements().size());
                for (int i = 0; i < part.elements().size(); i++) {
                    assertPart(part.elements().get(i), whole.elements().get(i));
                }
            }
            case STRING -> assertThat(whole.asText()).startsWith(part.asText());
            default -> assertThat(part).isEqualTo(whole);
        }
    }

    @Example
    void whatIsThere_isShownAsItStands() {
        String beginning = " {\"name\": \"Kit";
        assertThat(partial(beginning)).isEqualTo("{\"name\":\"Kit\"}");
        beginning += "chen\", \"size\": 12";
        assertThat(partial(beginning)).isEqualTo("{\"name\":\"Kitchen\"}");
        beginning += ".5, \"doors\": [tr";
        assertThat(partial(beginning)).isEqualTo("{\"name\":\"Kitchen\",\"size\":12.5,\"doors\":[]}");
        assertThat(partial(beginning + "ue]}\n")).isEqualTo("{\"name\":\"Kitchen\",\"size\":12.5,\"doors\":[true]}");
    }

    private static String partial(String text) {
        return Json.parsePartial(text).orElseThrow().text();
    }

    @Example
    void whatIsNoBeginning_isNothing() {
        for (String text :
                List.of("", " ", "tr", "{\"a\":1}x", "[1]]", "[1}", "{\"a\":\"b\"\"", "[nul,", "{\"a\":1,\"a\":2}")) {
            assertThat(Json.parsePartial(text)).as(text).isEmpty();
        }
    }
}
