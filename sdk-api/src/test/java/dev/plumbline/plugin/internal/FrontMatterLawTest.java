package dev.plumbline.plugin.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Front matter in all the forms in which authors write it is the value that they mean. */
class FrontMatterLawTest {

    /** A value, and the way in which it is written behind the name of its member. */
    record Written(Json value, String yaml) {}

    private static Arbitrary<String> words() {
        return Arbitraries.strings()
                .withChars("abcZ 09äß✓:#'\"\\-&*!%@`{}[],>|?~./()")
                .ofMinLength(1)
                .ofMaxLength(24)
                .map(text -> "w" + text.strip() + "w");
    }

    private static Arbitrary<Written> scalars() {
        Arbitrary<Written> plain = Arbitraries.strings()
                .withChars("abcZ 09äß✓'\"\\-./()")
                .ofMaxLength(24)
                .map(text -> "w" + text.strip())
                .map(text -> new Written(Json.of(text), " " + text));
        Arbitrary<Written> colons = Combinators.combine(words(), words())
                .as((a, b) -> a.replace(":", "").replace("#", "") + ": "
                        + b.replace(":", "").replace("#", ""))
                .map(text -> new Written(Json.of(text), " " + text)); // not YAML, and usual
        Arbitrary<Written> single =
                words().map(text -> new Written(Json.of(text), " '" + text.replace("'", "''") + "' # note"));
        Arbitrary<Written> twice = words().map(
                        text -> new Written(Json.of(text), " " + Json.of(text).text() + "  # note"));
        Arbitrary<Written> literal = words().list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(lines ->
                        new Written(Json.of(String.join("\n", lines)), " |-\n    " + String.join("\n    ", lines)));
        Arbitrary<Written> folded = words().list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(lines ->
                        new Written(Json.of(String.join(" ", lines)), " >-\n    " + String.join("\n    ", lines)));
        Arbitrary<Written> others = Arbitraries.of(
                new Written(Json.of(true), " true"),
                new Written(Json.of(7), " 7"),
                new Written(Json.parse("1.50"), " 1.50"),
                new Written(Json.of(null), ""),
                new Written(Json.of("1.2.3"), " 1.2.3"),
                new Written(Json.of("2026-01-02"), " 2026-01-02"),
                new Written(Json.of("yes"), " yes"));
        return Arbitraries.oneOf(plain, colons, single, twice, literal, folded, others);
    }

    @Provide
    Arbitrary<List<Written>> members() {
        Arbitrary<Written> flow = words().list()
                .ofMaxSize(3)
                .map(texts -> new Written(Json.of(texts), " " + Json.of(texts).text()));
        Arbitrary<Written> block = words().list().ofMinSize(1).ofMaxSize(3).map(texts -> {
            StringBuilder yaml = new StringBuilder();
            texts.forEach(text -> yaml.append("\n  - ").append(Json.of(text).text()));
            return new Written(Json.of(texts), yaml.toString());
        });
        Arbitrary<Written> json = words().map(text -> {
            Json value = Json.object().with("a", Json.object().with(text, List.of(text, 1)));
            return new Written(value, "\n  " + value.text());
        });
        Arbitrary<Written> nested = words().map(text -> new Written(
                Json.object().with("author", text).with("of", Json.object().with("deep", text)),
                "\n  author: " + Json.of(text).text() + "\n  of:\n    deep: "
                        + Json.of(text).text()));
        return Arbitraries.oneOf(scalars(), scalars(), flow, block, json, nested)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Label("W67 front matter is read as it was meant, in whatever form it is written")
    void w67_isReadAsMeant(@ForAll("members") List<Written> members) {
        StringBuilder file = new StringBuilder("---\n# a comment\n");
        Json meant = Json.object();
        for (int i = 0; i < members.size(); i++) {
            file.append("m").append(i).append(':').append(members.get(i).yaml()).append("\n\n");
            meant = meant.with("m" + i, members.get(i).value());
        }
        FrontMatter read = FrontMatter.of(file + "---\n\n# Text\n---\nmore\n");

        assertThat(read.fields().canonical()).as("%s", file).isEqualTo(meant.canonical());
        assertThat(read.text()).isEqualTo("# Text\n---\nmore");
    }

    /** Forms of public skills, with words of our own. */
    static List<Written> forms() {
        List<Written> forms = new ArrayList<>();
        forms.add(new Written(
                Json.parse("{\"name\":\"stairs\",\"description\":\"'Plans' stairs,\\nruns and landings.\\n\"}"),
                "name: stairs\ndescription: '''Plans'' stairs,\n\n  runs and landings.\n\n  '"));
        forms.add(new Written(
                Json.parse(
                        "{\"name\":\"stairs\",\"metadata\":{\"host\":{\"emoji\":\"🪜\",\"requires\":{\"bins\":[\"a\"]}}}}"),
                "name: stairs\nmetadata:\n  {\n    \"host\":\n      {\n        \"emoji\": \"🪜\",\n"
                        + "        \"requires\": { \"bins\": [\"a\"] },\n      },\n  }"));
        forms.add(new Written(
                Json.parse(
                        "{\"name\":\"stairs\",\"allowed-tools\":[\"Read\",\"Bash(git:*)\"],\"user-invocable\":true}"),
                "name: stairs\nallowed-tools: [Read, 'Bash(git:*)']\nuser-invocable: true"));
        forms.add(new Written(
                Json.parse(
                        "{\"name\":\"stairs\",\"inputs\":[{\"name\":\"plan\",\"required\":false},{\"name\":\"b\"}]}"),
                "name: stairs\ninputs:\n- name: plan\n  required: false\n- name: b"));
        forms.add(new Written(
                Json.parse(
                        "{\"name\":\"stairs\",\"allowed-tools\":\"Bash(git:*) Read\",\"description\":\"Use when: a 'stair' is asked for.\"}"),
                "name: stairs\r\nallowed-tools: Bash(git:*) Read\r\ndescription: Use when: a 'stair' is asked for.\r"));
        return forms;
    }

    @ParameterizedTest
    @MethodSource("forms")
    @DisplayName("W67 front matter in the forms of public skills")
    void w67_formsOfPublicSkills(Written form) {
        assertThat(FrontMatter.of("---\n" + form.yaml() + "\n---\nx").fields().canonical())
                .isEqualTo(form.value().canonical());
    }

    @Test
    @DisplayName("W67 front matter that repeats itself, nests without an end or names a class is refused with its line")
    void w67_hostileFrontMatter_isRefused() {
        String laughs = "a: &a [x, x]\nb: &b [*a, *a]";
        String deep = "a: " + "[".repeat(50_000);
        List<String> hostile = List.of(
                laughs,
                "a: *a",
                deep,
                "a: !!java.net.URL [\"http://127.0.0.1:1/\"]",
                "a: 1\na: 2",
                "? [a]\n: 1",
                "- a",
                "a: \"\\q\"",
                "a: [1",
                "%TAG ! tag:evil,2026:\n");
        for (String yaml : hostile) {
            assertThatThrownBy(() -> FrontMatter.of("---\n" + yaml + "\n---\nx"))
                    .as(yaml.substring(0, Math.min(40, yaml.length())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("SKILL.md")
                    .hasMessageMatching("(?s).*line \\d+ .*");
        }
    }
}
