package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that stood still, as one of a computer that sleeps, does not blame the server. */
@Tag("slow")
@Timeout(120)
class SuspendedProgramTest {
    private static final Duration PAUSE = Duration.ofMillis(80);

    /** An answer that takes eight seconds. */
    private static ServerResponse slowAnswer() {
        String piece = "{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"},\"finish_reason\":null}]}";
        List<String> events = new ArrayList<>(Collections.nCopies(150, piece));
        events.add(piece.replace("\"content\":\"word \"", "").replace("null", "\"stop\""));
        events.add("[DONE]");
        return ServerResponse.sse(events).byEvent().withPace(PAUSE);
    }

    @Test
    @DisplayName("J14 a program that is suspended for longer than its idle limit while the server sends has its answer")
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signal suspends a process there")
    void j14_suspendedProgram_hasItsAnswer() throws IOException, InterruptedException {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> slowAnswer())) {
            Process program = start(server);
            try {
                assertThat(server.awaitRequests(AskingProgram.QUESTIONS, Duration.ofSeconds(60)))
                        .isTrue();
                for (int i = 0; i < 2; i++) {
                    program.waitFor(300, TimeUnit.MILLISECONDS);
                    signal("STOP", program);
                    program.waitFor(2 * AskingProgram.IDLE.toMillis(), TimeUnit.MILLISECONDS);
                    signal("CONT", program);
                }
                assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                                .lines()
                                .toList())
                        .hasSize(AskingProgram.QUESTIONS)
                        .containsOnly("COMPLETED");
            } finally {
                program.destroyForcibly();
            }
        }
    }

    private static Process start(ScriptedServer server) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AskingProgram.class.getName(),
                        server.address().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(String name, Process program) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(program.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
