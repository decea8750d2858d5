package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.policy.ResponseStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The bytes on the server: those of version 0.9 are read, and what is written has the same format. */
class StoredBytesTest {
    private static final int NONCE = 12;
    private static final byte[] KEY =
            HexFormat.of().parseHex("1e252c333a41484f565d646b727980878e959ca3aab1b8bfc6cdd4dbe2e9f0f7");

    /** The length of all before the nonce: magic, length of the head, {@code i1 i2}, one byte, the checksum. */
    private static final int BEFORE = 4 + 6 + 5 + 1 + 4;

    private static final ResponseStore.Key QUESTION = Answers.key(7);
    private static final ResponseStore.Entry ANSWER = Answers.entry("answer", "b", "a");
    private static final List<String> INDEXES = List.of("i1", "i2");
    private static final String MARK = "f27b4eea191ee9db0fffeebcc6622044132634a0bef34b771d5ef58c35d1dd3e";
    private static final String NAME = "6064d59e1994f3791071fded5ea0040caf2e9ed616f6d3a4033bfc7af4c83acf";
    private static final byte[] PLAIN_FRAME = HexFormat.of()
            .parseHex("706c62313030303030356931206932000bd59424000000066f666669636500000045706c62313a3030303030"
                    + "3030303030303030303030303030303030303030303030303030303030303030303030303030303030303030"
                    + "303030303030303030303030303037000000010000000100000008706c616e2e647767000000027631000000"
                    + "006b057c4000000000000000006b058a50000000000000000e73637269707465643a6d6f64656c0000000200"
                    + "00000161000000016222616e7377657222");
    private static final byte[] FRAME = HexFormat.of()
            .parseHex("706c62313030303030356931206932007288676bee352dfc85399b00ae7650b7ed45d2b87d6c8a3bcb0ea8af"
                    + "77dc123c26dd3f9ecf42dcd498cbc1ea1b888f1f86b0e53f3b9831b262d9f7f8b748eecb9b5411fe763db847"
                    + "c2b7374c0a03c61d7ad692c35cb5f289c73778c575f268fd713623d4f4be0c675475cfeeb7d3acfc097d16c5"
                    + "11d71ade06f1da35e25b270bbab179822b55ef95e974dc22e1f3babf374927d4825bedb84537b12d96352e69"
                    + "1e9debf9ed11de25308b48295f7f7131e46041653e4cb2cc368f4604471582b19641350b8704cff3d2958612"
                    + "67");

    private static final PayloadCipher CIPHER =
            PayloadCipher.ofCharacters(() -> new String(KEY, StandardCharsets.ISO_8859_1).toCharArray());

    private static byte[] written(PayloadCipher cipher) {
        return AnswerFrame.of(
                AnswerBytes.bytes(QUESTION, ANSWER), INDEXES, NAME, new AnswerFrame.Packing(AnswerFrame.SMALL, cipher));
    }

    @Test
    void a21_names_areThoseOfVersion09() {
        assertThat(CIPHER.mark(RedisResponseStore.MARK)).isEqualTo(MARK);
        assertThat(new AnswerKeys("p", MARK).name(QUESTION)).isEqualTo(NAME);
    }

    @Test
    void a21_plainAnswer_isWrittenAndReadAsInVersion09() {
        assertThat(written(PayloadCipher.NONE)).isEqualTo(PLAIN_FRAME);
        assertThat(AnswerFrame.answer(PLAIN_FRAME, NAME, PayloadCipher.NONE)
                        .flatMap(bytes -> AnswerBytes.entry(bytes, QUESTION)))
                .contains(ANSWER);
    }

    @Test
    void a21_answerOfVersion09_isRead() {
        assertThat(AnswerFrame.answer(FRAME, NAME, CIPHER).flatMap(bytes -> AnswerBytes.entry(bytes, QUESTION)))
                .contains(ANSWER);
        assertThat(AnswerFrame.answer(FRAME, NAME.replace('6', '7'), CIPHER)).isEmpty();
    }

    @Test
    void a21_answer_isWrittenInTheFormatOfVersion09() throws Exception {
        byte[] frame = written(CIPHER);
        assertThat(frame).hasSameSizeAs(FRAME);
        assertThat(Arrays.copyOf(frame, BEFORE - 4)).isEqualTo(Arrays.copyOf(FRAME, BEFORE - 4));
        byte[] sealed =
                sealed(frame, BEFORE, NAME.getBytes(StandardCharsets.UTF_8), AnswerBytes.bytes(QUESTION, ANSWER));
        assertThat(Arrays.copyOfRange(frame, BEFORE, frame.length)).isEqualTo(sealed);
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
}
