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

/** What {@code verify} runs needs a JDK alone, so that nothing is skipped there. */
class TestTagsTest {
    /** What says that a test cannot run without a program. */
    private static final String SKIPS = "SKIPPED, and it" + " should not be";

    private static final Pattern TEST = Pattern.compile("(?m)^\\s+@(Test|ParameterizedTest|Property)\\b");
    private static final String EXTERNAL = "@Tag(\"external\")";

    private static List<Path> tests() throws IOException {
        Path root = CompiledProject.folder();
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> {
                        String path = root.relativize(file).toString();
                        return path.contains("src/test/java") && path.endsWith(".java") && !path.contains("target");
                    })
                    .sorted()
                    .toList();
        }
    }

    static boolean isMissing(String source) {
        return source.contains(SKIPS) && TEST.matcher(source).find() && !source.contains(EXTERNAL);
    }

    @Test
    @DisplayName("N14 a test that is skipped without a program has the tag of those that need one")
    void n14_testsThatNeedPrograms_areTagged() throws IOException {
        List<Path> tests = tests();
        assertThat(tests).hasSizeGreaterThan(500);
        for (Path test : tests) {
            assertThat(isMissing(Files.readString(test))).as(test.toString()).isFalse();
        }
    }

    @Test
    @DisplayName("N14 a planted test without the tag is caught")
    void n14_plantedTest_isCaught() {
        String planted = "class A {\n    @Test\n    void a() { assumeTrue(no, \"" + SKIPS + ": no b\"); }\n}\n";

        assertThat(isMissing(planted)).isTrue();
        assertThat(isMissing(EXTERNAL + "\n" + planted)).isFalse();
    }
}
