package dev.plumbline.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodedHeaderTest {
    @Property
    void text_comesBack_andIsAHeader(@ForAll String text) {
        String known = new String(text.getBytes(UTF_8), UTF_8);
        String header = EncodedHeader.encode(known);
        assertThat(EncodedHeader.decode(header)).isEqualTo(known);
        assertThat(header.strip()).isEqualTo(header).matches("[ -~]*");
    }

    @ParameterizedTest
    @CsvSource({"=?base64?YQ?=,Base64", "=?base64?Y===?=,Base64", "=?base64?/w==?=,Base64", "caf\u00e9,encoded"})
    void value_thatIsNotOne_isRefused(String value, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EncodedHeader.decode(value))
                .withMessageContaining(why);
    }
}
