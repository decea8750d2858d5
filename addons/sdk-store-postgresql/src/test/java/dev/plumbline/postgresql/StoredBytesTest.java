package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The bytes in the database: those of version 0.9 are read, and what is written has the same format. */
class StoredBytesTest {
    private static final int NONCE = 12;
    private static final byte[] KEY =
            HexFormat.of().parseHex("1e252c333a41484f565d646b727980878e959ca3aab1b8bfc6cdd4dbe2e9f0f7");

    private static final Json RECORD = Json.object().with("by", "user").with("text", "h\u00e9");
    private static final String PLAIN_RECORD = "007b226279223a2275736572222c2274657874223a2268c3a9227d";
    private static final String RECORD_OF_09 =
            "013be71b7cc85797483855467f480d8c9fd9f4e07aa0e92879e32e4bd9710b22295006c4a62e4310fb689b36"
                    + "e080716c989c39d5346b5d";

    private static final Instant STORED = Instant.parse("2026-11-24T12:00:00Z");
    private static final ResponseStore.Key QUESTION = new ResponseStore.Key(
            "office", Fingerprint.parse("plb1:" + "0".repeat(63) + "7"), Map.of("plan.dwg", "v1"), 1);
    private static final ResponseStore.Entry ANSWER = new ResponseStore.Entry(
            Json.of("answer"), STORED, STORED.plus(Duration.ofHours(1)), "scripted:model", Set.of("b", "a"));
    private static final String ANSWER_TEXT =
            "{\"stored\":\"2026-11-24T12:00:00Z\",\"expires\":\"2026-11-24T13:00:00Z\","
                    + "\"model\":\"scripted:model\",\"tags\":[\"a\",\"b\"],\"answer\":\"answer\"}";
    private static final String ANSWER_HASH = "d371fadd7a8479ced8c094cbdf93fe06143b9992cbf0bb1e6a9a31fded57847d";
    private static final String ANSWER_OF_09 =
            "0180da6d2ce58ba9eac24170e042cbd2d25d1baf44e1c088ee982e7396e7da7c0542ab14666fecd0094ecc00"
                    + "c07b13841e3f0a18f5f0fc322c0265fa4c9d74340f7224f93dc0ba58100710e2ffcc004a557b506ae76b198e"
                    + "49f353fec7559e55f57e730df147fe2111ace4ec6f3f8b66f939fd8ba838bc4f6785aa4df009badd2fe2cdbf"
                    + "12230c2e7d2d873446904ed04b038da2447772ecdae0fe";

    private static final PayloadCodec PLAIN = PayloadCodec.PLAIN;
    private static final PayloadCodec ENCRYPTED = new PayloadCodec(
            PayloadCipher.ofCharacters(() -> new String(KEY, StandardCharsets.ISO_8859_1).toCharArray()));

    @Test
    void a21_digests_areThoseOfVersion09() {
        byte[] payload = {1, 2, 3};
        assertThat(hex(PLAIN.digest(payload)))
                .isEqualTo("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81");
        assertThat(hex(ENCRYPTED.digest(payload)))
                .isEqualTo("10c197020e4d3e70bb21e96d60f990277e3473c2daf33525cdc947f67470fa8f");
    }

    @Test
    void a21_plainRecord_isWrittenAndReadAsInVersion09() {
        RecordCodec codec = new RecordCodec(PLAIN, "one");
        assertThat(hex(codec.encode(RECORD, 5, new AttachmentBatch(PLAIN)))).isEqualTo(PLAIN_RECORD);
        assertThat(codec.decode(bytes(PLAIN_RECORD), 5).text()).isEqualTo(RECORD.text());
    }

    @Test
    void a21_record_isWrittenAndReadAsInVersion09() throws Exception {
        RecordCodec codec = new RecordCodec(ENCRYPTED, "one");
        byte[] written = codec.encode(RECORD, 5, new AttachmentBatch(ENCRYPTED));
        byte[] context = "plumbline.postgresql.record.1\0005\0one".getBytes(StandardCharsets.UTF_8);
        assertThat(written).isEqualTo(sealed(written, context, RECORD.text().getBytes(StandardCharsets.UTF_8)));
        assertThat(codec.decode(bytes(RECORD_OF_09), 5).text()).isEqualTo(RECORD.text());
    }

    @Test
    void a21_answer_isWrittenAndReadAsInVersion09() throws Exception {
        ResponseCodec codec = new ResponseCodec(ENCRYPTED);
        byte[] written = codec.encode(QUESTION, ANSWER);
        assertThat(hex(codec.hash(QUESTION))).isEqualTo(ANSWER_HASH);
        assertThat(written)
                .isEqualTo(sealed(written, bytes(ANSWER_HASH), ANSWER_TEXT.getBytes(StandardCharsets.UTF_8)));
        assertThat(codec.decode(QUESTION, bytes(ANSWER_OF_09))).isEqualTo(ANSWER);
    }

    @Test
    void a21_whatIsPlain_andWhatIsEncrypted_areNotTakenForEachOther() {
        assertThat(PLAIN.decode(bytes(RECORD_OF_09), new byte[0])).isEmpty();
        assertThat(ENCRYPTED.decode(bytes(PLAIN_RECORD), new byte[0])).isEmpty();
        assertThat(PLAIN.decode(new byte[0], new byte[0])).isEmpty();
        assertThat(ENCRYPTED.decode(new byte[] {1}, new byte[0])).isEmpty();
    }

    /** Returns a byte 1, and what AES-256 in GCM makes of a text with the nonce of bytes that were written. */
    private static byte[] sealed(byte[] written, byte[] context, byte[] text) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(128, written, 1, NONCE));
        cipher.updateAAD(context);
        byte[] sealed = cipher.doFinal(text);
        return ByteBuffer.allocate(1 + NONCE + sealed.length)
                .put((byte) 1)
                .put(written, 1, NONCE)
                .put(sealed)
                .array();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
