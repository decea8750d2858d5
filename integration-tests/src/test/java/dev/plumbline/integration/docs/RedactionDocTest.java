package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RedactionDocTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Secret KEY = Secret.of("0123456789abcdef".toCharArray());

    static final class Post {
        @Tool("Sends mail.")
        void sendMail(String to) {
            assertThat(to).isNotEmpty();
        }
    }

    @Test
    void everyProgram_isCompiledAsItStands() throws IOException {
        String source = squeezed(
                Files.readString(Path.of("src/test/java/dev/plumbline/integration/docs/RedactionExamples.java")));
        Matcher found = BLOCK.matcher(Files.readString(Path.of("../docs/redaction.md")));
        int blocks = 0;
        for (; found.find(); blocks++) {
            assertThat(source).contains(squeezed(found.group(1)));
        }
        assertThat(blocks).isEqualTo(3);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void hiding_hidesWhatThePageSays() {
        ScriptedProvider model = ScriptedProvider.script().says("Sent.");
        try (AiRuntime ai = RedactionExamples.hiding(model, new Post(), KEY)) {
            assertThat(ai.send(AiBody.of("Send PRJ-120045 to anna@example.org")).text())
                    .isEqualTo("Sent.");
        }
        assertThat(model.calls().get(0).effective().get(0).toJson().text())
                .containsPattern("Send PATTERN_[0-9a-f]{16} to MAIL_[0-9a-f]{16}")
                .doesNotContain("120045", "anna");
    }

    @Test
    void employees_areHidden() {
        RedactionOptions options =
                RedactionOptions.ofDefaults().withRedactor(new RedactionExamples.Employees(List.of("Anna Berg")));
        ScriptedProvider model = ScriptedProvider.script().says("Hello!");
        try (AiRuntime ai =
                AiRuntime.builder().provider(model).redaction(options).build()) {
            ai.send("I am Anna Berg");
        }
        assertThat(model.calls().get(0).effective().get(0).toJson().text())
                .contains("NAME_")
                .doesNotContain("Anna");
    }

    @Test
    void masking_masksForGood() {
        ScriptedProvider model = ScriptedProvider.script().says("Ask anna@exam", "ple.org!");
        try (Redaction redaction = Redaction.of(RedactionOptions.ofDefaults(), KEY);
                AiRuntime ai = RedactionExamples.masking(model, redaction)) {
            assertThat(ai.send("Whom?").text()).isEqualTo("Ask [MAIL]!");
        }
    }
}
