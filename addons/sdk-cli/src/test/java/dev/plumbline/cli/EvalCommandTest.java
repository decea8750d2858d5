package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvalCommandTest {
    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        server.close();
    }

    private int eval(String... more) throws IOException {
        Path cases = folder.resolve("cases.jsonl");
        Files.writeString(
                cases,
                "{\"id\":\"sum\",\"user\":\"2 + 3?\",\"expected\":\"5\"}\n"
                        + "{\"id\":\"wall\",\"user\":\"How thick?\",\"expected\":\"240\"}\n");
        List<String> arguments = new ArrayList<>(
                List.of("eval", cases.toString(), "--base-url", server.address().toString(), "--model", "small"));
        arguments.addAll(List.of(more));
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(out, true), arguments.toArray(String[]::new));
    }

    @Test
    void run_isStored_andALaterOneThatIsWorse_endsWithOne() throws IOException {
        Path stored = folder.resolve("run.json");
        server.otherwise(
                OpenAiChatScript.create().says("5").says("240").says("5").says("It is 240 mm."));
        assertThat(eval("--save", stored.toString())).as(out.toString()).isZero();
        assertThat(out.toString()).contains("2 cases   1.00");
        assertThat(eval("--against", stored.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("wall: exact 0.00, before 1.00, lower")
                .contains("1 scores are lower than before");
    }

    @Test
    void scorers_areColumns_andEqualRunsEndWithZero() throws IOException {
        Path stored = folder.resolve("run.json");
        server.otherwise(OpenAiChatScript.create()
                .says("5")
                .says("It is 240 mm.")
                .says("5")
                .says("It is 240 mm."));
        String[] scorers = {"--scorer", "exact", "--scorer", "contains"};
        assertThat(eval(scorers[0], scorers[1], scorers[2], scorers[3], "--save", stored.toString()))
                .isZero();
        assertThat(out.toString()).contains("exact  contains").contains("2 cases   0.50      1.00");
        assertThat(eval(scorers[0], scorers[1], scorers[2], scorers[3], "--against", stored.toString()))
                .isZero();
        assertThat(out.toString()).contains("no score is lower than before");
    }
}
