package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Mark;
import dev.plumbline.json.internal.MarkedText;
import dev.plumbline.json.internal.Marks;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Marks stay with a value wherever it is moved, and are no part of what it is. */
class MarksTest {
    private static final List<Mark> MARK = List.of(new Mark("KEY", 2, 5));
    private static final Json MARKED = MarkedText.of("a secret", MARK);

    @Test
    void s21_marks_areNoPartOfTheValue() {
        assertThat(MARKED).isEqualTo(Json.of("a secret")).hasSameHashCodeAs(Json.of("a secret"));
        assertThat(MARKED.text()).isEqualTo("\"a secret\"");
        assertThat(MARKED.canonical()).isEqualTo("\"a secret\"");
        assertThat(MARKED.toString()).isEqualTo(Json.of("a secret").toString());
        assertThat(ToolEnvelope.ok(MARKED)).isEqualTo(ToolEnvelope.ok("a secret"));
    }

    @Test
    @DisplayName("S21 whatever keeps a value keeps its marks")
    void s21_marks_areMovedWithTheValue() {
        Json object = Json.object().with("x", List.of(1, MARKED)).with("y", 2);
        for (Json moved : List.of(
                object.at("/x/1"),
                object.get("x").elements().get(1),
                object.fields().get("x").elements().get(1),
                object.without("y").with("z", 3).at("/x/1"),
                Json.of(Map.of("a", object)).at("/a/x/1"),
                Json.of(List.of(object)).at("/0/x/1"),
                object.as(Json.class).at("/x/1"))) {
            assertThat(MarkedText.marks(moved)).isEqualTo(MARK);
        }
    }

    static Stream<Method> changes() {
        return Stream.of(ToolEnvelope.class.getMethods())
                .filter(method -> method.getReturnType() == ToolEnvelope.class
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.getName().equals("withResult"));
    }

    private static Object sample(Class<?> type) {
        return type == boolean.class
                ? true
                : type == Json.class
                        ? Json.object()
                        : type == String.class || type == Object.class
                                ? "text"
                                : type == List.class
                                        ? List.of()
                                        : type == Part[].class ? new Part[0] : type.getEnumConstants()[0];
    }

    @ParameterizedTest
    @MethodSource("changes")
    @DisplayName("S21 every change of an envelope but that of its result keeps the marks of the result")
    void s21_envelopes_keepMarks(Method change) throws Exception {
        Object[] arguments =
                Stream.of(change.getParameterTypes()).map(MarksTest::sample).toArray();
        ToolEnvelope changed = (ToolEnvelope) change.invoke(ToolEnvelope.ok(MARKED), arguments);

        assertThat(MarkedText.marks(changed.result().get("value"))).isEqualTo(MARK);
        assertThat(Marks.of(new Interaction.ToolResult("c1", changed).toJson()).isEmpty())
                .isFalse();
    }

    @Test
    void s21_parts_haveTheMarksWithinThem() {
        assertThat(MarkedText.marks(MarkedText.slice(MARKED, 0, 2))).isEmpty();
        assertThat(MarkedText.marks(MarkedText.slice(MARKED, 3, 8))).containsExactly(new Mark("KEY", 0, 2));
        Json joined = MarkedText.join(List.of(Json.of("xyz"), MarkedText.slice(MARKED, 1, 4)));
        assertThat(joined.asText()).isEqualTo("xyz se");
        assertThat(MarkedText.marks(joined)).containsExactly(new Mark("KEY", 4, 6));
    }

    @Test
    void s21_marks_areWrittenByPlace() {
        Json document = Json.object().with("a/b", List.of(MARKED)).with("n", 4711);
        Marks written = Marks.from(Json.parse(Marks.of(document).toJson().text()));
        Json read = written.mark(Json.parse(document.text()), "");

        assertThat(MarkedText.marks(read.at("/a~1b/0"))).isEqualTo(MARK);
        TreeMap<String, List<Mark>> number = new TreeMap<>(Map.of("/n", List.of(new Mark("KEY", 0, 4))));
        Json marked = new Marks(number, new TreeMap<>()).mark(document, "");
        assertThat(marked.get("n").asInt()).isEqualTo(4711);
        assertThat(MarkedText.marks(marked.get("n"))).containsExactly(new Mark("KEY", 0, 4));
    }
}
