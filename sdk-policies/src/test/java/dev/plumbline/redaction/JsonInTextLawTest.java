package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** JSON that is written in a text, or in a string of JSON, is still JSON after its values are hidden, and comes back. */
class JsonInTextLawTest {
    private static final List<String> NAMES =
            List.of("to", "text", "cc", "subject", "note", "password", "phone", "items", "höhe", "a b", "x\\y");
    private static final List<String> KINDS = List.of("MAIL", "PHONE", "CARD", "IBAN", "NATIONAL_ID", "IP");
    private static final List<String> WORDS =
            List.of("", "wall", "see ", "two\nlines ", "tab\t", "\"quoted\" ", "a\\b ", "Größe ", "C:\\plans\\");
    private static final List<String> SECRETS =
            List.of("hunter2x99", "sk-abcdefghijklmnop1234", "eve%40evil.example", "ZXZlQGV2aWwuZXhhbXBsZQ==");
    private static final String BEFORE = "Send this: ";

    private static String value(Random random, SensitiveSamples values) {
        String secret = random.nextInt(5) == 0 ? values.pick(SECRETS) : values.next(values.pick(KINDS));
        return switch (random.nextInt(4)) {
            case 0 -> values.pick(WORDS);
            case 1 -> values.pick(WORDS) + secret;
            case 2 -> values.pick(WORDS) + secret + values.pick(List.of("\"", "\\", "\n", ".", ""));
            default -> secret;
        };
    }

    private static Json object(Random random, SensitiveSamples values, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Json its = depth < 2 && random.nextInt(4) == 0
                    ? Json.of(List.of(object(random, values, depth + 1), Json.of(value(random, values))))
                    : Json.of(value(random, values));
            fields.put(values.pick(NAMES), its);
        }
        return Json.of(fields);
    }

    /** Returns the names of members and the kinds of values, without the values. */
    private static String structure(Json json) {
        return switch (json.kind()) {
            case OBJECT ->
                json.fields().entrySet().stream()
                        .map(each -> Json.of(each.getKey()).text() + structure(each.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case ARRAY ->
                json.elements().stream().map(JsonInTextLawTest::structure).collect(Collectors.joining(",", "[", "]"));
            default -> json.kind().name();
        };
    }

    private static String text(Interaction said) {
        return ((Interaction.User) said)
                .parts().stream().map(part -> ((Part.Text) part).text()).collect(Collectors.joining());
    }

    private static String redacted(String text) {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider.says("ok");
        desk.ask(Interaction.user(text));
        return text(desk.sent().get(0));
    }

    private static String restored(String original, String redacted) {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider.says(redacted);
        return desk.ask(Interaction.user(original)).text();
    }

    @Property(tries = 1_000)
    @Label("24 JSON in a text keeps its names and structure when its values are hidden, and comes back")
    void redactedJsonInText_isJson(@ForAll long seed) {
        Json json = object(new Random(seed), new SensitiveSamples(seed), 0);
        String text = BEFORE + json.text();
        String hidden = redacted(text);
        assertThat(structure(Json.parse(hidden.substring(BEFORE.length())))).isEqualTo(structure(json));
        assertThat(hidden).doesNotContain("@");
        assertThat(restored(text, hidden)).isEqualTo(text);
    }

    @Property(tries = 1_000)
    @Label("24 JSON in a string of JSON keeps its names and structure when its values are hidden")
    void redactedJsonInJson_isJson(@ForAll long seed) {
        Json json = object(new Random(seed), new SensitiveSamples(seed), 0);
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider.says("ok");
        List<Interaction> said = new ArrayList<>();
        said.add(new Interaction.ToolCall("c1", "read", Json.object()));
        said.add(new Interaction.ToolResult(
                "c1", ToolEnvelope.ok(Json.of(Map.of("page", Json.of(BEFORE + json.text()))))));
        desk.ask(said.toArray(Interaction[]::new));
        String page = ((Interaction.ToolResult) desk.sent().get(1))
                .envelope()
                .result()
                .get("page")
                .asText();
        assertThat(page).doesNotContain("@");
        assertThat(structure(Json.parse(page.substring(BEFORE.length())))).isEqualTo(structure(json));
    }
}
