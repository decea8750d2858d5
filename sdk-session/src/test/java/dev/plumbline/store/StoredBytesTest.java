package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The encrypted bytes in files: those of version 0.9 are read, and what is written has the same format. */
class StoredBytesTest {
    private static final int NONCE = 12;
    private static final byte[] KEY =
            HexFormat.of().parseHex("1e252c333a41484f565d646b727980878e959ca3aab1b8bfc6cdd4dbe2e9f0f7");

    private static final List<Json> RECORDS = List.of(
            Json.object().with("by", "user").with("text", "h\u00e9"),
            Json.object().with("n", 1),
            Json.object().with("n", 2));
    private static final byte[] JOURNAL = HexFormat.of()
            .parseHex("504c424a000200010000004e81ff7613000000000000000000000000000000000000000000000000f02be378"
                    + "5c32a6d1fee69e19f06b072e0626f6b1b6dc6b6681aa0cc0df7e7ffcac2dbbc4b9be8a73a6ae351dcf9e0bee"
                    + "7230f0dd2eda8000003b90dae1db00000000000000018a73a6ae351dcf9e0bee7230f0dd2eda1369bb76c547"
                    + "2431bb24378e630127a627e2cf47c8c0ebca05ac680432f805c723946e0000003b89ec790300000000000000"
                    + "0247c8c0ebca05ac680432f805c723946ed372cb9200de48fcf8dfcdd9000dc5fbe30158672e2e8213a54bf7"
                    + "6a5a2deef4e56692");

    private static final Instant STORED = Instant.parse("2026-11-24T12:00:00Z");
    private static final ResponseStore.Key QUESTION = new ResponseStore.Key(
            "office", Fingerprint.parse("plb1:" + "0".repeat(63) + "7"), Map.of("plan.dwg", "v1"), 1);
    private static final ResponseStore.Entry ANSWER = new ResponseStore.Entry(
            Json.of("answer"), STORED, STORED.plus(Duration.ofHours(1)), "scripted:model", Set.of("b", "a"));
    private static final String CACHE_NAME = "0ece5a2064547a9ad645826fe9ec6b7e6cd11c1df5584c02db28caba3d099368.plb1";
    private static final byte[] CACHE_FILE = HexFormat.of()
            .parseHex("504c420100000127a5697e54ab4c7fb77821d956620cd990523d1cccead947e98e902e52e3be0475d9a34b5b"
                    + "0a2aad790ea4662104588c1017d4292e89e40d41b5fe0dcdc88bb88f364bb10d80db0eb3d11a5a3e7775896b"
                    + "893174c40aa116a3f1439b6b0f1269a7b73fcfb5a05182a445861388f9189869f2af1d25a641563e6a2490c9"
                    + "db30149afd7a66a52ba66561edd57678694c31c749765ffb6ba54c868ad198810428d078146b1cd235a99518"
                    + "ceecdd987aeccb07988ba82fde39a02e8e5c98c5abc6b74c4635b9c9d5b1d06aca54e57a84316a57ab4860ac"
                    + "42fea7a890303a3bca31b7a2f9e97a811dc6948280a5e8a6350bfb7ddc03363b60e784e5b3af90d49bb935ec"
                    + "63ef9d42ada9565bd887bbe32cbd89a3fc9aea0932a6ded432e363789b10b46bcfaf9a5059c8526592bbed");

    @TempDir
    private Path folder;

    private static Secret key() {
        return Secret.of(new String(KEY, StandardCharsets.ISO_8859_1).toCharArray());
    }

    @Test
    void a21_journalOfVersion09_isRead() throws Exception {
        Files.write(folder.resolve("one.journal"), JOURNAL);
        try (SessionStore store = FileSessionStore.of(folder, key());
                Stream<Json> records = store.read("one")) {
            assertThat(records).isEqualTo(RECORDS);
        }
    }

    @Test
    void a21_journal_isWrittenInTheFormatOfVersion09() throws Exception {
        try (SessionStore store = FileSessionStore.of(folder, key());
                SessionStore.Writer writer = store.open("one")) {
            writer.append(RECORDS.subList(0, 1));
            writer.append(RECORDS.subList(1, 3));
        }
        byte[] written = Files.readAllBytes(folder.resolve("one.journal"));
        assertThat(written).hasSameSizeAs(JOURNAL);
        byte[] tag = new byte[16];
        int at = 8;
        for (int i = 0; i < 3; i++) {
            int word = ByteBuffer.wrap(JOURNAL).getInt(at);
            assertThat(ByteBuffer.wrap(written).getInt(at))
                    .as("length of %s", i)
                    .isEqualTo(word);
            byte[] link = ByteBuffer.allocate(24).putLong(i).put(tag).array();
            assertThat(slice(written, at + 8, at + 32)).as("link of %s", i).isEqualTo(link);
            byte[] context = ByteBuffer.allocate(19 + 1 + 24 + 3)
                    .put("plumbline.journal.2".getBytes(StandardCharsets.UTF_8))
                    .put((byte) (word < 0 ? 1 : 0))
                    .put(link)
                    .put("one".getBytes(StandardCharsets.UTF_8))
                    .array();
            byte[] text = RECORDS.get(i).text().getBytes(StandardCharsets.UTF_8);
            byte[] sealed = sealed(written, at + 8 + 24, context, text);
            int end = at + 8 + 24 + sealed.length;
            assertThat(slice(written, at + 8 + 24, end)).isEqualTo(sealed);
            tag = slice(written, end - 16, end);
            at = end;
        }
        assertThat(at).isEqualTo(written.length);
    }

    @Test
    void a21_cacheOfVersion09_isRead() throws Exception {
        Files.write(folder.resolve(CACHE_NAME), CACHE_FILE);
        try (ResponseStore store = DiskResponseStore.of(folder).withEncryption(key())) {
            assertThat(store.find(QUESTION)).contains(ANSWER);
        }
    }

    @Test
    void a21_cache_isWrittenInTheFormatOfVersion09() throws Exception {
        try (ResponseStore store = DiskResponseStore.of(folder).withEncryption(key())) {
            store.put(QUESTION, ANSWER);
        }
        byte[] written = Files.readAllBytes(folder.resolve(CACHE_NAME));
        String text = "{\"namespace\":\"office\",\"call\":\"" + QUESTION.call().text()
                + "\",\"resources\":{\"plan.dwg\":\"v1\"},\"format\":1,\"stored\":\"2026-11-24T12:00:00Z\",\"expires\":"
                + "\"2026-11-24T13:00:00Z\",\"model\":\"scripted:model\",\"tags\":[\"a\",\"b\"],\"answer\":\"answer\"}";
        byte[] sealed = sealed(written, 12, new byte[8], text.getBytes(StandardCharsets.UTF_8));
        assertThat(slice(written, 0, 8)).isEqualTo(slice(CACHE_FILE, 0, 8));
        assertThat(slice(written, 12, written.length)).isEqualTo(sealed);
    }

    /** Returns what AES-256 in GCM makes of a text with the nonce of bytes that were written. */
    private static byte[] sealed(byte[] written, int nonceAt, byte[] context, byte[] text) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(128, written, nonceAt, NONCE));
        cipher.updateAAD(context);
        byte[] sealed = cipher.doFinal(text);
        return ByteBuffer.allocate(NONCE + sealed.length)
                .put(written, nonceAt, NONCE)
                .put(sealed)
                .array();
    }

    private static byte[] slice(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }
}
