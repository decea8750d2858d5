package dev.plumbline.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    @Tag("SH163")
    void ofTheHost_isAskedForAtEachUse() {
        AtomicInteger asked = new AtomicInteger();
        Secret rotating = Secret.from(() -> ("key-" + asked.incrementAndGet()).toCharArray());
        assertThat(asked).hasValue(0);
        assertThat(rotating.reveal()).containsExactly("key-1".toCharArray());
        assertThat(rotating.reveal()).containsExactly("key-2".toCharArray());
    }

    @Test
    void ofMemory_isACopyThatCanBeWiped() {
        char[] given = "key".toCharArray();
        Secret secret = Secret.of(given);
        given[0] = 'x';
        secret.reveal()[1] = 'x';
        assertThat(secret.reveal()).containsExactly('k', 'e', 'y');
        assertThat(secret).hasToString("Secret[hidden]");
    }

    @Test
    void ofEnvironment_thatIsNotThere_isRefusedAtOnce() {
        assertThatThrownBy(() -> Secret.fromEnv("PLUMBLINE_NO_SUCH_KEY"))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("PLUMBLINE_NO_SUCH_KEY is not set");
    }
}
