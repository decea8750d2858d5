package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The reader beside one that follows the words of the standard, line by line. */
class SseReaderPropertiesTest {

    @Provide
    Arbitrary<String> streams() {
        Arbitrary<String> fields = Arbitraries.of(
                "",
                "",
                "",
                "data",
                "data:",
                "data: a",
                "data:b",
                "data:  c: d",
                "event: e",
                "event",
                ": beat",
                "id: 7",
                "datas: x",
                "x".repeat(40),
                "data: " + "long ".repeat(20),
                "data: é€😀",
                "data: \u000b\u000f");
        Arbitrary<String> lines =
                Combinators.combine(fields, Arbitraries.of("\n", "\r", "\r\n")).as(String::concat);
        Arbitrary<String> marks = Arbitraries.of("", "\uFEFF", "\uFEFF\uFEFF");
        return Combinators.combine(marks, lines.list().ofMaxSize(30), fields)
                .as((mark, all, rest) -> mark + String.join("", all) + rest);
    }

    @Property
    void stream_cutAnywhere_hasTheEventsOfTheStandard(
            @ForAll("streams") String stream, @ForAll List<@net.jqwik.api.constraints.Positive Integer> cuts) {
        assertThat(read(stream.getBytes(StandardCharsets.UTF_8), cuts)).isEqualTo(naive(stream));
    }

    private static List<String> read(byte[] bytes, List<Integer> cuts) {
        List<String> events = new ArrayList<>();
        SseReader reader = new SseReader(
                (name, data, length) -> events.add(name + "|" + new String(data, 0, length, StandardCharsets.UTF_8)));
        int[] ends =
                cuts.stream().mapToInt(cut -> cut % (bytes.length + 1)).sorted().toArray();
        int at = 0;
        for (int end : ends) {
            assertThat(reader.feed(bytes, at, end)).isTrue();
            at = end;
        }
        assertThat(reader.feed(Arrays.copyOf(bytes, bytes.length), at, bytes.length))
                .isTrue();
        return events;
    }

    private static List<String> naive(String stream) {
        List<String> events = new ArrayList<>();
        String text = stream.startsWith("\uFEFF") ? stream.substring(1) : stream;
        List<String> lines = new ArrayList<>(List.of(text.split("\r\n|\r|\n", -1)));
        lines.remove(lines.size() - 1);
        StringBuilder data = new StringBuilder();
        String name = "";
        for (String line : lines) {
            if (line.isEmpty()) {
                if (data.length() > 0) {
                    events.add(name + "|" + data.substring(0, data.length() - 1));
                }
                data.setLength(0);
                name = "";
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            if (field.equals("data")) {
                data.append(value).append('\n');
            } else if (field.equals("event")) {
                name = value;
            }
        }
        return events;
    }
}
