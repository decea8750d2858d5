package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.TestResources;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How doubles are spelled: as ECMAScript does, on every JDK. */
class NumberSpellingTest {

    @ParameterizedTest
    @Tag("F96")
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "0000000000000002, 1e-323",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
    })
    @DisplayName("96 table of RFC 8785, appendix B")
    void double_of_the_rfc(String bits, String spelling) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        assertThat(Json.of(value).text()).isEqualTo(spelling);
        assertThat(Json.of(value).canonical()).isEqualTo(spelling);
    }

    @Test
    @DisplayName("96 the published checksum of 100,000 numbers of the reference implementation")
    void doubles_of_the_reference_file() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        referenceDoubles()
                .limit(100_000)
                .forEach(value -> digest.update(line(value).getBytes(StandardCharsets.US_ASCII)));
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7");
    }

    private static String line(double value) {
        return Long.toHexString(Double.doubleToRawLongBits(value)) + ","
                + Json.of(value).canonical() + "\n";
    }

    /** The sequence that testdata/README.md of the reference implementation defines. */
    private static Stream<Double> referenceDoubles() throws Exception {
        Stream<Double> seeds = new String(
                        TestResources.bytes(TestResources.path("jcs/es6-seeds.txt")), StandardCharsets.US_ASCII)
                .lines()
                .map(bits -> Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16)));
        Stream<Double> serial =
                IntStream.range(0, 2000).mapToObj(i -> Double.longBitsToDouble(0x0010000000000000L + i));
        return Stream.concat(Stream.concat(seeds, serial), hashedDoubles());
    }

    private static Stream<Double> hashedDoubles() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return Stream.iterate(digest.digest(new byte[32]), digest::digest)
                .flatMap(block -> {
                    ByteBuffer buffer = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
                    return IntStream.range(0, 4).mapToObj(i -> buffer.getDouble(8 * i));
                })
                .filter(value -> value != 0 && Double.isFinite(value));
    }

    @Test
    void float_is_not_widened() {
        assertThat(Json.of(0.1f).text()).isEqualTo("0.1");
    }
}
