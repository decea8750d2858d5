package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {
    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final StringWriter out = new StringWriter();

    @AfterEach
    void close() {
        server.close();
    }

    private int doctor() {
        return Plumbline.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "doctor",
                "--provider",
                "openai",
                "--base-url",
                server.address().toString());
    }

    private String row(String name) {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .findFirst()
                .orElse("");
    }

    @Test
    @DisplayName("W27 doctor checks a service with tiny calls and prints a table")
    void w27_serviceThatWorks_hasSevenRowsOk() {
        server.otherwise(OpenAiChatScript.create()
                .says("yes")
                .says("y", "es")
                .callsTool("report", Map.of("number", 7))
                .says("Done.")
                .says("Red.")
                .says("{\"prime\":true}")
                .says("yes")
                .says("yes")
                .says("one ", "two ", "three"));
        assertThat(doctor()).as(out.toString()).isZero();
        assertThat(row("key")).contains("OPENAI_API_KEY");
        for (String name : new String[] {"text", "stream", "tool", "picture", "shape", "cache", "cancel"}) {
            assertThat(row(name)).as(out.toString()).contains(" ok ");
        }
        assertThat(row("stream")).contains("pieces of text: 2");
        assertThat(row("picture")).contains("Red.");
        assertThat(row("shape")).contains("prime=true");
        assertThat(server.requests()).hasSize(9);
        assertThat(server.requests().get(0).json().get("stream").asBoolean()).isFalse();
        assertThat(server.requests().get(4).json().text()).contains("image_url");
    }

    @Test
    @DisplayName("W27 doctor says what fails and goes on")
    void w27_serviceThatFails_isAFailedRow() {
        server.otherwise(request -> ServerResponse.json(
                        "{\"error\":{\"message\":\"Incorrect API key provided\",\"code\":\"invalid_api_key\"}}")
                .withStatus(401));
        assertThat(doctor()).isEqualTo(1);
        for (String name : new String[] {"text", "stream", "tool", "picture", "shape", "cache", "cancel"}) {
            assertThat(row(name)).as(out.toString()).contains("FAILED");
        }
        assertThat(row("text")).contains("invalid_api_key", "Incorrect API key");
    }

    private int table(ScriptedServer service, String format, String model) {
        return Plumbline.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "doctor",
                "--table",
                "--format",
                format,
                "--model",
                model,
                "--base-url",
                service.address().toString());
    }

    @Test
    @DisplayName("W63 doctor --table tries what the table says with twelve requests, and prints the row that is wrong")
    void w63_serviceThatLiesAboutOneRow_isAPatch() {
        server.otherwise(request -> request.json().get("reasoning_effort").equals(Json.of("medium"))
                ? ServerResponse.json("{\"error\":{\"message\":\"no medium\",\"type\":\"invalid_request_error\"}}")
                        .withStatus(400)
                : refusesWhatTheTableDoesNot(request.json()));
        assertThat(table(server, "chat", "some-model")).as(out.toString()).isEqualTo(1);
        assertThat(server.requests()).hasSize(12);
        assertThat(out.toString().lines().filter(line -> line.contains(" WRONG ")))
                .singleElement()
                .asString()
                .contains("effort medium");
        assertThat(out.toString())
                .contains("- \"efforts\": \"none low medium high\"", "+ \"efforts\": \"none low high\"");
    }

    private static ServerResponse refusesWhatTheTableDoesNot(Json request) {
        String effort = request.get("reasoning_effort").findText().orElse("");
        return Set.of("minimal", "xhigh", "max").contains(effort)
                ? ServerResponse.json("{\"error\":{\"message\":\"unsupported\",\"type\":\"invalid_request_error\"}}")
                        .withStatus(400)
                : ServerResponse.json(
                        "{\"id\":\"1\",\"object\":\"chat.completion\",\"model\":\"some-model\",\"choices\":[{"
                                + "\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"yes\"},"
                                + "\"finish_reason\":\"stop\"}]}");
    }

    @Test
    void w63_serviceThatKeepsToTheTable_isOk_andOneThatFails_saysNothing() {
        server.otherwise(request -> refusesWhatTheTableDoesNot(request.json()));
        assertThat(table(server, "chat", "some-model")).as(out.toString()).isZero();
        server.otherwise(request ->
                ServerResponse.json("{\"error\":{\"message\":\"wrong key\"}}").withStatus(401));
        assertThat(table(server, "chat", "some-model")).as(out.toString()).isZero();
        assertThat(out.toString()).contains(" ? ");
        assertThat(table(server, "ollama", "some-model")).as(out.toString()).isNotZero();
    }

    @Test
    void w27_modelThatCallsNoTool_isAFailedRow() {
        server.otherwise(OpenAiChatScript.create().says("yes").repeats());
        assertThat(doctor()).isEqualTo(1);
        assertThat(row("tool")).contains("FAILED", "did not call the tool");
        assertThat(row("text")).contains(" ok ");
    }

    @ParameterizedTest
    @CsvSource({"openai, OPENAI_API_KEY", "anthropic, ANTHROPIC_API_KEY"})
    @DisplayName("N11 doctor says that a key is missing, and what to do")
    void n11_missingKey_isSaid(String provider, String variable, @TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        ProcessBuilder doctor = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Plumbline.class.getName(),
                        "doctor",
                        "--provider",
                        provider)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        doctor.environment().remove(variable);
        Process running = doctor.start();
        try {
            assertThat(running.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            running.destroyForcibly();
        }
        assertThat(Files.readString(said))
                .startsWith("key      MISSING " + variable + " is not set")
                .contains("set it", "--base-url", "doctor --local")
                .doesNotContain(" ok ")
                .hasLineCount(1);
        assertThat(running.exitValue()).isEqualTo(1);
    }

    @Test
    @DisplayName("N11 a server of this machine needs no key")
    void n11_serverOfThisMachine_needsNoKey() {
        server.otherwise(OpenAiChatScript.create().says("yes").repeats());
        int unused = Plumbline.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "doctor",
                "--provider",
                "ollama",
                "--model",
                "m",
                "--base-url",
                server.address().toString());
        assertThat(row("key")).contains(" ok ", "not needed");
    }

    @Test
    @DisplayName("N11 a model that names another colour has not seen the picture")
    void n11_otherAnswer_meansThatThePictureWasNotSeen() {
        server.otherwise(OpenAiChatScript.create()
                .says("yes")
                .says("y", "es")
                .callsTool("report", Map.of("number", 7))
                .says("Done.")
                .says("Hello there, I am bored.")
                .says("{\"prime\":true}")
                .says("yes")
                .says("yes")
                .says("one ", "two ", "three"));
        assertThat(doctor()).isEqualTo(1);
        assertThat(row("picture")).contains("FAILED", "not seen", "Hello there");
        assertThat(row("shape")).contains(" ok ");
    }
}
