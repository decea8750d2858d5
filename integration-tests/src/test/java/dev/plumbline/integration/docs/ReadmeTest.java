package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void programs_doWhatTheySay() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", -5))
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is.");
        assertThat(ReadmeExamples.draw(model)).isEqualTo("There it is.");
        try (AiRuntime ai = AiRuntime.of(ScriptedProvider.create().says("{\"id\":\"w1\",\"millimetres\":5000}"))) {
            assertThat(ReadmeExamples.typed(ai)).isEqualTo(new ReadmeExamples.Wall("w1", 5000));
        }
    }
}
