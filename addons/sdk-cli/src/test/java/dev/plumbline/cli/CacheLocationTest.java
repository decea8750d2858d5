package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.policy.ResponseStore;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CacheLocationTest {
    private static String text(String location, Map<String, String> environment) {
        try (ResponseStore store = CacheLocation.store(location, environment::get)) {
            return store.toString();
        }
    }

    @Test
    @DisplayName("RD11 the cache of a command is a folder or a server, whose password is in the environment")
    void rd11_cache_isAFolderOrAServer() {
        assertThat(text("target/answers", Map.of())).startsWith("DiskResponseStore");
        assertThat(text("C:\\answers", Map.of())).startsWith("DiskResponseStore");
        assertThat(text("redis://desk@host", Map.of(CacheLocation.PASSWORD, "pass-word")))
                .isEqualTo("RedisResponseStore[RedisServer[redis [host:6379]]]");
        assertThat(text("rediss+sentinel://a,b/main", Map.of())).contains("rediss SENTINEL [a:26379, b:26379]");
        assertThatThrownBy(() -> text("redis+other://host", Map.of()))
                .hasMessageContaining("the URI of a Redis server is not understood");
    }
}
