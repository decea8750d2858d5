package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.internal.JsonCursor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Deep values on a small stack: 200 levels work, more are refused, nothing overflows. */
class JsonDepthTest {
    private static final int SMALL_STACK = 256 * 1024;

    record Box(Optional<Box> inner) {}

    private static void onSmallStack(Runnable work) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(null, work, "small stack", SMALL_STACK);
        thread.setUncaughtExceptionHandler((t, e) -> thrown.set(e));
        thread.start();
        thread.join();
        assertThat(thrown.get()).isNull();
    }

    private static String nested(int levels) {
        return "[{\"a\":".repeat(levels / 2) + "1" + "}]".repeat(levels / 2);
    }

    @Test
    void deepest_value_is_read_written_and_compared() throws InterruptedException {
        onSmallStack(() -> {
            Json json = Json.parse(nested(200));
            assertThat(json.text()).isEqualTo(nested(200));
            assertThat(json.canonical()).isEqualTo(nested(200));
            assertThat(json).isEqualTo(Json.parse(nested(200))).hasSameHashCodeAs(Json.parse(nested(200)));
            byte[] bytes = nested(128).getBytes(StandardCharsets.UTF_8);
            assertThat(JsonCursor.of(bytes, 0, bytes.length).value()).isEqualTo(Json.parse(nested(128)));
        });
    }

    @Test
    void deepest_record_is_bound_both_ways_and_one_level_more_is_refused() throws InterruptedException {
        // Classes that are loaded for the first time when the stack is nearly full would stay broken.
        Json.of(Json.parse("{\"inner\":{}}").as(Box.class));
        onSmallStack(() -> {
            Json json = Json.parse(boxes(64));
            Box box = json.as(Box.class);
            assertThat(Json.of(box)).isEqualTo(json);
            assertThatThrownBy(() -> Json.of(new Box(Optional.of(box)))).hasMessageContaining("64 levels");
            assertThatThrownBy(() -> Json.parse(boxes(65)).as(Box.class)).hasMessageContaining("64 levels");
        });
    }

    private static String boxes(int levels) {
        return "{\"inner\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
    }

    @Test
    void one_level_more_is_refused_however_it_comes() throws InterruptedException {
        onSmallStack(() -> {
            Json deepest = Json.parse(nested(200));
            for (Runnable deeper : List.<Runnable>of(
                    () -> Json.parse("[" + nested(200) + "]"),
                    () -> Json.of(List.of(deepest)),
                    () -> Json.of(Map.of("a", deepest)),
                    () -> Json.of(new Json[] {deepest}),
                    () -> Json.object().with("a", deepest))) {
                assertThatThrownBy(deeper::run)
                        .isInstanceOf(JsonException.class)
                        .hasMessageContaining("200 levels");
            }
        });
    }

    @Test
    void far_too_deep_text_is_refused() throws InterruptedException {
        onSmallStack(() -> {
            assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000))).isInstanceOf(JsonException.class);
            Object list = List.of();
            for (int i = 0; i < 100_000; i++) {
                list = List.of(list);
            }
            Object deep = list;
            assertThatThrownBy(() -> Json.of(deep)).isInstanceOf(JsonException.class);
        });
    }
}
