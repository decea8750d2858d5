package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryTest {
    private static final Canary CANARY = Canary.of("Walnut & 4711");

    @Test
    void text_isFoundInEveryForm() {
        byte[] utf8 = CANARY.text().getBytes(StandardCharsets.UTF_8);
        assertThat(List.of(
                        "say " + CANARY.text(),
                        "say WALNUT & 4711",
                        HexFormat.of().withUpperCase().formatHex(utf8),
                        "https://example.org/?q=" + URLEncoder.encode(CANARY.text(), StandardCharsets.UTF_8),
                        CANARY.text().getBytes(StandardCharsets.UTF_16LE)))
                .allSatisfy(place -> assertThat(CANARY.findIn(place)).isNotEmpty());
        assertThat(CANARY.findIn("walnut & 47 11")).isEmpty();
        assertThat(CANARY).hasToString("Canary[13 characters]");
    }

    @Test
    void base64_isFoundWhereverItBegins() {
        for (String before : List.of("", "x", "xy", "xyz", "xyzz")) {
            String encoded = Base64.getEncoder()
                    .encodeToString((before + CANARY.text() + " end").getBytes(StandardCharsets.UTF_8));

            assertThat(CANARY.findIn(encoded)).as("behind '%s'", before).isNotEmpty();
        }
    }

    @Test
    void causesAndSuppressed_areLookedThrough() {
        IllegalStateException failed = new IllegalStateException("short", new IllegalArgumentException(CANARY.text()));

        assertThat(CANARY.findIn(failed))
                .containsExactly("in IllegalStateException in IllegalArgumentException as it stands");
        failed.addSuppressed(new RuntimeException(CANARY.text()));
        assertThat(CANARY.findIn(failed)).hasSize(2);
    }

    @Test
    void folders_areLookedThrough_namesToo(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("a.log"), "nothing");
        Files.write(folder.resolve("b.bin"), ("\1\2" + CANARY.text()).getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> CANARY.expectNotIn("the log folder", folder))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("content reached the log folder: in file b.bin as it stands")
                .hasMessageNotContaining("Walnut");
        Files.delete(folder.resolve("b.bin"));
        CANARY.expectNotIn("the log folder", folder, List.of("a", "b"));
    }

    @Test
    void shortCanary_isRefused() {
        assertThatThrownBy(() -> Canary.of("wall")).isInstanceOf(IllegalArgumentException.class);
    }
}
