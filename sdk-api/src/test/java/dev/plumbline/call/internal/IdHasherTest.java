package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.event.CallIds.HashedId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IdHasherTest {

    @Property
    @Tag("FA5")
    void mark_isTheHeadOfTheHmacOfTheJdk(@ForAll @Size(min = 1, max = 200) byte[] key, @ForAll String text)
            throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] expected = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        IdHasher marks = IdHasher.of(key);
        HashedId mark = new HashedId(ByteBuffer.wrap(expected).getLong());
        assertThat(marks.of(text)).isEqualTo(mark);
        assertThat(marks.of(text)).isEqualTo(mark);
    }

    @Test
    void key_isCopied() {
        byte[] key = {1, 2, 3};
        IdHasher marks = IdHasher.of(key);
        HashedId before = marks.of("a");
        Arrays.fill(key, (byte) 0);
        assertThat(marks.of("a"))
                .isEqualTo(before)
                .isEqualTo(IdHasher.of(new byte[] {1, 2, 3}).of("a"));
    }

    @Test
    void emptyKey_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> IdHasher.of(new byte[0]));
    }
}
