package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SmallMemoryTest {

    @Test
    @Tag("C109")
    @Tag("F128")
    @DisplayName(
            "128 under 128 MB a turn behind 10,000 messages copies nothing of them, and 50 MB of pictures are refused")
    void longAndLarge_underLittleMemory() throws Exception {
        List<String> said = said();
        List<Long> turns = said.stream()
                .filter(line -> line.startsWith("turn "))
                .map(line -> Long.parseLong(line.split(" ")[2]))
                .toList();
        assertThat(turns).as(said.toString()).hasSize(3);
        // a list of references to 7,500 more messages alone would be 30,000 bytes
        assertThat(turns.get(2)).as("bytes per turn %s", turns).isLessThan(turns.get(0) + 20_000);
        assertThat(said).contains("heavy TOO_LARGE", "light NETWORK");
    }

    @Test
    @DisplayName("N14 a thread that ends does not reduce what the others have allocated")
    void n14_endedThread_countsNothing() {
        Map<Long, Long> before = Map.of(1L, 500_000L, 2L, 70L);
        assertThat(SmallMemoryProgram.difference(before, Map.of(2L, 100L, 3L, 5L)))
                .isEqualTo(35);
    }

    private static List<String> said() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallMemoryProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return output.lines().toList();
    }
}
