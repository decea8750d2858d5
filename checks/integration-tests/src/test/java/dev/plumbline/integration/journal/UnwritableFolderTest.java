package dev.plumbline.integration.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a program is told about a journal folder that cannot be written. */
class UnwritableFolderTest extends Handler {
    private static final Logger LOG = Logger.getLogger("dev.plumbline");

    @TempDir
    private Path temporary;

    private final List<String> logged = new ArrayList<>();

    private Path file() throws IOException {
        Path file = temporary.resolve("taken");
        return Files.exists(file) ? file : Files.writeString(file, "a file of the user");
    }

    private AiRuntime runtime(Path folder, FailureMode mode) {
        return AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("One.").says("Two."))
                .journal(FileSessionStore.of(folder), mode)
                .build();
    }

    @BeforeEach
    void listen() {
        LOG.addHandler(this);
        LOG.setUseParentHandlers(false);
    }

    @AfterEach
    void restore() {
        LOG.removeHandler(this);
        LOG.setUseParentHandlers(true);
    }

    @Override
    public synchronized void publish(LogRecord line) {
        logged.add(line.getLevel() + " " + line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Test
    @DisplayName(
            "N11 a file in the place of the journal folder: the error names the folder, the reason and the way out")
    void n11_fileInPlaceOfTheFolder_isNamed() throws IOException {
        Path file = file();
        try (AiRuntime ai = runtime(file, FailureMode.FAIL);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            AiError error = session.send("A house.").error().orElseThrow();

            assertThat(error.message())
                    .isEqualTo("conversations are written into " + file + ", which cannot be written: " + file
                            + " is a file and no folder; give the journal a folder with free space in which this program"
                            + " may create files");
            assertThat(error.userMessage()).startsWith("Conversations cannot be saved in " + file + ".");
            assertThatThrownBy(() -> ai.resume("c1")).isInstanceOfSatisfying(AiException.class, e -> {
                assertThat(e.error().category()).isEqualTo(AiError.Category.CONFIGURATION);
                assertThat(e.error().message()).isEqualTo(error.message());
            });
        }
    }

    @Test
    @DisplayName("N11 a folder below a file is named as it was given, with the file that is in its way")
    void n11_folderBelowAFile_isNamed() throws IOException {
        Path folder = file().resolve("deeper").resolve("journal");
        try (AiRuntime ai = runtime(folder, FailureMode.FAIL);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThat(session.send("A house.").error().orElseThrow().message())
                    .contains("into " + folder + ",", file() + " is a file");
        }
    }

    @Test
    @DisplayName("N11 a turn that goes on without its journal leaves one line of the log, which names the folder")
    void n11_turnThatGoesOn_isLoggedOnce() throws IOException {
        Path file = file();
        try (AiRuntime ai = runtime(file, FailureMode.SKIP);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThat(session.send("A house.").isOk()).isTrue();
            assertThat(session.send("A door.").isOk()).isTrue();
            assertThat(session.written().join()).isFalse();
        }
        assertThat(logged).singleElement().asString().startsWith("WARNING conversations are written into " + file);
    }
}
