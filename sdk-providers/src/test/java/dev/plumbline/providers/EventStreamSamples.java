package dev.plumbline.providers;

import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Messages of AWS's event streams, written for tests from their documentation; a test of the integration tests holds the
 * reader to AWS's own encoder.
 */
final class EventStreamSamples {
    private static final int TEXT = 7;

    private EventStreamSamples() {}

    /** A stream of messages, each {@code name data}, or {@code exception:name data}. */
    static ServerResponse response(String... messages) {
        return ServerResponse.of("application/vnd.amazon.eventstream", frames(String.join("\n", messages)));
    }

    /** The bytes of such messages, one a line. */
    static byte[] frames(String lines) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String line : lines.split("\n")) {
            int blank = line.indexOf(' ');
            String name = line.substring(0, blank);
            boolean exception = name.startsWith("exception:");
            Map<String, String> headers = new TreeMap<>();
            headers.put(":message-type", exception ? "exception" : "event");
            headers.put(
                    exception ? ":exception-type" : ":event-type",
                    name.substring(exception ? "exception:".length() : 0));
            headers.put(":content-type", "application/json");
            all.writeBytes(frame(headers, line.substring(blank + 1).getBytes(StandardCharsets.UTF_8)));
        }
        return all.toByteArray();
    }

    /** A message with texts as headers. */
    static byte[] frame(Map<String, String> headers, byte[] payload) {
        ByteArrayOutputStream texts = new ByteArrayOutputStream();
        headers.forEach((name, value) -> {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            texts.write(name.length());
            texts.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            texts.write(TEXT);
            texts.writeBytes(
                    ByteBuffer.allocate(2).putShort((short) bytes.length).array());
            texts.writeBytes(bytes);
        });
        ByteBuffer frame = ByteBuffer.allocate(16 + texts.size() + payload.length);
        frame.putInt(frame.capacity()).putInt(texts.size());
        frame.putInt(checksum(frame)).put(texts.toByteArray()).put(payload);
        return frame.putInt(checksum(frame)).array();
    }

    private static int checksum(ByteBuffer frame) {
        CRC32 crc = new CRC32();
        crc.update(frame.array(), 0, frame.position());
        return (int) crc.getValue();
    }
}
