package dev.plumbline.integration.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests one id that is opened more than once: one session writes, the others are refused with the process that has it open. */
@Timeout(120)
class SingleWriterTest {
    @TempDir
    private Path folder;

    private String id = "";

    private AiRuntime runtime() {
        ScriptedProvider model =
                ScriptedProvider.create().says("One.").says("Two.").says("Three.");
        return AiRuntime.builder().addProvider(model).journal(folder).build();
    }

    @BeforeEach
    void talk() {
        try (AiRuntime ai = runtime();
                ConversationSession session =
                        ai.session(AiBody.builder().addSystem("You draw.").build())) {
            id = session.id();
            session.send("1");
        }
    }

    private void isReadable(int entries) {
        try (AiRuntime ai = runtime();
                ConversationSession session = ai.resume(id)) {
            assertThat(session.path()).hasSize(entries);
        }
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 an id that is open in this runtime is refused, and the session that has it goes on")
    void sameId_twiceInOneRuntime() {
        try (AiRuntime ai = runtime()) {
            ConversationSession session = ai.resume(id);
            assertThatIllegalStateException()
                    .isThrownBy(() -> ai.resume(id))
                    .withMessageContaining("this runtime")
                    .withMessageContaining(id);
            assertThatIllegalStateException()
                    .isThrownBy(() -> ai.resume(id, SessionOptions.none(), own -> {}))
                    .withMessageContaining("this runtime");
            assertThat(session.send("2").isOk()).isTrue();
            session.close();
            try (ConversationSession again = ai.resume(id)) {
                assertThat(again.send("3").isOk()).isTrue();
            }
        }
        isReadable(7);
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 an id that is open in another runtime of this process is refused, whoever would have closed first")
    void sameId_inTwoRuntimes() {
        try (AiRuntime one = runtime();
                AiRuntime other = runtime()) {
            ConversationSession session = one.resume(id);
            assertThatIllegalStateException()
                    .isThrownBy(() -> other.resume(id))
                    .withMessageContaining("another runtime of this process")
                    .withMessageContaining(id);
            assertThat(session.send("2").isOk()).isTrue();
            session.close();
            try (ConversationSession next = other.resume(id)) {
                assertThat(next.send("3").isOk()).isTrue();
            }
        }
        isReadable(7);
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 an id that is open in another process is refused with its number, until it is closed there")
    void sameId_inTwoProcesses() throws IOException {
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ResumingProgram.class.getName(),
                        folder.toString(),
                        id))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (AiRuntime ai = runtime();
                PrintWriter to = new PrintWriter(child.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader from =
                        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(from.readLine()).isEqualTo("open");
            assertThatIllegalStateException()
                    .isThrownBy(() -> ai.resume(id))
                    .withMessageContaining("another process, " + child.pid())
                    .withMessageContaining(id);
            to.println();
            assertThat(from.readLine()).isEqualTo("COMPLETED");
            assertThat(from.readLine()).isEqualTo("closed");
            try (ConversationSession next = ai.resume(id)) {
                assertThat(next.send("3").isOk()).isTrue();
            }
        } finally {
            child.toHandle().destroyForcibly();
            child.onExit().join();
        }
        isReadable(7);
    }

    /** What an older version did that knew of no lease: it went on where it had last looked. */
    private void writeBehindTheBack(int entry) throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Path own = folder.resolve(id + ".journal");
        Files.createDirectories(elsewhere);
        byte[] before = Files.readAllBytes(elsewhere.resolve("before"));
        Files.write(elsewhere.resolve(id + ".journal"), before);
        try (AiRuntime other = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create().says("Elsewhere " + entry))
                        .journal(elsewhere)
                        .build();
                ConversationSession session = other.resume(id)) {
            session.send("Elsewhere " + entry);
        }
        byte[] after = Files.readAllBytes(elsewhere.resolve(id + ".journal"));
        Files.write(own, Arrays.copyOfRange(after, before.length, after.length), StandardOpenOption.APPEND);
    }

    private void rememberFile() throws IOException {
        Files.createDirectories(folder.resolve("elsewhere"));
        Files.copy(folder.resolve(id + ".journal"), folder.resolve("elsewhere").resolve("before"));
    }

    private byte[] file() throws IOException {
        return Files.readAllBytes(folder.resolve(id + ".journal"));
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 a file that somebody has written meanwhile: under FAIL the turn ends with an error of that name")
    void overtaken_underFail() throws IOException {
        rememberFile();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create().says("Two."))
                        .journal(FileSessionStore.of(folder), FailureMode.FAIL)
                        .build();
                ConversationSession session = ai.resume(id)) {
            writeBehindTheBack(1);
            byte[] before = file();

            AiReturn ret = session.send("2");

            assertThat(ret.error().orElseThrow().code()).isEqualTo("journal-overtaken");
            assertThat(ret.error().orElseThrow().toString())
                    .contains("somebody else has written it since")
                    .doesNotContain("disk full");
            assertThat(file()).isEqualTo(before);
        }
        isReadable(5);
    }

    @Test
    @Tag("J2")
    @DisplayName(
            "J2 a file that somebody has written meanwhile: under SKIP telemetry has the name, and nothing is broken")
    void overtaken_underSkip() throws IOException {
        rememberFile();
        List<TelemetryEvent> seen = new CopyOnWriteArrayList<>();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create().says("Two.").says("Three."))
                        .addObserver(seen::add)
                        .journal(folder)
                        .build();
                ConversationSession session = ai.resume(id)) {
            writeBehindTheBack(1);
            byte[] before = file();

            assertThat(session.send("2").isOk()).isTrue();
            assertThat(session.send("3").isOk()).isTrue();

            assertThat(seen)
                    .filteredOn(TelemetryEvent.ExtensionFailed.class::isInstance)
                    .extracting(event -> ((TelemetryEvent.ExtensionFailed) event)
                            .causeClass()
                            .text())
                    .containsExactly(WriterLostException.class.getCanonicalName());
            assertThat(file()).isEqualTo(before);
        }
        isReadable(5);
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 a journal that two have written: what fits is gone on from, the rest is handed over and kept")
    void brokenJournal_isOpened() throws IOException {
        rememberFile();
        writeBehindTheBack(1);
        writeBehindTheBack(2);
        byte[] broken = file();
        try (AiRuntime ai = runtime();
                ConversationSession session = ai.resume(id)) {
            ConversationSession.Recovery recovery = session.recovery().orElseThrow();
            assertThat(recovery.records()).isNotEmpty();
            assertThat(Json.of(recovery.records()).text())
                    .contains("Elsewhere 2")
                    .doesNotContain("Elsewhere 1");
            assertThat(Files.readAllBytes(Path.of(recovery.location()))).isEqualTo(broken);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(recovery.location()))))
                    .isEqualTo("rw-------");
            assertThat(session.path())
                    .hasSize(5)
                    .extracting(ConversationEntry::text)
                    .contains("Elsewhere 1");
            assertThat(session.send("2").isOk()).isTrue();
        }
        try (AiRuntime ai = runtime();
                ConversationSession session = ai.resume(id)) {
            assertThat(session.recovery()).isEmpty();
            assertThat(session.path()).hasSize(7);
        }
    }

    @Test
    @DisplayName("J2 what is open is read by everybody: its tree, and the list")
    void openConversation_isRead() {
        try (AiRuntime ai = runtime();
                AiRuntime other = runtime();
                ConversationSession session = ai.resume(id)) {
            session.send("2");
            assertThat(other.tree(id)).isEqualTo(session.tree());
            assertThat(other.stored())
                    .extracting(SessionStore.StoredSession::id)
                    .containsExactly(id);
        }
    }

    @Test
    @DisplayName("J2 a resume that cannot open the file is refused as CONFIGURATION and leaves nothing open or changed")
    void unreadableFile_isRefused_andLeftAlone() throws IOException {
        Path own = folder.resolve(id + ".journal");
        byte[] before = file();
        byte[] newer = before.clone();
        newer[5] = 9;
        Files.write(own, newer);
        try (AiRuntime ai = runtime();
                AiRuntime other = runtime()) {
            assertThatThrownBy(() -> ai.resume(id))
                    .isInstanceOfSatisfying(
                            AiException.class,
                            e -> assertThat(e.error().category()).isEqualTo(AiError.Category.CONFIGURATION));
            assertThat(file()).isEqualTo(newer);
            Files.write(own, before);
            try (ConversationSession session = other.resume(id)) {
                assertThat(session.send("2").isOk()).isTrue();
            }
        }
        isReadable(5);
    }
}
