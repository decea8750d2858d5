package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A Javadoc comment in front of another belongs to nothing. The compiler of JDK 25 refuses it, and neither that of 17 nor
 * Error Prone's NotJavadoc sees it; so every build looks.
 */
class DanglingJavadocTest {
    private static final Pattern DANGLING = Pattern.compile("\\*/\\s*+/\\*\\*");

    private static boolean isDangling(String source) {
        return DANGLING.matcher(source).find();
    }

    @Test
    @DisplayName("J3 no Javadoc comment stands in front of another")
    void j3_javadocComments_belongToADeclaration() throws IOException {
        Path root = CompiledProject.folder();
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            sources = files.filter(file -> file.toString().endsWith(".java")
                            && !root.relativize(file).toString().contains("target"))
                    .sorted()
                    .toList();
        }
        assertThat(sources).hasSizeGreaterThan(1000);
        for (Path source : sources) {
            assertThat(isDangling(Files.readString(source)))
                    .as(source.toString())
                    .isFalse();
        }
    }

    @Test
    @DisplayName("J3 a planted comment in front of another is caught")
    void j3_plantedComment_isCaught() {
        assertThat(isDangling("/** A. */\n    /** B. */\n    void a() {}")).isTrue();
        assertThat(isDangling("/** A. */\n    void a() {}\n    /** B. */\n    void b() {}"))
                .isFalse();
    }
}
