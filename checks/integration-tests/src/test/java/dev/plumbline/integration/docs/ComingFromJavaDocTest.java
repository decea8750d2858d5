package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The other libraries' side of docs/coming-from-java.md is in the module that compiles it. */
class ComingFromJavaDocTest {
    private static final Path PAGE = Path.of("../../docs/coming-from-java.md");
    private static final Path OTHERS =
            Path.of("../comparison/coming-from/src/main/java/dev/plumbline/comparison/comingfrom");

    @Test
    @DisplayName("N24 the programs of the other libraries are those that are compiled with them")
    void n24_otherSide_isCompiled() throws IOException {
        String page = squeezed(Files.readString(PAGE));
        for (String library : List.of("LangChain4j", "SpringAi", "OpenAiJava", "AnthropicJava")) {
            String source = Files.readString(OTHERS.resolve("From" + library + ".java"));
            String programs = source.substring(source.indexOf("static String ask("), source.lastIndexOf('}'));
            assertThat(page).as(library).contains(squeezed(programs));
        }
        String koog = Files.readString(Path.of("../comparison/coming-from-koog/src/main/kotlin/FromKoog.kt"));
        assertThat(page).contains(squeezed(koog.substring(koog.indexOf("suspend fun ask("))));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
