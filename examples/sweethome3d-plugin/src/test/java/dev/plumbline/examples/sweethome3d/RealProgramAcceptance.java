package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sweet Home 3D itself, in a screen of its own, used by mouse and keys. */
@Tag("external")
class RealProgramAcceptance {
    private static final Map<String, Object> BED = Map.of("catalogId", "eTeks#bed140x190", "x", 100, "y", 120);

    private static final String ALIVE = "what the UI thread did for others meanwhile";

    private final OpenAiChatScript script = OpenAiChatScript.create();

    @BeforeAll
    static void screen() {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
    }

    @Test
    @Tag("D5")
    @Tag("D11")
    void request_isDrawn_isOneStep_andIsInTheSavedFile() throws Exception {
        script.saying("A room of four by three metres.")
                .callsTool("find_furniture", Map.of("words", "bed 140"))
                .callsTool("add_wall", wall(0, 0, 400, 0))
                .callsTool("add_wall", wall(400, 0, 400, 300))
                .callsTool("add_wall", wall(400, 300, 0, 300))
                .callsTool("add_wall", Map.of("x1", 0, "y1", 300, "x2", 0))
                .nextRound()
                .callsTool("add_wall", wall(0, 300, 0, 0))
                .callsTool("add_furniture", BED)
                .says("Four walls ", "and a bed.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHomeProgram home = SweetHomeProgram.at(folder("wish"), server)) {
            assertThat(home.threads()).as("threads before the first use").isEmpty();
            home.openDesk();
            home.ask("a bedroom of 4 by 3 metres with a bed");
            home.says(".*and a bed\\..*");
            home.status("plan: .* tokens");
            home.shot("wish.png");

            assertThat(home.saved("drawn.sh3d"))
                    .satisfies(xml -> assertThat(count(xml, "<wall ")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "wallAtStart=")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "catalogId='eTeks#bed140x190'"))
                            .isEqualTo(1));
            home.menu("Edit", "Undo AI edit");
            assertThat(home.saved("undone.sh3d"))
                    .satisfies(xml -> assertThat(count(xml, "<wall ")).isZero())
                    .doesNotContain("eTeks#bed140x190");
            home.menu("Edit", "Redo AI edit");
            assertThat(home.saved("redone.sh3d"))
                    .satisfies(xml -> assertThat(count(xml, "<wall ")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "wallAtStart=")).isEqualTo(4))
                    .contains("eTeks#bed140x190");

            assertThat(home.threadsDownTo(2))
                    .as("threads while nothing happens")
                    .hasSizeLessThanOrEqualTo(2);
            home.hand().does("close", "AI desk");
            assertThat(home.threadsAfterAWhile())
                    .as("threads when the desk is closed")
                    .isEmpty();
        }
    }

    @Test
    @Tag("D5")
    @Tag("D11")
    @DisplayName("D5 a turn is taken back and made again by mouse, in the menu of its row")
    void d5_turn_isTakenBackInItsRow() throws Exception {
        script.callsTool("add_wall", wall(0, 0, 400, 0))
                .callsTool("add_wall", wall(400, 0, 400, 300))
                .says("Drawn.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHomeProgram home = SweetHomeProgram.at(folder("row"), server)) {
            home.openDesk();
            home.ask("two walls");
            home.says(".*Drawn\\..*");
            home.hand().does("choose", "row-menu", "action-undo-turn");
            assertThat(count(home.saved("row-undone.sh3d"), "<wall ")).isZero();
            home.hand().does("choose", "row-menu", "action-redo-turn");
            assertThat(count(home.saved("row-redone.sh3d"), "<wall ")).isEqualTo(2);
        }
    }

    @Test
    @Tag("D5")
    @Tag("D9")
    void cancel_isQuick_andLeavesWhatWasDrawn() throws Exception {
        script.callsTool("add_wall", wall(0, 0, 400, 0));
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(script.stream())
                        .answers(OpenAiChatScript.create().says("One wall", " is").stream()
                                .stallsAfter(400));
                SweetHomeProgram home = SweetHomeProgram.at(folder("cancel"), server)) {
            home.openDesk();
            home.ask("walls");
            assertThat(server.awaitRequests(2, Duration.ofSeconds(90))).isTrue();
            assertThat(home.threadsDownTo(5))
                    .as("threads of a turn, one of them the JDK's")
                    .hasSizeLessThanOrEqualTo(5);
            home.hand().does("click", "Stop");
            home.says(".*Stopped.*");
            assertThat(server.awaitClientClosed(Duration.ofSeconds(90))).isTrue();
            assertThat(count(home.saved("kept.sh3d"), "<wall ")).isEqualTo(1);
        }
    }

    @Test
    @Tag("D7")
    @Tag("D8")
    void threeThousandDeltas_and250Calls_leaveTheProgramAlive() throws Exception {
        String[] pieces = IntStream.range(0, 3000)
                .mapToObj(i -> "word" + i + (i % 25 == 24 ? "\n" : " "))
                .toArray(String[]::new);
        script.says(pieces);
        for (int i = 0; i < 250; i++) { // more than 256 calls are refused as a flood
            script.callsTool("add_wall", wall(i % 20 * 50, i / 20 * 50, i % 20 * 50 + 40, i / 20 * 50));
        }
        script.nextRound().says("A fence.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHomeProgram home = SweetHomeProgram.at(folder("alive"), server)) {
            home.openDesk();
            home.hand().does("watch");
            home.ask("words");
            home.says(".*word2999.*");
            assertThat(home.hand().number("answers")).as(ALIVE).isGreaterThanOrEqualTo(10);
            home.hand().does("watch");
            home.ask("a fence");
            home.says(".*A fence\\..*");
            assertThat(home.hand().number("answers")).as(ALIVE).isGreaterThanOrEqualTo(10);
        }
    }

    @Test
    @Tag("D10")
    void destructiveTool_asksFirst() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(RealProgramAcceptance::drawsThenDeletes);
                SweetHomeProgram home = SweetHomeProgram.at(folder("careful"), server)) {
            home.openDesk();
            home.ask("draw");
            home.says(".*Drawn\\..*");
            home.ask("delete");
            home.hand().number("says", "question-text", "(?s).*Delete from the plan: a wall of 400 cm.*");
            home.shot("question.png");
            home.hand().does("click", "No");
            home.says(".*Deleted or not\\..*");
            assertThat(count(home.saved("denied.sh3d"), "<wall ")).isEqualTo(1);
            home.ask("delete");
            home.hand().does("click", "Yes");
            home.says(".*or not\\..*or not\\..*");
            assertThat(count(home.saved("deleted.sh3d"), "<wall ")).isZero();
        }
    }

    /** Draws a wall when asked to draw, and deletes the wall it drew when asked to delete. */
    private static ServerResponse drawsThenDeletes(ServerRequest request) {
        List<String> said = request.json().get("messages").elements().stream()
                .map(Json::text)
                .toList();
        OpenAiChatScript next = OpenAiChatScript.create();
        int asked = lastWith(said, "\"draw\"", "\"draw\\n", "\"delete\"", "\"delete\\n"); // facts may follow
        if (lastWith(said, "\"role\":\"tool\"") > asked) {
            return next.says(said.get(asked).contains("\"draw") ? "Drawn." : "Deleted or not.").stream();
        }
        return said.get(asked).contains("\"draw")
                ? next.callsTool("add_wall", wall(0, 0, 400, 0)).stream()
                : next.callsTool("delete", Map.of("ids", List.of(wallIn(said.toString())))).stream();
    }

    /** The last message of the user's that has one of these; or of the tools', which have other words. */
    private static int lastWith(List<String> said, String... words) {
        for (int i = said.size(); i-- > 0; ) {
            String message = said.get(i);
            boolean calls = message.contains("\"tool_calls\"");
            if (!calls && Stream.of(words).anyMatch(message::contains)) {
                return i;
            }
        }
        return -1;
    }

    private static String wallIn(String text) {
        Matcher id = Pattern.compile("wall-[0-9a-f-]{36}").matcher(text);
        assertThat(id.find()).isTrue();
        return id.group();
    }

    @Test
    @Tag("D6")
    void nothingIsEdited_whileAModalDialogIsOpen() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(script.callsTool("add_wall", wall(0, 0, 400, 0)).stream()
                                .stallsAfter(0, answer))
                        .otherwise(OpenAiChatScript.create().says("Drawn."));
                SweetHomeProgram home = SweetHomeProgram.at(folder("modal"), server)) {
            home.openDesk();
            home.ask("a wall");
            assertThat(server.awaitRequests(1, Duration.ofSeconds(90))).isTrue();
            home.menu("File", "Preferences");
            home.hand().does("window", ".*[Pp]references.*");
            answer.countDown();
            home.says(".*… add wall.*");
            Thread.sleep(700);
            assertThat(home.hand().does("text", "conversation"))
                    .contains("… add wall")
                    .doesNotContain("✓");
            home.hand().does("press", "ESCAPE");
            home.says(".*✓ add wall.*Drawn\\..*");
        }
    }

    @Test
    @Tag("D4")
    void closedInTheMiddleOfATurn_theHostAsksToSave_andTheTurnEnds() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(script.callsTool("add_wall", wall(0, 0, 400, 0)).stream())
                        .answers(OpenAiChatScript.create().says("x").stream().stallsAfter(0));
                SweetHomeProgram home = SweetHomeProgram.at(folder("closing"), server)) {
            home.openDesk();
            home.ask("a wall");
            assertThat(server.awaitRequests(2, Duration.ofSeconds(90))).isTrue();
            home.hand().does("close", "AI desk");
            assertThat(server.awaitClientClosed(Duration.ofSeconds(90)))
                    .as("the turn ends with its window")
                    .isTrue();
            home.hand().does("close", SweetHomeProgram.MAIN);
            home.hand().does("window", "Close");
            home.shot("asked.png");
        }
    }

    @Test
    @Tag("D13")
    @SuppressWarnings("try") // the server goes in the middle of what is tried
    void offline_isSaidPlainly_andStoredAnswersAreGivenAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script.says("A plan shows", " walls."));
                SweetHomeProgram home = SweetHomeProgram.at(folder("offline"), server)) {
            home.openDesk();
            home.ask("what does a plan show");
            home.says(".*shows walls\\..*");
            home.status("plan: .* tokens"); // an answer is stored at its end, after its last word is shown
            server.close();
            home.hand().does("close", "AI desk");
            home.hand().does("gone", "AI desk");
            home.openDesk();
            home.says(".*shows walls\\..*"); // what was said before
            home.hand().does("click", "assistant-new");
            home.hand().number("says", "conversation", "");
            home.ask("what does a plan show");
            home.says(".*shows walls\\..*");
            home.status("From stored answers");
            home.ask("what else");
            home.says(".*Cannot reach .*no stored answer.*");
        }
    }

    @Test
    @Tag("D12")
    void secondHome_hasADeskOfItsOwn() throws Exception {
        script.callsTool("add_wall", wall(0, 0, 400, 0)).says("Drawn here.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHomeProgram home = SweetHomeProgram.at(folder("second"), server)) {
            home.openDesk();
            home.menu("File", "New");
            home.hand().does("window", ".*Untitled 2.*");
            home.hand().does("menu", ".*Untitled 2.*", "AI", "Ask AI");
            home.hand().does("window", "AI desk");
            home.ask("a wall");
            home.says(".*Drawn here\\..*");
            home.hand().does("window", "\\* Untitled 2.*");
            home.hand().does("window", "Untitled - .*");
            home.shot("second.png");
        }
    }

    private static Path folder(String name) {
        return Path.of("target", "acceptance", name).toAbsolutePath();
    }

    private static Map<String, Object> wall(double x1, double y1, double x2, double y2) {
        return Map.of("x1", x1, "y1", y1, "x2", x2, "y2", y2);
    }

    private static int count(String xml, String what) {
        return xml.split(java.util.regex.Pattern.quote(what), -1).length - 1;
    }
}
