package dev.plumbline.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SecretStoreTest {
    private final Map<String, String> kept = new ConcurrentHashMap<>();
    private final SecretStore store =
            name -> Optional.ofNullable(kept.get(name)).map(String::toCharArray);

    @Test
    @Tag("SH163")
    @Tag("D14")
    void key_isAskedForAtEachUse() {
        Secret key = store.secret("service");
        assertThat(key.reveal()).isEmpty();
        kept.put("service", "first");
        assertThat(key.reveal()).containsExactly("first".toCharArray());
        kept.put("service", "second");
        assertThat(key.reveal()).containsExactly("second".toCharArray());
        assertThat(key.toString()).doesNotContain("second");
    }

    @Test
    @Tag("SH163")
    void next_isAskedForWhatTheFirstDoesNotHave() {
        SecretStore both = store.or(name -> Optional.of(new char[] {'n'}));
        assertThat(both.find("service"))
                .hasValueSatisfying(key -> assertThat(key).containsExactly('n'));
        kept.put("service", "k");
        assertThat(both.find("service"))
                .hasValueSatisfying(key -> assertThat(key).containsExactly('k'));
    }

    @Test
    void environment_hasItsVariables_andNoOthers() {
        String name = System.getenv().keySet().stream()
                .filter(variable -> !System.getenv(variable).isBlank())
                .findFirst()
                .orElseThrow();
        assertThat(SecretStore.environment().find(name)).isPresent();
        assertThat(SecretStore.environment().find("PLUMBLINE_NO_SUCH_KEY")).isEmpty();
    }
}
