package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.store.FileSessionStore.FlushMode;
import dev.plumbline.store.FileSessionStore.RecordCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts encrypted journals at every byte of their last three records, with and without a counter kept elsewhere. {@code
 * -Dplumbline.cuts} says how many journals.
 */
class EncryptedCutsTest {
    private static final int JOURNALS = Integer.getInteger("plumbline.cuts", 6);
    private static final int CUT = 3;
    private static final Logger LOG = Logger.getLogger("dev.plumbline.store");

    @TempDir
    private Path folder;

    @BeforeEach
    void expectWarnings() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void restore() {
        LOG.setLevel(null);
    }

    private Path file() {
        return folder.resolve("journals/one.journal");
    }

    private FileSessionStore store() {
        return FileSessionStore.of(folder.resolve("journals"), TempFolders.key(1))
                .withFlush(FlushMode.NEVER);
    }

    private RecordCounter counter() {
        return RecordCounter.inFolder(folder.resolve("elsewhere"));
    }

    private static Json record(int number, boolean open) {
        return Json.object().with("open", open).with("number", number).with("text", "z".repeat(number % 9));
    }

    private static List<Json> read(SessionStore store) {
        try (Stream<Json> records = store.read("one")) {
            return records.toList();
        }
    }

    /** Writes batches of these sizes; each ends a turn. Returns the numbers of records at which a batch ends. */
    private static List<Integer> write(SessionStore store, List<Json> all, Random sizes) {
        List<Integer> ends = new ArrayList<>(List.of(0));
        try (SessionStore.Writer writer = store.open("one")) {
            while (all.size() < 2 * CUT) {
                List<Json> batch = new ArrayList<>();
                for (int i = 1 + sizes.nextInt(CUT); i > 0; i--) {
                    batch.add(record(all.size() + batch.size(), i > 1));
                }
                writer.append(batch);
                all.addAll(batch);
                ends.add(all.size());
            }
        }
        return ends;
    }

    /** The number of records of whole batches in the first bytes of a journal. */
    private static int whole(byte[] journal, List<Integer> ends, int length) {
        return ends.stream()
                .filter(end -> JournalFrames.offset(journal, end) <= length)
                .reduce(0, Integer::max);
    }

    @Test
    @DisplayName(
            "S10 an encrypted journal cut at each byte of its last three records has the whole batches before the cut")
    void s10_cutAtEachByte_readsWhatIsWhole() throws IOException {
        for (int journal = 0; journal < JOURNALS; journal++) {
            List<Json> all = new ArrayList<>();
            try (SessionStore store = store()) {
                List<Integer> ends = write(store, all, new Random(journal));
                byte[] bytes = Files.readAllBytes(file());
                for (int length = JournalFrames.offset(bytes, all.size() - CUT); length < bytes.length; length++) {
                    Files.write(file(), Arrays.copyOf(bytes, length));
                    List<Json> left = all.subList(0, whole(bytes, ends, length));
                    assertThat(read(store)).isEqualTo(left);
                    continues(store, left, length - JournalFrames.offset(bytes, left.size()));
                }
                store.delete("one");
            }
        }
    }

    private static void continues(SessionStore store, List<Json> left, int torn) {
        Json next = record(99, false);
        try (SessionStore.Writer writer = store.open("one")) {
            assertThat(writer.position()).isEqualTo(left.size());
            assertThat(writer.damage().map(SessionStore.Damage::bytes).orElse(0L))
                    .isEqualTo(torn);
            writer.append(List.of(next));
        }
        List<Json> longer = new ArrayList<>(left);
        longer.add(next);
        assertThat(read(store)).isEqualTo(longer);
    }

    @Test
    @DisplayName("S10 with a counter kept elsewhere each of these cuts is refused by name, also a clean one")
    void s10_cutAtEachByte_isRefusedByTheCounter() throws IOException {
        for (int journal = 0; journal < JOURNALS; journal++) {
            List<Json> all = new ArrayList<>();
            try (SessionStore store = store().withCounter(counter())) {
                List<Integer> ends = write(store, all, new Random(journal));
                byte[] bytes = Files.readAllBytes(file());
                for (int length = JournalFrames.offset(bytes, all.size() - CUT); length < bytes.length; length++) {
                    byte[] cut = Arrays.copyOf(bytes, length);
                    Files.write(file(), cut);
                    isRefused(store, whole(bytes, ends, length), all.size());
                    assertThat(Files.readAllBytes(file())).isEqualTo(cut);
                }
                Files.write(file(), bytes);
                assertThat(read(store)).isEqualTo(all);
                store.delete("one");
                assertThat(read(store)).isEmpty();
            }
        }
    }

    private static void isRefused(SessionStore store, int position, int counted) {
        assertThatThrownBy(() -> store.open("one"))
                .isInstanceOfSatisfying(
                        DamagedSessionException.class,
                        e -> assertThat(e.position()).isEqualTo(position))
                .hasMessageContaining("record " + (position + 1) + " of conversation one is missing")
                .hasMessageContaining("the counter kept elsewhere has " + counted + " records");
        assertThatThrownBy(() -> read(store)).isInstanceOf(DamagedSessionException.class);
    }

    @Test
    @DisplayName(
            "S10 with a counter an older copy, and a file that was deleted, are refused, and repair accepts what is left")
    void s10_olderCopyAndDeletedFile_areRefused() throws IOException {
        try (SessionStore store = store().withCounter(counter())) {
            append(store, 2, false);
            byte[] earlier = Files.readAllBytes(file());
            append(store, 3, false);
            Files.write(file(), earlier);
            isRefused(store, 2, 5);
            SessionStore.Damage lost = store.repair("one").orElseThrow();
            assertThat(lost.position()).isEqualTo(2);
            assertThat(Path.of(lost.location())).hasBinaryContent(earlier);
            assertThat(store.repair("one")).isEmpty();
            append(store, 1, false);
            assertThat(read(store)).hasSize(3);

            Files.delete(file());
            isRefused(store, 0, 3);
            assertThat(store.repair("one")).isPresent();
            append(store, 1, false);
            assertThat(read(store)).hasSize(1);
        }
    }

    private static void append(SessionStore store, int records, boolean open) {
        try (SessionStore.Writer writer = store.open("one")) {
            for (int i = 0; i < records; i++) {
                writer.append(List.of(record(i, open)));
            }
        }
    }

    @Test
    @DisplayName("S10 records of a turn that a crash interrupted are not counted, so their torn end is no damage")
    void s10_interruptedTurn_isNotCounted() throws IOException {
        RecordCounter counter = counter();
        byte[] crashed;
        try (SessionStore store = store().withCounter(counter)) {
            append(store, 2, false);
            try (SessionStore.Writer writer = store.open("one")) {
                writer.append(List.of(record(2, true)));
                assertThat(counter.find("one")).isEqualTo(2);
                crashed = Files.readAllBytes(file());
            }
            assertThat(counter.find("one")).isEqualTo(3);
            counter.store("one", 2); // as a crash would have left it
            Files.write(file(), Arrays.copyOf(crashed, crashed.length - 1));
            try (SessionStore.Writer writer = store.open("one")) {
                assertThat(writer.position()).isEqualTo(2);
                assertThat(writer.damage()).isPresent();
            }
        }
    }

    @Test
    @DisplayName("S10 what is set aside is not counted, and a counter that fails stops no conversation")
    void s10_setAside_andFailingCounter() {
        boolean[] fails = {true};
        RecordCounter kept = counter();
        RecordCounter counter = new RecordCounter() {
            @Override
            public long find(String sessionId) {
                return kept.find(sessionId);
            }

            @Override
            public void store(String sessionId, long records) {
                if (fails[0]) {
                    throw new java.io.UncheckedIOException(new IOException("the keyring is locked"));
                }
                kept.store(sessionId, records);
            }

            @Override
            public void remove(String sessionId) {
                kept.remove(sessionId);
            }
        };
        try (SessionStore store = store().withCounter(counter)) {
            append(store, 2, false);
            assertThat(kept.find("one")).isZero();
            fails[0] = false;
            append(store, 2, false);
            assertThat(kept.find("one")).isEqualTo(4);
            try (SessionStore.Writer writer = store.open("one")) {
                writer.setAside(1);
            }
            assertThat(kept.find("one")).isEqualTo(1);
            assertThat(read(store)).hasSize(1);
        }
    }
}
