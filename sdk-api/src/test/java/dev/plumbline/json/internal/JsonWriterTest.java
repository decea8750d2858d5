package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Writing tokens. */
class JsonWriterTest {

    private static String text(JsonWriter writer) {
        return new String(writer.toBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void tokens_come_out_in_order() {
        JsonWriter writer = new JsonWriter()
                .object()
                .name("model")
                .value("m\"1")
                .name("n")
                .value(Long.MIN_VALUE)
                .name("t")
                .value(0.70)
                .name("big")
                .value(1e21)
                .name("flags")
                .array()
                .value(true)
                .value(false)
                .nullValue()
                .end()
                .name("empty")
                .object()
                .end()
                .name("none")
                .array()
                .end()
                .name("raw")
                .json(Json.parse("{\"z\":1.50,\"a\":[]}"))
                .end();
        assertThat(text(writer))
                .isEqualTo("{\"model\":\"m\\\"1\",\"n\":-9223372036854775808,\"t\":0.7,\"big\":1e+21,"
                        + "\"flags\":[true,false,null],\"empty\":{},\"none\":[],\"raw\":{\"z\":1.50,\"a\":[]}}");
        assertThat(writer.size()).isEqualTo(writer.toBytes().length);
    }

    @Test
    void scalar_alone_is_a_text() {
        assertThat(text(new JsonWriter().value("é😂\u0007"))).isEqualTo("\"é😂\\u0007\"");
        assertThat(text(new JsonWriter().nullValue())).isEqualTo("null");
    }

    @Test
    void nesting_may_be_deep() {
        JsonWriter writer = new JsonWriter();
        for (int i = 0; i < 100; i++) {
            writer.array();
        }
        for (int i = 0; i < 100; i++) {
            writer.end();
        }
        assertThat(Json.parse(writer.toBytes()).text()).isEqualTo("[".repeat(100) + "]".repeat(100));
    }

    @Test
    void misuse_is_refused_and_changes_nothing() {
        List<Consumer<JsonWriter>> misuses = List.of(
                writer -> writer.name("a"),
                JsonWriter::end,
                JsonWriter::toBytes,
                writer -> writer.array().name("a"),
                writer -> writer.object().value(1),
                writer -> writer.object().name("a").name("b"),
                writer -> writer.object().name("a").end(),
                writer -> writer.object().name("a").value(1).value(2),
                writer -> writer.array().toBytes(),
                writer -> writer.value(1).value(2),
                writer -> writer.object().end().object());
        for (Consumer<JsonWriter> misuse : misuses) {
            assertThatThrownBy(() -> misuse.accept(new JsonWriter())).isInstanceOf(IllegalStateException.class);
        }
        JsonWriter writer = new JsonWriter().array();
        assertThatThrownBy(() -> writer.name("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> writer.value(Double.NaN)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> writer.value("x\ud800")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> writer.json(Json.object().get("a"))).isInstanceOf(JsonException.class);
        assertThat(text(writer.value(1).end())).isEqualTo("[1]");
    }
}
