package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.json.internal.JsonWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No message and no toString holds what was in the data. */
class JsonErrorContentTest {
    private static final String CANARY = "canary";
    private static final String DOCUMENT =
            "{\"canary1\":\"canary2\",\"list\":[\"canary3\",77712345,{\"canary4\":777.5}],\"n\":77712345}";

    record Strict(String n, List<Integer> list) {}

    record Loose(Optional<Map<String, List<Integer>>> list, int n) {}

    static Stream<ThrowingCallable> broken_texts() {
        byte[] bytes = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        Stream<ThrowingCallable> cut =
                IntStream.range(0, bytes.length).mapToObj(end -> () -> Json.parse(DOCUMENT.substring(0, end)));
        Stream<ThrowingCallable> changed = IntStream.range(0, bytes.length)
                .boxed()
                .flatMap(at -> Stream.of("\u0001", "\"", "}", "x", "\\ud800", "'", "/", "\ufeff", "77712345")
                        .map(c -> () -> Json.parse(DOCUMENT.substring(0, at) + c + DOCUMENT.substring(at))));
        return Stream.concat(cut, changed);
    }

    @Test
    void broken_text_is_refused_without_content() {
        List<Throwable> thrown =
                broken_texts().map(JsonErrorContentTest::thrownBy).toList();
        assertThat(thrown).hasSizeGreaterThan(500);
        assertThat(thrown.stream().filter(e -> e != null))
                .hasSizeGreaterThan(300)
                .allSatisfy(JsonErrorContentTest::assertSilent);
    }

    private static Throwable thrownBy(ThrowingCallable work) {
        return catchThrowable(work);
    }

    private static void assertSilent(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString().replace(JsonErrorContentTest.class.getName(), ""))
                .doesNotContain(CANARY)
                .doesNotContain("777");
        assertThat(thrown).isInstanceOf(JsonException.class).hasNoCause();
        assertThat(thrown.getSuppressed()).isEmpty();
    }

    static Stream<Function<Json, Object>> readings() {
        return Stream.of(
                Json::asText,
                Json::elements,
                json -> json.as(Strict.class),
                json -> json.as(Loose.class),
                json -> json.as(String.class),
                json -> json.as(Thread.State.class),
                json -> json.as(Integer[].class),
                json -> json.as(new TypeRef<Map<String, Integer>>() {}),
                json -> json.as(new TypeRef<Map<String, Map<String, Integer>>>() {}),
                json -> json.as(new TypeRef<Map<Thread.State, Json>>() {}),
                json -> json.as(new TypeRef<Map<Integer, Json>>() {}),
                json -> json.get("n").asText(),
                json -> json.at("/list/0").as(Thread.State.class),
                json -> json.at("/list/0").as(LocalDate.class),
                json -> json.at("/list/0").as(URI[].class),
                json -> json.at("/list/0").as(UUID.class),
                json -> json.get("n").as(byte.class),
                json -> json.without("canary1").as(Loose.class),
                json -> json.at("/list").as(TypeRef.listOf(Integer.class)),
                json -> json.at("/list/2").as(new TypeRef<Map<String, Integer>>() {}),
                json -> json.fields().values().iterator().next().asInt(),
                json -> Json.of(Map.of("canary", Double.NaN)),
                json -> Json.of(Map.of("canary", new Object())),
                json -> Json.of(Map.of("canary", "canary\ud800")),
                json -> new JsonWriter().value("canary\ud800"),
                json -> new JsonWriter().object().name("canary\ud800"));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void misfit_is_refused_without_content(Function<Json, Object> reading) {
        assertSilent(catchThrowable(() -> reading.apply(Json.parse(DOCUMENT))));
    }

    @Test
    void cursor_refuses_without_content() {
        byte[] bytes = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        try (JsonCursor cursor = JsonCursor.of(bytes, 0, bytes.length)) {
            cursor.enter();
            cursor.next();
            assertSilent(catchThrowable(cursor::asLong));
            assertSilent(catchThrowable(cursor::enter));
            assertThat(cursor.toString()).doesNotContain(CANARY);
        }
    }

    @Test
    void strings_for_people_show_kind_and_length() {
        Json json = Json.parse(DOCUMENT);
        assertThat(json).hasToString("Json[object, 3 members]");
        assertThat(json.get("list")).hasToString("Json[array, 3 elements]");
        assertThat(json.get("canary1")).hasToString("Json[string, 7 characters]");
        assertThat(json.get("n")).hasToString("Json[number, 8 characters]");
        assertThat(json.get("none")).hasToString("Json[missing]");
        assertThat(Json.of(true)).hasToString("Json[boolean]");
        assertThat(Json.of(null)).hasToString("Json[null]");
        assertThat(json.fields()).hasToString("object, 3 members");
        assertThat(json.get("list").elements()).hasToString("array, 3 elements");
        assertThat(new JsonWriter().value("canary")).hasToString("JsonWriter[8 bytes]");
        for (Object view : List.of(
                json.fields().keySet(),
                json.fields().values(),
                json.fields().entrySet(),
                json.fields().entrySet().iterator().next())) {
            assertThat(view.toString().replaceAll("Json\\[[^]]*]", ""))
                    .doesNotContain("777")
                    .doesNotContain("canary2");
        }
    }
}
