package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskResponseStoreTest {
    private static final Secret KEY = Secret.of("0123456789abcdef0123456789abcdef".toCharArray());
    private static final Secret OTHER = Secret.of("0123456789abcdef0123456789abcdeg".toCharArray());

    @TempDir
    private Path home;

    private Path folder() {
        return home.resolve("plumbline");
    }

    private DiskResponseStore store() {
        return DiskResponseStore.of(folder());
    }

    private List<Path> files(String end) throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }

    private Path only() throws IOException {
        List<Path> files = files(DiskCacheEntry.SUFFIX);
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    @Test
    void nothing_is_opened_before_something_is_stored() {
        assertThat(store().find(CacheEntries.key(1))).isEmpty();
        assertThat(store().invalidate(ResponseStore.Selection.all())).isZero();
        assertThat(folder()).doesNotExist();
    }

    @Test
    @Tag("D16")
    void entry_is_found_by_the_next_process() {
        store().put(CacheEntries.key(1), CacheEntries.entry(1));
        assertThat(store().find(CacheEntries.key(1))).contains(CacheEntries.entry(1));
        assertThat(store().find(CacheEntries.key("other", 1))).isEmpty();
    }

    @Test
    void number_spelling_and_member_order_survive() {
        ResponseStore.Entry entry = new ResponseStore.Entry(
                Json.parse("{\"b\":1.50,\"a\":9007199254740993,\"e\":\"\\ud83d\\ude00\"}"),
                Instant.parse("2026-01-01T00:00:00.123456789Z"));
        store().put(CacheEntries.key(1), entry);
        ResponseStore.Entry found = store().find(CacheEntries.key(1)).orElseThrow();
        assertThat(found).isEqualTo(entry);
        assertThat(found.answer().text()).isEqualTo(entry.answer().text());
    }

    @Test
    @Tag("F85")
    @Tag("D16")
    @DisplayName("85 entry truncated at each byte is damaged and gone")
    void truncated_entry_is_damaged() throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry("short"));
        Path file = only();
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertDamaged(store(), 1, length + " bytes");
            assertThat(file).doesNotExist();
        }
        Files.write(file, whole);
        assertThat(store().find(CacheEntries.key(1))).isPresent();
    }

    @ParameterizedTest
    @Tag("F85")
    @ValueSource(booleans = {false, true})
    @DisplayName("85 entry with any one bit changed is damaged and gone, plain or encrypted")
    void changed_bit_is_damage(boolean encrypted) throws IOException {
        DiskResponseStore store = encrypted ? store().withEncryption(KEY) : store();
        store.put(CacheEntries.key(1), CacheEntries.entry("short"));
        Path file = only();
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file, changed);
            assertDamaged(store, 1, "bit " + bit);
            assertThat(file).doesNotExist();
        }
    }

    @Test
    @Tag("F85")
    @Tag("F91")
    @DisplayName("85 zero-filled, foreign, lengthened and well-framed nonsense are damaged and gone")
    void nonsense_is_damage() throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry("short"));
        Path file = only();
        byte[] whole = Files.readAllBytes(file);
        byte[] hugeLength = whole.clone();
        Arrays.fill(hugeLength, 4, 8, (byte) 0x7f);
        for (byte[] bytes : List.of(
                new byte[whole.length],
                new byte[0],
                utf8("{\"namespace\":\"drawing\"}"),
                Arrays.copyOf(whole, whole.length + 1),
                hugeLength,
                CacheFileFrame.of(new byte[0]),
                CacheFileFrame.of(utf8("no json")),
                CacheFileFrame.of(utf8("[]")),
                CacheFileFrame.of(utf8("{\"namespace\":\"drawing\",\"call\":\"plb1:0\"}")),
                CacheFileFrame.of(utf8("[".repeat(100_000))))) {
            Files.write(file, bytes);
            assertDamaged(store(), 1, "nonsense");
            assertThat(file).doesNotExist();
        }
    }

    private static void assertDamaged(ResponseStore store, int number, String as) {
        assertThatThrownBy(() -> store.find(CacheEntries.key(number)))
                .as(as)
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().category()).isEqualTo(AiError.Category.INVALID_RESPONSE));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void file_of_another_key_under_this_name_is_damaged() throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry(1));
        byte[] one = Files.readAllBytes(only());
        store().put(CacheEntries.key(2), CacheEntries.entry(2));
        for (Path file : files(DiskCacheEntry.SUFFIX)) {
            Files.write(file, one);
        }
        assertDamaged(store(), 2, "the file of another key");
        assertThat(store().find(CacheEntries.key(2))).as("it was removed").isEmpty();
    }

    @ParameterizedTest
    @Tag("F86")
    @Tag("F87")
    @Tag("F88")
    @ValueSource(ints = {0, 1, 2, 3, 4})
    @DisplayName("87 disk that fails at its n-th operation leaves no torn file, and works afterwards")
    void failing_disk_leaves_nothing_torn(int operation) throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry("old"));
        DiskResponseStore failing = DiskResponseStore.on(new FailingFileOperations(operation), folder());
        if (operation < 2) {
            assertThatThrownBy(() -> failing.put(CacheEntries.key(1), CacheEntries.entry("new")))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(store().find(CacheEntries.key(1))).contains(CacheEntries.entry("old"));
        }
        assertThat(files(PrivateFileOperations.ASIDE)).isEmpty();
        store().put(CacheEntries.key(1), CacheEntries.entry("new"));
        assertThat(store().find(CacheEntries.key(1))).contains(CacheEntries.entry("new"));
    }

    @Test
    @Tag("F87")
    @DisplayName("87 folder that cannot be one is an exception of the store, and no file")
    void folder_that_cannot_be_one() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "a file");
        DiskResponseStore store = DiskResponseStore.of(file);
        assertThatThrownBy(() -> store.put(CacheEntries.key(1), CacheEntries.entry(1)))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(file).hasContent("a file");
    }

    @Test
    @Tag("F90")
    @Tag("D16")
    @DisabledOnOs(OS.WINDOWS)
    @DisplayName("90 files are the user's alone")
    void files_are_the_users_alone() throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry(1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
    }

    @Test
    @Tag("F90")
    @DisplayName("90 encrypted entries show neither answer nor namespace, and open under their key alone")
    void encrypted_entries_show_nothing() throws IOException {
        DiskResponseStore store = store().withEncryption(KEY);
        store.put(CacheEntries.key("canary-namespace", 1), CacheEntries.entry("canary-answer"));
        Path file = only();
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain("canary");
        assertThat(store().withEncryption(KEY).find(CacheEntries.key("canary-namespace", 1)))
                .contains(CacheEntries.entry("canary-answer"));
        assertThat(store().withEncryption(OTHER).find(CacheEntries.key("canary-namespace", 1)))
                .isEmpty();
        assertThat(store().find(CacheEntries.key("canary-namespace", 1))).isEmpty();
        assertThat(store().withEncryption(OTHER).invalidate(ResponseStore.Selection.all()))
                .isZero();
        assertThat(file).exists();
    }

    @Test
    void same_answer_encrypted_twice_has_other_bytes() throws IOException {
        DiskResponseStore store = store().withEncryption(KEY);
        store.put(CacheEntries.key(1), CacheEntries.entry(1));
        byte[] once = Files.readAllBytes(only());
        store.put(CacheEntries.key(1), CacheEntries.entry(1));
        assertThat(Files.readAllBytes(only())).isNotEqualTo(once);
    }

    @Test
    void key_of_another_length_is_refused_without_showing_it() {
        assertThatThrownBy(() -> store().withEncryption(Secret.of("short-secret".toCharArray())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes")
                .hasMessageNotContaining("short-secret");
    }

    @Test
    @Tag("F93")
    @Tag("D16")
    @DisplayName("93 bytes are bounded: the oldest entries go first")
    void bytes_are_bounded() throws IOException {
        DiskResponseStore store = store().withMaxBytes(1024 * 1024);
        for (int i = 0; i < 300; i++) {
            store.put(CacheEntries.key(i), CacheEntries.entry(i));
            Files.setLastModifiedTime(
                    folder().resolve(DiskCacheEntry.name(CacheEntries.key(i), "")),
                    FileTime.fromMillis(1_000L * (i + 1)));
        }
        assertThat(files(DiskCacheEntry.SUFFIX)).hasSizeBetween(200, 256);
        assertThat(store.find(CacheEntries.key(299))).isPresent();
        assertThat(store.find(CacheEntries.key(0))).isEmpty();
    }

    @Test
    @Tag("F93")
    @DisplayName("93 space is counted from the files that are there, whoever wrote them")
    void space_is_counted_from_what_is_there() throws IOException {
        DiskResponseStore wide = store();
        for (int i = 0; i < 300; i++) {
            wide.put(CacheEntries.key(i), CacheEntries.entry(i));
        }
        store().withMaxBytes(1024 * 1024).put(CacheEntries.key(300), CacheEntries.entry(300));
        assertThat(files(DiskCacheEntry.SUFFIX)).hasSizeLessThanOrEqualTo(256);
    }

    @Test
    @Tag("D16")
    void what_a_dead_process_left_aside_is_removed_and_what_is_foreign_is_not() throws IOException {
        store().put(CacheEntries.key(1), CacheEntries.entry(1));
        Path dead = Files.writeString(folder().resolve("dead.tmp"), "half");
        Path young = Files.writeString(folder().resolve("young.tmp"), "half");
        Path foreign = Files.writeString(folder().resolve("notes.txt"), "mine");
        FileTime old =
                FileTime.from(Files.getLastModifiedTime(only()).toInstant().minusSeconds(7200));
        Files.setLastModifiedTime(dead, old);
        Files.setLastModifiedTime(foreign, old);
        store().put(CacheEntries.key(2), CacheEntries.entry(2));
        assertThat(dead).doesNotExist();
        assertThat(young).exists();
        assertThat(foreign).hasContent("mine");
        assertThat(store().invalidate(ResponseStore.Selection.all())).isEqualTo(2);
        assertThat(foreign).exists();
    }

    @Test
    void entry_beyond_the_largest_is_refused() {
        assertThatThrownBy(() -> store().put(CacheEntries.key(1), CacheEntries.entry("x".repeat(17 * 1024 * 1024))))
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(AiError.Category.TOO_LARGE));
        assertThat(folder()).doesNotExist();
    }

    @Test
    void entryOfAnOlderVersion_isRead_andNeverExpires() {
        Json old = Json.object()
                .with("namespace", "a")
                .with("call", CacheEntries.key(1).call().text())
                .with("resources", Json.object())
                .with("format", 1)
                .with("stored", "1970-01-01T00:00:01Z")
                .with("answer", Json.of("x"));
        byte[] file = CacheFileFrame.of(old.text().getBytes(StandardCharsets.UTF_8));
        assertThat(DiskCacheEntry.read(file, PayloadCipher.NONE).orElseThrow().entry())
                .isEqualTo(new ResponseStore.Entry(Json.of("x"), Instant.EPOCH.plusSeconds(1)));
    }

    @Test
    @DisplayName(
            "J16 entries are invalidated by namespace, model and tag; entries of older versions have neither model nor tag")
    void j16_invalidation_byNamespaceModelAndTag() {
        DiskResponseStore store = store();
        store.put(CacheEntries.key("a", 1), CacheEntries.entry(1));
        store.put(CacheEntries.key("a", 2), CacheEntries.entry(2));
        ResponseStore.Entry tagged = new ResponseStore.Entry(
                Json.of("x"), Instant.EPOCH, Instant.EPOCH.plusSeconds(60), "own:one", Set.of("plan", "menu"));
        store.put(CacheEntries.key("b", 1), tagged);
        store.put(CacheEntries.key("b", 2), tagged);
        assertThat(store.find(CacheEntries.key("b", 1))).contains(tagged);
        assertThat(store.invalidate(ResponseStore.Selection.ofNamespace("a"))).isEqualTo(2);
        assertThat(store.invalidate(ResponseStore.Selection.ofTag("a1"))).isZero();
        assertThat(store.invalidate(ResponseStore.Selection.ofTag("plan"))).isEqualTo(2);
        store.put(CacheEntries.key("b", 1), tagged);
        assertThat(store.invalidate(ResponseStore.Selection.ofModel("own:two"))).isZero();
        assertThat(store.invalidate(ResponseStore.Selection.ofModel("own:one"))).isEqualTo(1);
    }

    @Test
    void closed_store_finds_and_keeps_nothing_and_leaves_the_files() {
        DiskResponseStore store = store();
        store.put(CacheEntries.key(1), CacheEntries.entry(1));
        store.close();
        store.close();
        assertThat(store.find(CacheEntries.key(1))).isEmpty();
        store.put(CacheEntries.key(2), CacheEntries.entry(2));
        assertThat(store().find(CacheEntries.key(2))).isEmpty();
        assertThat(store().find(CacheEntries.key(1))).isPresent();
    }

    @Test
    void too_small_a_store_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().withMaxBytes(1000))
                .withMessageContaining("1 MiB");
    }

    @Test
    void text_shows_no_path_and_no_key() {
        assertThat(store().withEncryption(KEY)).hasToString("DiskResponseStore[at most 268435456 bytes]");
        assertThat(PayloadCipher.ofCharacters(KEY::reveal)).hasToString("PayloadCipher[hidden]");
    }
}
