package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.OpenAiChatScript;
import dev.plumbline.testkit.ScriptedServer;
import dev.plumbline.testkit.ServerAnswer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sweet Home 3D itself, in a screen of its own, used by mouse and keys. */
class RealProgramAcceptance {
    private static final Map<String, Object> BED = Map.of("catalogId", "eTeks#bed140x190", "x", 100, "y", 120);

    private final OpenAiChatScript script = OpenAiChatScript.script();

    @Test
    void wish_isDrawn_isOneStep_andIsInTheSavedFile() throws Exception {
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
                SweetHome home = SweetHome.at(folder("wish"), server)) {
            assertThat(home.threads()).as("threads before the first use").isEmpty();
            home.openDesk();
            home.ask("a bedroom of 4 by 3 metres with a bed");
            home.says(".*and a bed\\..*", 10_000);
            home.status("Done", 1000);
            assertThat(home.threads()).as("threads while nothing happens").hasSizeLessThanOrEqualTo(2);
            home.shot("wish.png");

            assertThat(home.saved("drawn.sh3d")).satisfies(xml -> assertThat(count(xml, "<wall ")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "wallAtStart=")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "catalogId='eTeks#bed140x190'")).isEqualTo(1));
            home.menu("Edit", "Undo AI edit");
            assertThat(home.saved("undone.sh3d")).satisfies(xml -> assertThat(count(xml, "<wall ")).isZero())
                    .doesNotContain("eTeks#bed140x190");
            home.menu("Edit", "Redo AI edit");
            assertThat(home.saved("redone.sh3d")).satisfies(xml -> assertThat(count(xml, "<wall ")).isEqualTo(4))
                    .satisfies(xml -> assertThat(count(xml, "wallAtStart=")).isEqualTo(4))
                    .contains("eTeks#bed140x190");
        }
        assertThat(script).isNotNull();
    }

    @Test
    void cancel_isQuick_andLeavesWhatWasDrawn() throws Exception {
        script.callsTool("add_wall", wall(0, 0, 400, 0));
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(script.stream())
                        .answers(OpenAiChatScript.script().says("One wall", " is").stream().stallsAfter(400));
                SweetHome home = SweetHome.at(folder("cancel"), server)) {
            home.openDesk();
            home.ask("walls");
            assertThat(server.awaitRequests(2, Duration.ofSeconds(10))).isTrue();
            assertThat(home.threads()).as("threads of a turn").hasSizeLessThanOrEqualTo(5);
            home.hand().does("click", "cancel");
            assertThat(home.says(".*Cancelled\\..*", 1000)).isLessThanOrEqualTo(1000);
            assertThat(server.awaitClientClosed(Duration.ofSeconds(2))).isTrue();
            assertThat(count(home.saved("kept.sh3d"), "<wall ")).isEqualTo(1);
        }
    }

    @Test
    void threeThousandDeltas_andThreeHundredCalls_leaveTheProgramAlive() throws Exception {
        String[] pieces = IntStream.range(0, 3000).mapToObj(i -> "word" + i + " ").toArray(String[]::new);
        script.says(pieces);
        for (int i = 0; i < 300; i++) {
            script.callsTool("add_wall", wall(i % 20 * 50, i / 20 * 50, i % 20 * 50 + 40, i / 20 * 50));
        }
        script.nextRound().says("A fence.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHome home = SweetHome.at(folder("alive"), server)) {
            home.openDesk();
            home.hand().does("watch");
            home.ask("words");
            home.says(".*word2999.*", 30_000);
            long streaming = home.hand().number("stall");
            assertThat(streaming).as("longest stall, ms").isLessThan(2000);
            home.hand().does("watch");
            home.ask("a fence");
            home.says(".*A fence\\..*", 60_000);
            long drawing = home.hand().number("stall");
            System.getLogger("acceptance").log(System.Logger.Level.INFO, "stalls " + streaming + " " + drawing);
            assertThat(drawing).as("longest stall, ms").isLessThan(2000);
        }
    }

    @Test
    void destructiveTool_asksFirst_andNothingIsEditedUnderAModalDialog() throws Exception {
        script.callsTool("add_wall", wall(0, 0, 400, 0)).says("Drawn.").callsTool("delete", Map.of("ids", List.of("wall-1")));
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                SweetHome home = SweetHome.at(folder("careful"), server)) {
            home.openDesk();
            home.ask("a wall");
            home.says(".*Drawn\\..*", 10_000);
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
