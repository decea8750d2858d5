package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.examples.floorplan.FloorPlanDemo;
import dev.plumbline.json.Json;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private String id = "";

    private int run(String... args) {
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    @BeforeEach
    void talk() {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("CANARY <b>"))
                .journal(folder.resolve("journal"))
                .build();
        try (ConversationSession session = ai.session(AiBody.builder().build())) {
            id = session.id();
            session.send("A wall.");
        }
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
    }

    private String page(String... more) throws IOException {
        Path page = folder.resolve("out/page.html");
        String[] args = new String[5 + more.length];
        System.arraycopy(
                new String[] {"report", "--journal", folder.resolve("journal").toString(), "--out", page.toString()},
                0,
                args,
                0,
                5);
        System.arraycopy(more, 0, args, 5, more.length);
        assertThat(run(args)).as(err.toString()).isZero();
        return Files.readString(page);
    }

    @Test
    void report_showsTheSessionWithoutItsText() throws IOException {
        assertThat(page(id))
                .contains("\"turns\":[{\"took\"", "<body class=\"report lengths\">")
                .doesNotContain("CANARY", id);
        assertThat(out.toString()).contains("Session " + id, "1, 1 round").doesNotContain("CANARY");
    }

    @Test
    void report_ofNoSession_isOfTheNewest() throws IOException {
        assertThat(page("--content")).contains("\"id\":\"" + id + "\"");
    }

    @Test
    @DisplayName("N19 a report after the demo is of the drawing, not of the questions after it")
    void n19_reportAfterTheDemo_isOfTheDrawing() throws IOException {
        Path demo = folder.resolve("demo");
        AiReturn drawn = new FloorPlanDemo(new PrintWriter(new StringWriter()), demo).runScripted(Duration.ZERO);
        String journal = demo.resolve("journal").toString();
        String page = demo.resolve("report.html").toString();
        assertThat(run("report", "--journal", journal, "--out", page))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("Session " + drawn.ids().session());
    }

    @Test
    void report_showsWordsWhenAsked() throws IOException {
        assertThat(page("--content", id)).contains("CANARY \\u003cb>", "<body class=\"report\">");
    }

    @Test
    @DisplayName("52 a report without content has no value of the conversation, wherever it was written")
    void w52_report_hasNoValue() throws IOException {
        String value = "hunter2x99";
        Json anything = Json.parse("{\"type\":\"object\"}");
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("look", Map.of(value, value))
                .callsTool("refuses", Map.of("a", List.of(value)))
                .callsTool("no_" + value, Map.of())
                .says("I like " + value)
                .failsWith(AiError.of(AiError.Category.INVALID_REQUEST, "bad", "cannot read " + value))
                .says("About " + value)
                .says("Yes.")
                .repeats();
        AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .journal(folder.resolve("journal"))
                .redaction(RedactionOptions.ofDefaults().withRefuseImages(false))
                .addContext("login", () -> Map.of("password", value))
                .addTools(
                        AiTool.of("look", "Looks at " + value, anything, (arguments, context) -> {
                            context.progress(0.5, value);
                            context.publish(Json.object().with(value, value));
                            return ToolEnvelope.ok(Json.object().with(value, value))
                                    .withParts(Part.text(value), file(value));
                        }),
                        AiTool.of("refuses", "Refuses.", anything, (arguments, context) -> {
                            throw new ToolException("refused " + value);
                        }))
                .build();
        String conversation;
        try (ConversationSession session = ai.session(
                AiBody.builder().addSystem("Say " + value).toolFilter("*").build())) {
            conversation = session.id();
            session.send(Part.text("My password: " + value), file(value));
            session.send("Again " + value);
            session.runSideTurn(ConversationSession.SideTurn.title());
            session.fork(value).close();
            session.summarize(session.path().get(0), session.path().get(0), "They like " + value);
            session.send("Go on.");
        }
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(page(conversation)).contains("\"turns\":[{\"took\"").doesNotContain(value);
        assertThat(out.toString()).contains("Session " + conversation).doesNotContain(value);
        assertThat(page("--content", conversation)).contains(value);
        try (Stream<Path> files = Files.walk(folder.resolve("journal").resolve("events"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                        .doesNotContain(value);
            }
        }
    }

    private static Part file(String name) {
        return new Part.File(name + ".txt", Blob.of(name.getBytes(StandardCharsets.UTF_8), "text/plain"));
    }

    @Test
    void report_ofWhatIsNotThere_isOneLineAndWrongUse() {
        assertThat(run("report", "--journal", folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("plumbline: no session is stored in")
                .hasLineCount(1);
    }

    @Test
    @DisplayName("N11 the demo and its report say what their figures cover")
    void n11_demoAndReport_sayWhatTheirFiguresCover() throws IOException {
        StringWriter drawing = new StringWriter();
        Path demo = folder.resolve("demo");
        AiReturn unused = new FloorPlanDemo(new PrintWriter(drawing), demo).runScripted(Duration.ZERO);
        String journal = demo.resolve("journal").toString();
        String page = demo.resolve("report.html").toString();
        assertThat(run("report", "--journal", journal, "--out", page)).isZero();

        assertThat(drawing.toString())
                .containsPattern("first token  after [0-9.]+ s in the first call, waits included")
                .containsPattern("cache +1 hit, 5 missed, of all three questions")
                .contains("has the drawing alone");
        assertThat(out.toString()).containsPattern("first content +[0-9.]+ .*, in the last call");
    }
}
