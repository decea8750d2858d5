package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.PartLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;

/** Whatever a call would run with: what a person can say yes to is what they were shown. */
class ArgumentRowsLawTest {
    /** One for all rows, because each reads its files. */
    private static final Words ENGLISH = Words.english();

    /** What rows could confuse: their own punctuation, things unseen, look-alikes. */
    private static final char[] ODD = {
        'a', 'b', '.', '[', ']', '"', '\\', '{', '}', 'u', '0', ' ', '\n', '\u00A0', '\u3164', '\u2800', '\u200B',
        '\u202E', '\u0430', '\u03BF', '\u0301', '/', '(', ':', '…', '\u05D3', '\u4E2D'
    };

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> odd = Arbitraries.strings().withChars(ODD).ofMaxLength(8);
        Arbitrary<String> any = Arbitraries.strings().excludeChars(surrogates()).ofMaxLength(12);
        Arbitrary<String> longer = Arbitraries.strings()
                .withChars('a', 'b')
                .ofLength(3)
                .map(end -> "x ".repeat(260) + end + " x".repeat(120));
        return Arbitraries.oneOf(odd, any, longer);
    }

    private static char[] surrogates() {
        char[] all = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
        for (int i = 0; i < all.length; i++) {
            all[i] = (char) (Character.MIN_SURROGATE + i);
        }
        return all;
    }

    @Provide
    Arbitrary<Json> arguments() {
        Arbitrary<Object> leaf = Arbitraries.oneOf(
                texts().map(text -> (Object) text),
                Arbitraries.integers().between(-2, 2).map(n -> (Object) n),
                Arbitraries.of(true, false),
                Arbitraries.just(Json.of(null)));
        return objects(anything(leaf, 2)).map(Json::of);
    }

    private Arbitrary<Object> anything(Arbitrary<Object> leaf, int depth) {
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<Object> inner = Arbitraries.lazy(() -> anything(leaf, depth - 1));
        return Arbitraries.oneOf(
                leaf,
                inner.list().ofMaxSize(3).map(list -> (Object) list),
                objects(inner).map(map -> (Object) map));
    }

    private static Arbitrary<Map<String, Object>> objects(Arbitrary<Object> values) {
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.of("a", "b", "0", "a.b", "a[0]", "[0]", "note", ""),
                Arbitraries.strings().withChars(ODD).ofMaxLength(4));
        return Arbitraries.maps(names, values).ofMaxSize(3).map(TreeMap::new);
    }

    @Property
    @Tag("S5")
    @Label("S5 rows that can be approved determine the arguments, digest included")
    void rows_determineTheArguments(
            @ForAll("arguments") Json one, @ForAll("arguments") Json other, @ForAll("texts") String text) {
        List<Json> all = new ArrayList<>(List.of(one, other));
        one.fields().keySet().forEach(name -> all.add(one.with(name, text)));
        one.fields().forEach((name, value) -> all.add(one.with(name, Json.of(List.of(value)))));
        one.fields()
                .forEach((name, value) -> all.add(one.with(name, Json.object().with("0", value))));
        for (Json a : all) {
            for (Json b : all) {
                if (isWhole(a) && isWhole(b)) {
                    assertThat(lines(a).equals(lines(b))).isEqualTo(a.equals(b));
                }
            }
        }
    }

    private static ArgumentRows rows(Json arguments) {
        return ArgumentRows.of(arguments, ENGLISH);
    }

    private static boolean isWhole(Json arguments) {
        return rows(arguments).fault().isEmpty();
    }

    private static List<String> lines(Json arguments) {
        return rows(arguments).rows().values().stream()
                .map(row -> PartLines.of(row.opened(), ENGLISH).strip())
                .toList();
    }

    @Property(tries = 1_000)
    @Label("S5 every value has a row that names all members on its way, or nobody can say yes")
    void members_areAllNamed(@ForAll("arguments") Json arguments) {
        ArgumentRows rows = rows(arguments);
        if (rows.fault().isEmpty()) {
            String names = String.join("\n", lines(arguments));
            assertThat(names(arguments, new TreeSet<>()))
                    .allSatisfy(name -> assertThat(names)
                            .contains(
                                    VisibleTextEscaper.isPlain(name)
                                            ? name
                                            : "[" + VisibleTextEscaper.quoted(name) + "]"));
        }
    }

    private static Set<String> names(Json value, Set<String> found) {
        Collection<Json> inside = List.of();
        if (value.kind() == Json.Kind.OBJECT) {
            found.addAll(value.fields().keySet());
            inside = value.fields().values();
        } else if (value.kind() == Json.Kind.ARRAY) {
            inside = value.elements();
        }
        inside.forEach(one -> names(one, found));
        return found;
    }

    @Property(tries = 1_000)
    @Tag("S5")
    @Label("S5 nothing in the text of a question is hidden, and only rows look like rows")
    void text_hidesNothing(@ForAll("arguments") Json arguments, @ForAll("texts") String words) {
        List<Question> asked = new ArrayList<>();
        try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
            bench.with(b -> b.approvals(ApprovalRules.builder().ask("*").build())
                            .questionHandler(question -> {
                                asked.add(question);
                                question.answer(question.fallback());
                            }))
                    .with(tool("wipe", (in, ctx) -> 1).withPreview(in -> words))
                    .run("wipe", arguments);
        }
        Question question = asked.get(0);
        List<String> texts = List.of(question.text(), question.opened().text());
        assertThat(texts)
                .allSatisfy(text -> assertThat(text.codePoints()
                                .filter(ArgumentRowsLawTest::isUnseen)
                                .toArray())
                        .isEmpty());
        assertThat(question.text()
                        .lines()
                        .filter(line -> line.startsWith("   "))
                        .map(String::strip))
                .containsExactlyElementsOf(question.parts().stream()
                        .filter(part -> part.source() == ContentOrigin.HOST
                                && !part.heading().isEmpty())
                        .map(part -> PartLines.of(part, ENGLISH).strip())
                        .toList());
    }

    /** Said once more, in other words than the code's. */
    private static boolean isUnseen(int c) {
        boolean named = Set.of(0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x034F)
                .contains(c);
        return named
                || (c != '\n' && Character.isISOControl(c))
                || Character.isIdentifierIgnorable(c) && c != '\n'
                || (Character.isSpaceChar(c) && c != ' ')
                || !Character.isDefined(c);
    }

    @Property(tries = 2_000)
    @Label("S5 texts that differ are never quoted alike")
    void quoted_tellsTextsApart(@ForAll("texts") String one, @ForAll("texts") String other) {
        assertThat(VisibleTextEscaper.quoted(one).equals(VisibleTextEscaper.quoted(other)))
                .isEqualTo(one.equals(other));
        assertThat(VisibleTextEscaper.quoted(VisibleTextEscaper.of(one)).equals(VisibleTextEscaper.quoted(one)))
                .isEqualTo(VisibleTextEscaper.of(one).equals(one));
    }

    @Property(tries = 1_000)
    @Label("S33 a character of a name that is replaced by one of Unicode's look-alikes is spelled out, wherever it is")
    void s33_lookAlike_inAName_isSpelledOut(
            @ForAll @AlphaChars @NumericChars @StringLength(min = 2, max = 12) String name,
            @ForAll @IntRange(max = 11) int at,
            @ForAll @IntRange(max = 500) int which,
            @ForAll @From("scenes") String scene) {
        String table = VisibleTextEscaper.LIKE_ASCII;
        int place = at % name.length();
        String other = name.substring(0, place) + table.charAt(which % table.length()) + name.substring(place + 1);
        assertThat(VisibleTextEscaper.quoted(scene.replace("NAME", name))).doesNotContain("\\u{");
        assertThat(VisibleTextEscaper.quoted(scene.replace("NAME", other))).contains("\\u{");
    }

    @Provide
    Arbitrary<String> scenes() {
        return Arbitraries.of(
                "NAME", "/home/NAME", "open C:\\NAME now", "NAME@example.org", "NAME.dwg", "my_NAME please");
    }
}
