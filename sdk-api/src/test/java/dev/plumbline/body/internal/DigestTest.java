package dev.plumbline.body.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A digest is the SHA-256 of the bytes that {@code docs/fingerprint.md} names, whatever way they are handed over. */
class DigestTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private DigestTest field(char type, byte... content) {
        bytes.write(type);
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(content.length).array());
        bytes.writeBytes(content);
        return this;
    }

    private DigestTest text(String text) {
        return field('T', text.getBytes(StandardCharsets.UTF_8));
    }

    private String sha256() throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
        return "plb1:" + HexFormat.of().formatHex(digest);
    }

    @ParameterizedTest
    @Tag("SH112")
    @Tag("F102")
    @ValueSource(ints = {0, 1, 54, 55, 56, 64, 255, 256, 70_000})
    void text_ofAnyLengthIsFramed(int length) throws NoSuchAlgorithmException {
        String text = "w".repeat(length);
        assertThat(Digest.of("test").text(text).fingerprint().text())
                .isEqualTo(text("test").text(text).sha256());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u007f", "\u0080", "ä", "äöü", "aä", "😀", "plan 😀"})
    void text_isUtf8(String text) throws NoSuchAlgorithmException {
        assertThat(Digest.of("test").text(text).fingerprint().text())
                .isEqualTo(text("test").text(text).sha256());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 255, 256, 65_536, 1L << 40, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void number_isEightBytes(long number) throws NoSuchAlgorithmException {
        assertThat(Digest.of("test").number(number).fingerprint().text())
                .isEqualTo(text("test")
                        .field('L', ByteBuffer.allocate(8).putLong(number).array())
                        .sha256());
    }

    @Test
    void fields_ofEveryTypeFollowEachOther() throws NoSuchAlgorithmException {
        byte[] other = Digest.of("other").bytes();
        Digest digest = Digest.of("test")
                .absent()
                .json(Json.object().with("b", 1).with("a", 2))
                .digest(other)
                .number(3)
                .text("end");

        assertThat(digest.fingerprint().text())
                .isEqualTo(text("test")
                        .field('N')
                        .field('J', "{\"a\":2,\"b\":1}".getBytes(StandardCharsets.UTF_8))
                        .field('D', other)
                        .field('L', new byte[] {0, 0, 0, 0, 0, 0, 0, 3})
                        .text("end")
                        .sha256());
    }

    @Test
    void machine_beginsAnewWhatWasNotEnded() {
        Digest digest = Digest.of("left alone").text("half");

        assertThat(digest.begin("test").text("end").fingerprint())
                .isEqualTo(Digest.of("test").text("end").fingerprint());
    }

    @Test
    void fingerprint_isReadAsItIsWritten() {
        String text = "plb1:" + "0123456789abcdef".repeat(4);

        assertThat(Fingerprint.parse(text).text()).isEqualTo(text);
        assertThat(Fingerprint.parse(text)).hasToString(text);
        assertThat(Fingerprint.parse(text).shortText()).isEqualTo("plb1:01234567");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plb1:", "plb2:", "plb1:0123456789abcdef", "PLB1:"})
    void fingerprint_ofAnotherVersionOrLengthIsRefused(String text) {
        assertThatThrownBy(() -> Fingerprint.parse(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Fingerprint.parse(text.replace("plb1", "plb2") + "0".repeat(64)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fingerprint_ofAnotherSpellingIsRefused() {
        for (String odd : new String[] {"A", "g", "/", ":", " "}) {
            assertThatThrownBy(() -> Fingerprint.parse("plb1:" + odd + "0".repeat(63)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Fingerprint.parse("plb1:" + "0".repeat(63) + odd))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void fingerprints_haveTheOrderOfTheirTexts() {
        Fingerprint one = Fingerprint.parse("plb1:" + "0".repeat(64));
        Fingerprint other = Fingerprint.parse("plb1:" + "f".repeat(64));

        assertThat(one).isLessThan(other).isEqualByComparingTo(one);
        assertThat(other).isGreaterThan(one);
    }
}
