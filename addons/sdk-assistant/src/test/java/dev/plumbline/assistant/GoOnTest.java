package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The button Go on is there as long as the conversation has something to go on with, and no longer. */
class GoOnTest {
    private static final AiError DROPPED = AiError.of(AiError.Category.TRUNCATED, "dropped", "the connection was lost");

    @TempDir
    private Path place;

    @Test
    @DisplayName("A6 a message that is sent instead of Go on ends the offer")
    void a6_anotherMessage_endsTheOffer() throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("A w").says("Second.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = killedAndOpened(desk);
            Desk.awaitText(panel.component(), "The last answer was cut off when the program ended.");
            desk.send(panel, "what happened?", "Second.");
            assertThat(WallDesk.asks(panel, "go-on")).isFalse();
            assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("was cut off when");
        }
    }

    @Test
    @DisplayName("A6 to ask again ends the offer, too")
    void a6_askAgain_endsTheOffer() throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("A w").says("Second.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = killedAndOpened(desk);
            Desk.awaitText(panel.component(), "The last answer was cut off when the program ended.");
            WallDesk.choose(panel, "draw a wall", "retry");
            Desk.awaitText(panel.component(), "Second.");
            WallDesk.awaitIdle(panel);
            assertThat(WallDesk.asks(panel, "go-on")).isFalse();
        }
    }

    @Test
    @DisplayName("C7 a message that was added before Stop is not answered, and Go on answers it")
    void c7_addedMessage_isAnsweredByGoOn() {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("A w").says("Both.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            Desk.ui(() -> panel.send("draw a wall"));
            Desk.awaitText(panel.component(), "A w");
            Desk.ui(() -> panel.send("and a door"));
            Desk.ui(() -> Desk.pressText(panel.component(), "Stop"));
            Desk.press(panel.component(), "prompt-go-on");
            Desk.awaitText(panel.component(), "Both.");
            assertThat(model.calls().get(1).body().interactions().toString()).contains("User");
        }
    }

    @Test
    @DisplayName("C7 A2 a message that was added before Stop is in the field again when the question is asked again")
    void c7_addedMessage_isNotLostByAskAgain() {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("A w").says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            Desk.ui(() -> panel.send("draw a wall"));
            Desk.awaitText(panel.component(), "A w");
            Desk.ui(() -> panel.send("and hurry up"));
            Desk.ui(() -> Desk.pressText(panel.component(), "Stop"));
            WallDesk.awaitIdle(panel);
            WallDesk.choose(panel, "draw a wall", "retry");
            Desk.awaitText(panel.component(), "A wall.");
            assertThat(Desk.onUi(() -> panel.chat().messageField().getText())).isEqualTo("and hurry up");
        }
    }

    /** Whatever has happened before, the offer is there if and only if something can be gone on with. */
    @Property(tries = 25)
    void a6_offer_isThereAsLongAsThereIsSomething(@ForAll @Size(min = 1, max = 5) List<Step> steps) {
        ScriptedProvider model = ScriptedProvider.create();
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            for (Step step : steps) {
                String answer = "Answer " + model.calls().size() + ".";
                boolean offered = WallDesk.asks(panel, "go-on");
                if (step == Step.DROPPED) {
                    WallDesk.draws(model, "north").failsAfter(answer, DROPPED);
                } else {
                    model.says(answer);
                }
                if (step == Step.GOES_ON && offered) {
                    Desk.press(panel.component(), "prompt-go-on");
                } else {
                    Desk.ui(() -> panel.send("draw"));
                }
                Desk.awaitText(panel.component(), answer);
                WallDesk.awaitIdle(panel);
                boolean isOpen = step == Step.DROPPED;
                Await.until(
                        () -> WallDesk.asks(panel, "go-on") == isOpen,
                        () -> steps + ": " + Desk.onUi(() -> Desk.texts(panel.component())));
            }
        }
    }

    enum Step {
        ANSWERED,
        DROPPED,
        GOES_ON
    }

    /** Opens the conversation as it is on the disk while its first answer is on its way. */
    private AssistantPanel killedAndOpened(WallDesk desk) throws IOException {
        Path folder = Files.createDirectory(place.resolve("running"));
        AssistantPanel first = desk.open(folder);
        Desk.ui(() -> first.send("draw a wall"));
        Desk.awaitText(first.component(), "A w");
        Path killed = copy(folder, place.resolve("killed"));
        Desk.onUi(first::close).join();
        return desk.open(killed);
    }

    static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return to;
    }
}
