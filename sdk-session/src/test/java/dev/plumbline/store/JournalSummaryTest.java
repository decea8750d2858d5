package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalSummaryTest {
    private static final int CONVERSATIONS = 20;
    private static final String TEXT = "ä text of a record, ".repeat(100);

    @TempDir
    private Path folder;

    private static Json opened(String text) {
        return record("2030-01-01T00:00:00Z", true).with("namespace", "plan").with("body", text);
    }

    private static Json record(String at, boolean open) {
        return Json.object().with("kind", "test").with("at", at).with("open", open);
    }

    private static void write(SessionStore store, String id, List<Json> records) {
        try (SessionStore.Writer writer = store.open(id)) {
            writer.append(records);
        }
    }

    /** A conversation of some 400 KB whose last record is as long as that. */
    private static List<Json> conversation(String last) {
        List<Json> records = new ArrayList<>(List.of(opened(TEXT.repeat(10))));
        for (int i = 0; i < 200; i++) {
            records.add(record("2030-01-02T00:00:00Z", true).with("text", TEXT));
        }
        records.add(record("2030-01-03T00:00:00Z", false).with("text", last));
        return records;
    }

    private static void isListed(SessionStore store, int count) {
        assertThat(store.list()).hasSize(count).allSatisfy(listed -> {
            assertThat(listed.namespace()).isEqualTo("plan");
            assertThat(listed.last()).isEqualTo("2030-01-03T00:00:00Z");
            assertThat(listed.interrupted()).isFalse();
        });
    }

    private static long bytesRead() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("rchar: "))
                .mapToLong(line -> Long.parseLong(line.substring(7)))
                .sum();
    }

    @Test
    @DisplayName("J15 a list reads at most 64 KB of each conversation, also where the last record is longer")
    void j15_list_readsLittle() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/io")), "this system does not count what is read");
        try (SessionStore store = FileSessionStore.of(folder)) {
            for (int i = 0; i < CONVERSATIONS; i++) {
                write(store, "c" + i, conversation(TEXT.repeat(i % 2 == 0 ? 1 : 100)));
            }
            isListed(store, CONVERSATIONS);
            long before = bytesRead();
            isListed(store, CONVERSATIONS);
            assertThat((bytesRead() - before) / CONVERSATIONS).isLessThan(64 << 10);
        }
    }

    @Test
    @DisplayName("J15 torn ends, unfinished batches, long and encrypted records: the list says what a reader would")
    void j15_list_saysWhatAReaderWould() throws IOException {
        for (SessionStore opened :
                List.of(FileSessionStore.of(folder), FileSessionStore.of(folder.resolve("x"), TempFolders.key(1)))) {
            try (SessionStore store = opened) {
                write(
                        store,
                        "short",
                        List.of(opened("").with("at", "2030-01-03T00:00:00Z").with("open", false)));
                write(store, "long", conversation(TEXT));
                write(store, "longer", conversation(TEXT.repeat(100)));
                isListed(store, 3);
            }
        }
        Path file = folder.resolve("long.journal");
        Files.write(file, JournalFraming.frame(new byte[] {'{', '}'}, true), StandardOpenOption.APPEND);
        Files.write(file, new byte[] {0, 0, 1}, StandardOpenOption.APPEND);
        Files.write(folder.resolve("empty.journal"), JournalFraming.header(false));
        Files.write(folder.resolve("none.journal"), new byte[0]);
        try (SessionStore store = FileSessionStore.of(folder)) {
            isListed(store, 3);
        }
    }
}
