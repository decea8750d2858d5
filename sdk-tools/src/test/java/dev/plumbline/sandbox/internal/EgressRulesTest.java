package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.sandbox.EgressRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that are none are refused where they are written. */
class EgressRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.test",
                "a b",
                "https://files.test",
                "files.test/x",
                "files.test:0",
                "u@files.test",
                "a_b.test"
            })
    void host_thatIsNone_refusedWhenGiven(String host) {
        assertThatThrownBy(() -> EgressRules.none().withHost(host)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void root_thatIsNone_refusedWhenBuilt(@TempDir Path disk) throws IOException {
        Path file = Files.writeString(disk.resolve("home.txt"), "walls");
        assertThatThrownBy(() -> opened(disk.resolve("none")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> opened(file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not a folder");
        assertThatThrownBy(() -> opened(disk.getRoot()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("root of a disk");
    }

    private static void opened(Path folder) {
        new SandboxCallFixture()
                .sandbox(EgressRules.none().withFolder(folder))
                .build()
                .close();
    }
}
