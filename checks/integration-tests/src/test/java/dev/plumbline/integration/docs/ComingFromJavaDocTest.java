package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs this library's side of docs/coming-from-java.md, and looks for the other side in the module that compiles it. */
class ComingFromJavaDocTest {
    private static final Path PAGE = Path.of("../../docs/coming-from-java.md");
    private static final Path OTHERS =
            Path.of("../comparison/coming-from/src/main/java/dev/plumbline/comparison/comingfrom");

    @Test
    @DisplayName("N24 the programs do what they say")
    void n24_programs_doWhatTheySay() {
        assertThat(ComingFromJavaExamples.ask(ScriptedProvider.create().says("A weight.")))
                .isEqualTo("A weight.");
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is.");
        assertThat(ComingFromJavaExamples.draw(model)).isEqualTo("There it is.");
        assertThat(ComingFromJavaExamples.typed(ScriptedProvider.create().says("{\"id\":\"w1\",\"millimetres\":5000}")))
                .isEqualTo(new ComingFromJavaExamples.Wall("w1", 5000));
    }

    @Test
    void n24_stream_showsPieces() {
        List<String> shown = new CopyOnWriteArrayList<>();
        try (AiRuntime ai = AiRuntime.of(ScriptedProvider.create().says("A weight ", "on a line."))) {
            ComingFromJavaExamples.stream(ai.session(AiBody.builder().build()), shown::add);
            Await.until(() -> String.join("", shown).equals("A weight on a line."), shown::toString);
        }
    }

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
