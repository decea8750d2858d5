package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** From where, and when, a stream of server-sent events can be resumed. */
class StreamPositionTest {
    private final List<String> seen = new ArrayList<>();

    private List<String> read(String stream) {
        SseReader reader = new SseReader(new SseEventHandler() {
            @Override
            public boolean event(String name, byte[] data, int length) {
                seen.add("event " + new String(data, 0, length, StandardCharsets.UTF_8));
                return true;
            }

            @Override
            public void lastEventId(String id) {
                seen.add("id " + id);
            }

            @Override
            public void retryAfter(Duration wait) {
                seen.add("retry " + wait.toMillis());
            }
        });
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(reader.feed(bytes, i, i + 1)).isTrue();
        }
        return seen;
    }

    @Test
    @DisplayName("MC14 an id is reported when its event is complete, also without data, and a retry at once")
    void mc14_position_isReported() {
        assertThat(read("id: e1\nretry: 500\ndata: \n\nid:e2\n\ndata: x\nid: e3\n\nid: e4\ndata: cut"))
                .containsExactly("retry 500", "id e1", "event ", "id e2", "id e3", "event x");
    }

    @Test
    @DisplayName("MC14 ids with a null character and times that are no numbers are skipped")
    void mc14_malformedPositions_areSkipped() {
        assertThat(read("id: a\0b\nretry: 1e3\nretry: -1\nretry: 9999999999\nretry:\nids: c\ndata: x\n\n"))
                .containsExactly("event x");
        seen.clear();
        assertThat(read("id: " + "x".repeat(2_000) + "\ndata: y\n\n")).containsExactly("event y");
    }
}
