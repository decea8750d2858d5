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
class PartialJsonParserTest {

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH74")
    @Label("every beginning of a text shows a part of its value, and the whole text all of it")
    void everyBeginning_isAPartOfTheWhole(@ForAll ReferenceJsonTree tree, @ForAll boolean escaped) {
        Json whole = Json.of(List.of(Json.parse(tree.text())));
        String text = escaped ? escaped(whole.text()) : whole.text();
        PartialJsonParser partial = new PartialJsonParser();
        for (int i = 0; i < text.length(); i++) {
            assertThat(partial.state()).isNotIn(PartialJsonParser.State.COMPLETE, PartialJsonParser.State.BROKEN);
            partial.append(text.substring(i, i + 1));
            partial.value().ifPresent(value -> assertPart(value, whole));
        }
        assertThat(partial.state()).isEqualTo(PartialJsonParser.State.COMPLETE);
        assertThat(partial.value()).contains(whole);
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
        PartialJsonParser partial = new PartialJsonParser();
        assertThat(partial.state()).isEqualTo(PartialJsonParser.State.EMPTY);
        partial.append(" {\"name\": \"Kit");
        assertThat(partial.value().orElseThrow().text()).isEqualTo("{\"name\":\"Kit\"}");
        partial.append("chen\", \"size\": 12");
        assertThat(partial.value().orElseThrow().text()).isEqualTo("{\"name\":\"Kitchen\"}");
        partial.append(".5, \"doors\": [tr");
        assertThat(partial.value().orElseThrow().text()).isEqualTo("{\"name\":\"Kitchen\",\"size\":12.5,\"doors\":[]}");
        assertThat(partial.state()).isEqualTo(PartialJsonParser.State.OPEN);
        partial.append("ue]}\n");
        assertThat(partial.state()).isEqualTo(PartialJsonParser.State.COMPLETE);
        assertThat(partial).hasToString("PartialJsonParser[COMPLETE, 51 characters]");
    }

    @Example
    void whatIsNoJson_keepsWhatWasReadBefore() {
        for (String text : List.of("{\"a\":1}x", "[1]]", "[1}", "{\"a\":\"b\"\"", "[nul,", "{\"a\":1,\"a\":2}")) {
            PartialJsonParser partial = new PartialJsonParser();
            for (char c : text.toCharArray()) {
                partial.append(String.valueOf(c));
                partial.value();
            }
            assertThat(partial.state()).as(text).isEqualTo(PartialJsonParser.State.BROKEN);
            assertThat(partial.value()).as(text).isPresent();
        }
    }
}
