package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.providers.LocalServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DoctorLocalTest {

    @Test
    @DisplayName("W23 doctor says how to use the model servers of this machine")
    void w23_serversThatRun_haveTheirCommands() {
        StringWriter out = new StringWriter();
        DoctorCommand.printLocal(new PrintWriter(out, true), List.of());
        assertThat(out.toString()).contains("no model server", "Ollama");
        StringWriter some = new StringWriter();
        LocalServers.Found ollama =
                new LocalServers.Found("Ollama", true, "http://localhost:11434", List.of("qwen3"), List.of("qwen3"));
        LocalServers.Found empty =
                new LocalServers.Found("LM Studio", false, "http://localhost:1234/v1", List.of(), List.of());
        DoctorCommand.printLocal(new PrintWriter(some, true), List.of(ollama, empty));
        assertThat(some.toString())
                .contains(
                        "1 model, loaded: qwen3",
                        "plumbline chat --format ollama --base-url http://localhost:11434 --model qwen3",
                        "has no model yet; load one");
    }
}
