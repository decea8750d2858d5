package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches of a conversation in a database that another program reads and changes. */
@Tag("slow")
class BranchesOfOtherProgramsTest {
    private final PostgresServer server = PostgresServer.shared();

    @TempDir
    private Path folder;

    private List<String> otherProgram(String conversation) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BranchesProgram.class.getName(),
                        server.uri(),
                        conversation)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        return Files.readAllLines(said);
    }

    private AiRuntime runtime(ScriptedProvider model) {
        return AiRuntime.builder()
                .addProvider(model)
                .journal(PostgresSessionStore.at(server.uri()), FailureMode.FAIL)
                .build();
    }

    @Test
    @DisplayName("M7 another program reads what was deleted, named and edited, and this one reads what it has changed")
    void m7_otherProgram_readsAndChangesBranches() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .says("One.")
                .says("Two.")
                .says("Three.")
                .says("Four.");
        String id;
        try (AiRuntime ai = runtime(model)) {
            ConversationSession session = ai.session(AiBody.of(""));
            id = session.id();
            session.send("First?");
            ConversationEntry first = session.path().get(0);
            session.edit(first, "Second?");
            session.edit(session.path().get(0), "Third?");
            session.deleteSubtree(first);
            session.nameBranch("named", session.head());
            session.send("More?");
            assertThat(BranchesProgram.shape(session))
                    .isEqualTo("(Second?(Two.()),Third?(Three.(More?(Four.())))) {main=Four., named=Three.} false");
        }

        assertThat(otherProgram(id))
                .containsExactly(
                        "(Second?(Two.()),Third?(Three.(More?(Four.())))) {main=Four., named=Three.} false",
                        "(Third?(Three.(More?(Four.(And you?(From there.())))))) {main=From there., named=Three., theirs=Four.} false");

        try (AiRuntime ai = runtime(ScriptedProvider.create())) {
            assertThat(BranchesProgram.shape(ai.resume(id)))
                    .isEqualTo(
                            "(Third?(Three.(More?(Four.(And you?(From there.())))))) {main=From there., named=Three., theirs=Four.} false");
        }
    }
}
