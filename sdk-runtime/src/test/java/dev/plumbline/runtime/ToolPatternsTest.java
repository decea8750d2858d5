package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names of tools in settings that match no tool are logged once. */
class ToolPatternsTest {
    private static final Logger LOGGER = Logger.getLogger("dev.plumbline.session");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    static final class Mail {
        @Tool("Sends a mail.")
        String sendMail(String to) {
            return "sent";
        }
    }

    private static AiRuntime.Builder runtime() {
        return AiRuntime.builder().addProvider(ScriptedProvider.create());
    }

    @Test
    @DisplayName("N11 a name that matches no tool is logged once, by the setting that has it, with the nearest name")
    void n11_nameWithoutTool_isLoggedOnce() {
        try (AiRuntime ai = runtime()
                .addTools(new Mail())
                .redaction(RedactionOptions.ofDefaults().withRestoredFor("send_mail, #mail"))
                .addToolPolicy("units", "drawWall, send*", (call, next) -> next.proceed(call))
                .templates(PromptTemplateOptions.ofDefaults().withGuideline("draw_*", "Walls before doors."))
                .addArgumentValidator("address", Strictness.STRICT, "sendMial", call -> ValidationResult.OK)
                .build()) {
            ai.session(AiBody.builder().build()).close();
            ai.session(AiBody.builder().build()).close();
        }
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        "WARNING withRestoredFor term \"send_mail\" matches none of the 2 tools; did you mean"
                                + " \"sendMail\"?",
                        "WARNING addToolPolicy \"units\" term \"drawWall\" matches none of the 2 tools; there are"
                                + " read_result, sendMail",
                        "WARNING withGuideline \"draw_*\" term \"draw_*\" matches none of the 2 tools; there are"
                                + " read_result, sendMail",
                        "WARNING addArgumentValidator \"address\" term \"sendMial\" matches none of the 2 tools; did"
                                + " you mean \"sendMail\"?");
    }

    @Test
    @DisplayName("N11 names are checked when there are tools, and those that match are not logged")
    void n11_namesOfTools_areNotLogged() {
        RedactionOptions mail = RedactionOptions.ofDefaults().withRestoredFor("sendMail");
        try (AiRuntime ai = runtime().redaction(mail).build()) {
            ai.session(AiBody.builder().build()).close();
        }
        try (AiRuntime ai = runtime().redaction(mail).addTools(new Mail()).build()) {
            ai.session(AiBody.builder().build()).close();
        }
        assertThat(lines).isEmpty();
    }
}
