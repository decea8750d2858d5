package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** AWS's framing; a test of the integration tests holds the reader to AWS's own encoder. */
class EventStreamReaderTest {
    private static final byte[] START = summed(message("{\"p\":\"abcde\",\"role\":\"assistant\"}"));

    private final List<String> events = new ArrayList<>();
    private boolean more = true;
    private final EventStreamReader reader = new EventStreamReader((name, data, length) -> {
        events.add(name + " " + new String(data, 0, length, StandardCharsets.UTF_8));
        return more;
    });

    /** A message as the service writes it, without its checksums. */
    private static byte[] message(String data) {
        String headers =
                "\u000b:event-type\u0007\u0000\u000cmessageStart\r:content-type\u0007\u0000\u0010application/json"
                        + "\r:message-type\u0007\u0000\u0005event";
        byte[] text = (headers + data).getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(text.length + 16)
                .putInt(text.length + 16)
                .putInt(headers.length())
                .putInt(0)
                .put(text)
                .array();
    }

    /** Writes the checksums anew, so that the rest of a changed message fits. */
    private static byte[] summed(byte[] message) {
        CRC32 prelude = new CRC32();
        prelude.update(message, 0, 8);
        ByteBuffer.wrap(message).putInt(8, (int) prelude.getValue());
        CRC32 whole = new CRC32();
        whole.update(message, 0, message.length - 4);
        ByteBuffer.wrap(message).putInt(message.length - 4, (int) whole.getValue());
        return message;
    }

    private static byte[] renamed(String from, String to) {
        String text = new String(START, StandardCharsets.ISO_8859_1);
        return summed(text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1));
    }

    private void feed(byte[] bytes) {
        reader.feed(bytes, 0, bytes.length);
    }

    @Test
    @DisplayName("W23 messages are read, however their bytes arrive")
    void w23_messages_areRead_howeverTheyArrive() {
        for (int cut = 0; cut <= START.length; cut++) {
            feed(Arrays.copyOf(START, cut));
            feed(Arrays.copyOfRange(START, cut, START.length));
        }
        assertThat(events)
                .hasSize(START.length + 1)
                .containsOnly("messageStart {\"p\":\"abcde\",\"role\":\"assistant\"}");
    }

    @Test
    @DisplayName("W23 a bit that was changed anywhere in a message is an error, and its content is not dispatched")
    void w23_changedBit_isAnError() {
        for (int bit = 0; bit < START.length * Byte.SIZE; bit++) {
            byte[] changed = START.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            EventStreamReader own = new EventStreamReader((name, data, length) -> {
                throw new AssertionError("dispatched");
            });
            assertThatThrownBy(() -> own.feed(changed, 0, changed.length))
                    .isInstanceOf(AiException.class)
                    .hasMessageNotContaining("abcde");
        }
    }

    @Test
    void w23_exceptionsAndErrors_haveNamesOfTheirOwn() {
        feed(renamed(":event-type\u0007\u0000\u000cmessageStart", ":error-code\u0007\u0000\u000cTooManyCalls"));
        feed(summed(new String(START, StandardCharsets.ISO_8859_1)
                .replace("\u0005event", "\u0005error")
                .replace(":event-type\u0007", ":error-code\u0007")
                .replace(
                        "\r:content-type\u0007\u0000\u0010application/json",
                        "\u000e:error-message\u0007\u0000\u000fToo many calls.")
                .getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(events.get(0)).startsWith(" ");
        assertThat(events.get(1)).isEqualTo("exception:messageStart Too many calls.");
    }

    @Test
    void w23_contradictingLengths_areAnError() {
        byte[] changed = START.clone();
        ByteBuffer.wrap(changed).putInt(4, changed.length);
        assertThatThrownBy(() -> feed(summed(changed))).hasMessageContaining("contradict");
        byte[] longer = START.clone();
        longer[12] = 127;
        assertThatThrownBy(() -> feedAnew(summed(longer))).hasMessageContaining("header");
        byte[] huge = START.clone();
        ByteBuffer.wrap(huge).putInt(0, Integer.MAX_VALUE);
        assertThatThrownBy(() -> feedAnew(summed(huge))).hasMessageContaining("longer than");
    }

    private static void feedAnew(byte[] bytes) {
        new EventStreamReader((name, data, length) -> true).feed(bytes, 0, bytes.length);
    }

    @Test
    void w23_afterTheLastWantedMessage_nothingIsRead() {
        more = false;
        byte[] two = new byte[2 * START.length];
        System.arraycopy(START, 0, two, 0, START.length);
        System.arraycopy(START, 0, two, START.length, START.length);
        assertThat(reader.feed(two, 0, two.length)).isFalse();
        assertThat(events).hasSize(1);
        assertThat(reader.leftOver()).isEqualTo(START.length);
    }
}
