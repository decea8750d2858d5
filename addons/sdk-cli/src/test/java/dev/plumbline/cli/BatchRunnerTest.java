package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchRunnerTest {
    @TempDir
    private Path folder;

    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void close() {
        server.close();
    }

    private int batch(String... more) {
        Stream<String> asked = Stream.of(
                "batch",
                folder.resolve("in").toString(),
                folder.resolve("out").toString(),
                "--base-url",
                server.address().toString());
        return Plumbline.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                Stream.concat(asked, Arrays.stream(more)).toArray(String[]::new));
    }

    private void bodies(int count) throws IOException {
        Files.write(
                folder.resolve("in"),
                IntStream.range(0, count)
                        .mapToObj(i -> AiBody.of("question " + i).toJson().text())
                        .toList());
    }

    private List<Json> results() throws IOException {
        return Files.readAllLines(folder.resolve("out")).stream()
                .map(Json::parse)
                .toList();
    }

    private static List<Integer> lines(List<Json> results) {
        return results.stream().map(result -> result.get("line").asInt()).toList();
    }

    @Test
    void everyBody_hasItsLine() throws IOException {
        server.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        bodies(20);
        assertThat(batch()).as(err.toString()).isZero();
        assertThat(lines(results()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 20).boxed().toList());
        assertThat(results())
                .allSatisfy(
                        result -> assertThat(result.at("/return/text").asText()).isEqualTo("Yes."));
        assertThat(err.toString()).contains("20 of 20").doesNotContain("failed");
    }

    @Test
    void rate_losesNothing_andANegativeOneIsRefused() throws IOException {
        server.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        bodies(4);
        assertThat(batch("--rate", "120", "--parallel", "4")).as(err.toString()).isZero();
        assertThat(lines(results())).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(batch("--rate", "-1")).isEqualTo(2);
        assertThat(err.toString()).contains("--rate must be 1 or more");
    }

    @Test
    void afterACrash_whatIsWrittenIsNotAskedAgain_andALineThatWasCutIs() throws IOException {
        server.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        bodies(6);
        batch();
        Path file = folder.resolve("out");
        List<String> written = Files.readAllLines(file);
        Files.writeString(file, written.stream().limit(4).collect(Collectors.joining("\n", "", "\n")));
        Files.writeString(file, written.get(4).substring(0, 30), StandardOpenOption.APPEND);
        int before = server.requests().size();
        assertThat(batch()).as(err.toString()).isZero();
        assertThat(server.requests()).hasSize(before + 2);
        assertThat(lines(results())).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
    }

    @Test
    void failure_isAResult_andTheExitCodeSaysSo() throws IOException {
        server.otherwise(OpenAiChatScript.create().fails(400, "bad").says("Yes."));
        bodies(2);
        assertThat(batch()).isEqualTo(1);
        assertThat(results())
                .filteredOn(result -> result.at("/return/error").kind() != Json.Kind.NULL)
                .hasSize(1);
        assertThat(err.toString()).contains("2 of 2, 1 failed");
    }

    @Test
    void faultInTheLastLine_costsNoCall() throws IOException {
        bodies(3);
        Files.writeString(folder.resolve("in"), "\n{\"interactions\":3}\n", StandardOpenOption.APPEND);
        assertThat(batch()).isEqualTo(2);
        assertThat(err.toString()).contains("line 5: /interactions");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void resultsOfOtherBodies_areRefused() throws IOException {
        server.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        bodies(1);
        batch();
        Files.writeString(folder.resolve("in"), AiBody.of("another").toJson().text());
        assertThat(batch()).isEqualTo(2);
        assertThat(err.toString()).contains("line 1: OUT has the result of another body");
    }

    @Test
    void otherFile_isLeftAsItIs() throws IOException {
        bodies(1);
        Files.writeString(folder.resolve("out"), "{\"mine\":1}\n");
        assertThat(batch()).isEqualTo(2);
        assertThat(err.toString()).contains("something other than results");
        assertThat(folder.resolve("out")).hasContent("{\"mine\":1}");
    }

    @Test
    @DisplayName("N11 a repeated run with a failure of an earlier one says so, and how to ask that line again")
    void n11_repeatedRun_saysThatALineFailed() throws IOException {
        server.otherwise(OpenAiChatScript.create()
                .says("Yes.")
                .fails(400, "bad")
                .says("Yes.")
                .says("Now."));
        bodies(3);
        assertThat(batch("--parallel", "1")).isEqualTo(1);
        err.getBuffer().setLength(0);
        assertThat(batch("--parallel", "1")).isEqualTo(1);
        assertThat(server.requests()).hasSize(3);
        Path file = folder.resolve("out");
        assertThat(err.toString())
                .contains("3 of 3, 1 failed", "line 2 failed: delete its line in " + file + " and run the batch again");
        Files.write(
                file,
                Files.readAllLines(file).stream()
                        .filter(line -> !line.startsWith("{\"line\":2,"))
                        .toList());
        err.getBuffer().setLength(0);
        assertThat(batch("--parallel", "1")).as(err.toString()).isZero();
        assertThat(err.toString()).contains("3 of 3").doesNotContain("failed");
        assertThat(lines(results())).containsExactlyInAnyOrder(1, 2, 3);
    }
}
