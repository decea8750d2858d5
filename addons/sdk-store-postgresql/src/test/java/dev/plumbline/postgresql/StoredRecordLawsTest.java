package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A record comes back as it was, wherever it has blobs, and whatever else looks like one. */
class StoredRecordLawsTest {
    @Property(tries = 300)
    @Tag("PG37")
    @Label("Attachments: a record that is taken apart and put together is the same text")
    void record_comesBackTheSame(@ForAll("records") Json record) {
        Map<String, byte[]> contents = new HashMap<>();
        AttachmentBatch attachments = new AttachmentBatch(PayloadCodec.PLAIN);
        StoredRecord taken = StoredRecord.of(record, record.text(), attachments);
        taken.blobs().forEach((pointer, digest) -> {
            byte[] content = Base64.getDecoder().decode(record.at(pointer).asText());
            assertThat(HexFormat.of().formatHex(PayloadCodec.PLAIN.digest(content)))
                    .isEqualTo(digest);
            contents.put(digest, content);
        });
        StoredRecord stored = StoredRecord.parse(taken.text().getBytes(StandardCharsets.UTF_8));
        assertThat(stored.with(contents).text()).isEqualTo(record.text());
        assertThat(taken.text().length() < record.text().length())
                .as("it is shorter if it has blobs")
                .isEqualTo(!contents.isEmpty());
    }

    @Provide
    Arbitrary<Json> records() {
        return value(3).map(value -> Json.object().with("a", value).with("base64", value));
    }

    private static Arbitrary<Object> value(int levels) {
        Arbitrary<Object> blob = Arbitraries.integers()
                .between(3000, 3100)
                .map(size -> Base64.getEncoder().encodeToString(new byte[size]));
        Arbitrary<Object> noBlob = Arbitraries.of(
                "A".repeat(5001), "=".repeat(5000), "*".repeat(5000), "A".repeat(4999) + "B", "", 7, true, "0000");
        if (levels == 0) {
            return Arbitraries.oneOf(blob, noBlob);
        }
        Arbitrary<String> names = Arbitraries.of("base64", "a/b~c", "attachment", "", "\"base64\"");
        return Arbitraries.oneOf(
                blob,
                noBlob,
                value(levels - 1).list().ofMaxSize(3).map(List::copyOf),
                Arbitraries.maps(names, value(levels - 1)).ofMaxSize(3).map(Map::copyOf));
    }
}
