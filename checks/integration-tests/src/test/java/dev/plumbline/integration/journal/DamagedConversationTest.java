package dev.plumbline.integration.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a program does with a conversation that the disk has damaged. */
class DamagedConversationTest {
    @TempDir
    private Path folder;

    private String id = "";

    private AiRuntime runtime(SessionStore store) {
        ScriptedProvider model =
                ScriptedProvider.create().says("One.").says("Two.").says("Three.");
        return AiRuntime.builder()
                .addProvider(model)
                .journal(store, FailureMode.FAIL)
                .build();
    }

    private AiRuntime runtime() {
        return runtime(FileSessionStore.of(folder));
    }

    @BeforeEach
    void talk() {
        try (AiRuntime ai = runtime();
                ConversationSession session =
                        ai.session(AiBody.builder().addSystem("You draw.").build())) {
            id = session.id();
            session.send("first");
            session.send("second");
        }
    }

    private Path file() {
        return folder.resolve(id + ".journal");
    }

    private void damage(String text) throws IOException {
        String content = Files.readString(file(), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        bytes[at] ^= 1;
        Files.write(file(), bytes);
    }

    private static void isConfiguration(Runnable opening, String code, String why) {
        assertThatThrownBy(opening::run).isInstanceOfSatisfying(AiException.class, e -> {
            assertThat(e.error().category()).isEqualTo(AiError.Category.CONFIGURATION);
            assertThat(e.error().code()).isEqualTo(code);
            assertThat(e.error().toString()).contains(why);
        });
    }

    @Test
    @DisplayName("J4 damage in the middle: resume asks, repair says what was lost, and the conversation goes on")
    void j4_damagedConversation_isRepaired() throws IOException {
        damage("\"ended\""); // of the first turn: nothing depends on it
        byte[] broken = Files.readAllBytes(file());
        try (AiRuntime ai = runtime()) {
            isConfiguration(() -> ai.resume(id), "journal-damaged", "records behind it can be read");
            assertThat(file()).hasBinaryContent(broken);

            SessionStore.Damage lost = ai.repair(id).orElseThrow();
            assertThat(lost.behind()).isEqualTo(4);
            assertThat(Path.of(lost.location())).hasBinaryContent(broken);
            try (ConversationSession session = ai.resume(id)) {
                assertThat(session.recovery()).isEmpty();
                assertThat(session.path()).hasSize(5);
                assertThat(session.send("third").isOk()).isTrue();
            }
            assertThat(ai.repair(id)).isEmpty();
        }
    }

    @Test
    @DisplayName("J4 an entry that is lost takes those with it that build on it; they are handed over")
    void j4_lostEntry_leavesThePrefix() throws IOException {
        damage("second");
        try (AiRuntime ai = runtime()) {
            SessionStore.Damage lost = ai.repair(id).orElseThrow();
            assertThat(lost.behind()).isEqualTo(2);
            try (ConversationSession session = ai.resume(id)) {
                ConversationSession.Recovery recovery = session.recovery().orElseThrow();
                assertThat(recovery.records()).isNotEmpty();
                assertThat(session.path()).hasSize(3);
                assertThat(session.send("again").isOk()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("J4 a torn end is reported when the conversation is resumed")
    void j4_tornEnd_isReported() throws IOException {
        Files.write(file(), new byte[] {0, 0, 1}, StandardOpenOption.APPEND);
        try (AiRuntime ai = runtime()) {
            try (ConversationSession session = ai.resume(id)) {
                ConversationSession.Recovery recovery = session.recovery().orElseThrow();
                assertThat(recovery.bytes()).isEqualTo(3);
                assertThat(recovery.records()).isEmpty();
                assertThat(Path.of(recovery.location())).hasBinaryContent(new byte[] {0, 0, 1});
                assertThat(session.path()).hasSize(5);
            }
            try (ConversationSession session = ai.resume(id)) {
                assertThat(session.recovery()).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("J11 a damaged header, a missing key and another key are CONFIGURATION, with the reason")
    void j11_whatCannotBeOpened_isConfiguration() throws IOException {
        Secret key = key('a');
        try (AiRuntime plain = runtime();
                AiRuntime encrypted = runtime(FileSessionStore.of(folder, key));
                AiRuntime other = runtime(FileSessionStore.of(folder, key('b')))) {
            for (Consumer<String> open : Arrays.<Consumer<String>>asList(encrypted::resume, encrypted::tree)) {
                isConfiguration(() -> open.accept(id), "journal", "");
            }
            ConversationSession session = encrypted.session(AiBody.builder().build());
            session.send("secret");
            session.close();
            for (Consumer<String> open : Arrays.<Consumer<String>>asList(other::resume, other::tree, other::repair)) {
                isConfiguration(() -> open.accept(session.id()), "journal-damaged", "key");
            }
            isConfiguration(() -> plain.resume(session.id()), "journal", "");
            damage("PLBJ");
            for (Consumer<String> open : Arrays.<Consumer<String>>asList(plain::resume, plain::tree)) {
                isConfiguration(() -> open.accept(id), "journal-damaged", "does not begin as a journal does");
            }
            assertThat(plain.repair(id)).isPresent();
            assertThat(plain.tree(id).path("main")).hasSize(5);
        }
    }

    private static Secret key(char letter) {
        char[] key = new char[32];
        Arrays.fill(key, letter);
        return Secret.of(key);
    }
}
