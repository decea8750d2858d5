package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ContextWindowTest {
    private static final List<Interaction> LONG = AiBody.of(" ".repeat(40_000)).interactions();

    @Test
    @DisplayName("R23 what a service may accept is not refused by an estimate; a local server cuts it without a word")
    void r23_estimatesRefuse_forLocalServersAlone() {
        assertThat(new ContextWindow(4_096, true).tooLarge(LONG))
                .map(AiError::code)
                .contains(ContextWindow.MESSAGE_TOO_LARGE);
        assertThat(new ContextWindow(4_096, false).tooLarge(LONG)).isEmpty();
        assertThat(new ContextWindow(0, true).tooLarge(LONG)).isEmpty();
    }
}
