package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The queue of a stream at its end and at its limit, where pieces of one text are joined. */
class EventStreamTest {
    private final EventStream stream = new EventStream();
    private final AtomicInteger beginnings = new AtomicInteger();

    private void piece(String words) {
        stream.add("text a", words, joined -> Json.of(joined));
    }

    private String taken() throws InterruptedException {
        return stream.take(() -> {
            beginnings.incrementAndGet();
            stream.add(Json.of("new beginning"));
        });
    }

    @Test
    @DisplayName("AG7 a piece that comes behind the end is not joined to the one that waits")
    void ag7_endedStream_takesNoPiece() throws InterruptedException {
        piece("aa");
        stream.end();
        piece(".");
        assertThat(taken()).isEqualTo("data: \"aa\"\n\n");
        assertThat(taken()).isEmpty();
    }

    @Test
    @DisplayName("AG7 one text that grows too long for a slow client is replaced by a new beginning, too")
    void ag7_growingText_isBounded() throws InterruptedException {
        for (int i = 0; i < 17; i++) {
            piece("x".repeat(1_000_000));
        }
        assertThat(taken()).isEqualTo("data: \"new beginning\"\n\n");
        assertThat(beginnings).hasValue(1);
    }
}
