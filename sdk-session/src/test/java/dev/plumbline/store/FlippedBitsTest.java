package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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

/** Flips bits anywhere behind the header of journals that were written in batches. {@code -Dplumbline.flips} says how often. */
class FlippedBitsTest {
    private static final int FLIPS = Integer.getInteger("plumbline.flips", 400);
    private static final Logger LOG = Logger.getLogger("dev.plumbline.store");

    @TempDir
    private Path folder;

    private int refused;
    private int recovered;

    @BeforeEach
    void expectWarnings() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void restore() {
        LOG.setLevel(null);
    }

    @Test
    @DisplayName(
            "J4 flipped bits: an exact prefix, or a refusal and after the repair a part of the records in their order")
    void j4_flippedBits_neverChangeARecord() throws IOException {
        Random random = new Random(23);
        for (int i = 0; i < FLIPS; i++) {
            Path own = Files.createDirectories(folder.resolve("plain" + i));
            try (SessionStore store =
                    i % 2 == 0 ? FileSessionStore.of(own) : FileSessionStore.of(own, TempFolders.key(1))) {
                flip(store, own.resolve("one.journal"), random);
                store.delete("one");
            }
            Files.delete(own);
        }
        System.getLogger("dev.plumbline.store")
                .log(System.Logger.Level.DEBUG, "{0} refused, {1} records recovered", refused, recovered);
        assertThat(refused).isGreaterThan(FLIPS / 4);
        assertThat(recovered).isGreaterThan(FLIPS / 4);
    }

    private void flip(SessionStore store, Path file, Random random) throws IOException {
        List<Json> all = written(store, random);
        byte[] bytes = Files.readAllBytes(file);
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            int at = JournalFraming.HEADER + random.nextInt(bytes.length - JournalFraming.HEADER);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, bytes);
        int prefix = read(store, all);
        try (SessionStore.Writer writer = store.open("one")) {
            assertThat(writer.position()).isEqualTo(prefix);
        } catch (DamagedSessionException e) {
            refused++;
            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
            repair(store, all, bytes);
        }
        append(store);
    }

    private static List<Json> written(SessionStore store, Random random) {
        List<Json> all = new ArrayList<>();
        try (SessionStore.Writer writer = store.open("one")) {
            for (int batch = 1 + random.nextInt(8); batch > 0; batch--) {
                List<Json> records = new ArrayList<>();
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    records.add(Json.object()
                            .with("number", all.size() + records.size())
                            .with("text", "z".repeat(random.nextInt(200))));
                }
                writer.append(records);
                all.addAll(records);
            }
        }
        return all;
    }

    /** How many records are read: the first ones, as they were. */
    private static int read(SessionStore store, List<Json> all) {
        List<Json> read = new ArrayList<>();
        try (Stream<Json> records = store.read("one")) {
            records.forEach(read::add);
        } catch (DamagedSessionException e) {
            assertThat(e.position()).isGreaterThanOrEqualTo(read.size());
        }
        assertThat(read).isEqualTo(all.subList(0, read.size()));
        return read.size();
    }

    private void repair(SessionStore store, List<Json> all, byte[] bytes) throws IOException {
        SessionStore.Damage damage = store.repair("one").orElseThrow();
        assertThat(Path.of(damage.location())).hasBinaryContent(bytes);
        recovered += (int) damage.behind();
        try (Stream<Json> records = store.read("one")) {
            List<Json> left = records.toList();
            assertThat(left).isSubsetOf(all).hasSize((int) (damage.position() + damage.behind()));
            assertThat(left)
                    .isSortedAccordingTo(Comparator.comparingInt(
                            record -> record.get("number").asInt()));
            assertThat(left).doesNotHaveDuplicates();
        }
    }

    private static void append(SessionStore store) {
        Json last = Json.object().with("number", 1_000);
        try (SessionStore.Writer writer = store.open("one")) {
            writer.append(List.of(last));
        } catch (UncheckedIOException e) {
            throw new AssertionError("a repaired conversation cannot be written", e);
        }
        try (Stream<Json> records = store.read("one")) {
            assertThat(records.toList()).endsWith(last);
        }
    }
}
