package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.examples.floorplan.FloorPlanDemo;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
