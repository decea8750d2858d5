package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person has typed is in the conversation, on the screen or on the disk, whatever happens. */
class NothingTypedIsLostTest {
    @TempDir
    private Path place;

    @Test
    @DisplayName("A5 a draft is on the disk a second after it was typed, and gone when it was sent")
    void a5_draft_isWrittenWhileTyping() {
        VirtualClock clock = VirtualClock.paused();
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel =
                    desk.open(builder -> builder.conversations(place).time(clock));
            Await.until(() -> Desk.onUi(panel::isReady), () -> "the draft is not read");
            type(panel, "half a sen");
            type(panel, "half a sentence");
            assertThat(drafts()).isEmpty();
            clock.advance(Duration.ofMillis(999));
            assertThat(drafts()).isEmpty();
            clock.advance(Duration.ofMillis(1));
            assertThat(drafts()).containsExactly("half a sentence");
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.awaitText(panel.component(), "A wall.");
            clock.advance(Duration.ofSeconds(1));
            assertThat(drafts()).isEmpty();
        }
    }

    @Test
    @DisplayName("A5 what was typed before the draft of the last time was read does not replace it")
    void a5_typedBeforeTheDraftIsRead_keepsBoth() {
        try (WallDesk desk = new WallDesk(ScriptedProvider.create())) {
            AssistantPanel first = desk.open(place);
            type(first, "from before");
            Desk.onUi(first::close).join();
            AssistantPanel second = Desk.onUi(() -> {
                AssistantPanel opened = desk.openNow(builder -> builder.conversations(place));
                opened.chat().messageField().setText("just now");
                return opened;
            });
            Await.until(() -> Desk.onUi(second::isReady), () -> "the draft is not read");
            assertThat(typed(second)).isEqualTo("from before\njust now");
        }
    }

    @Test
    @DisplayName("A5 a question that waits for the person's decision is a draft, too")
    void a5_editThatWaits_isADraft() {
        ScriptedProvider model =
                WallDesk.draws(ScriptedProvider.create(), "north").says("Drawn.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open(place);
            desk.send(panel, "draw a wall", "Drawn.");
            WallDesk.choose(panel, "draw a wall", "edit");
            type(panel, "draw two walls");
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            assertThat(WallDesk.asks(panel, "keep")).isTrue();
            Desk.onUi(panel::close).join();
            assertThat(drafts()).containsExactly("draw two walls");
        }
    }

    @Test
    @DisplayName("A5 Edit does not replace what is written in the field")
    void a5_edit_doesNotReplaceWhatIsWritten() {
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "A wall.");
            type(panel, "half a sen");
            assertThat(WallDesk.label(panel, "draw a wall", "edit"))
                    .hasValueSatisfying(label -> assertThat(label).contains("Send or remove what is written"));
        }
    }

    @Test
    @DisplayName(
            "S8 a start that fails gives the text back and offers to try again; what is sent then tries again, too")
    void s8_failedStart_givesTheTextBack_andTriesAgain() {
        AtomicBoolean works = new AtomicBoolean();
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = Desk.onUi(() -> {
                AssistantPanel opened = desk.openNow(builder -> builder.provider(() -> {
                    if (works.get()) {
                        return model;
                    }
                    throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "proxy", "no"));
                }));
                opened.send("draw a wall");
                return opened;
            });
            Desk.awaitText(panel.component(), "The proxy cannot be used.");
            assertThat(typed(panel)).isEqualTo("draw a wall");
            assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("Sent as soon as");
            assertThat(Desk.onUi(() -> Desk.find(panel.component(), "stop", AbstractButton.class)
                            .isEnabled()))
                    .isFalse();
            Desk.ui(() -> Desk.pressText(panel.component(), "Send")); // tries again
            Await.until(() -> typed(panel).equals("draw a wall"), () -> "the text is not in the field again");
            works.set(true);
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.awaitText(panel.component(), "A wall.");
            assertThat(WallDesk.asks(panel, "try-again")).isFalse();
        }
    }

    @Test
    @DisplayName("S8 the button Try again starts with the settings of now, and the text stays in its field")
    void s8_tryAgain_starts() {
        AtomicBoolean works = new AtomicBoolean();
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open(builder -> builder.provider(() -> {
                if (works.get()) {
                    return model;
                }
                throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "proxy", "no"));
            }));
            Desk.awaitText(panel.component(), "The assistant cannot start.");
            type(panel, "draw a wall");
            works.set(true);
            Desk.press(panel.component(), "prompt-try-again");
            Await.until(() -> !WallDesk.asks(panel, "try-again"), () -> "it has not started");
            assertThat(typed(panel)).isEqualTo("draw a wall");
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.awaitText(panel.component(), "A wall.");
        }
    }

    @Test
    @DisplayName("S8 a file of certificates that is not there is named")
    void s8_missingFile_isNamed() {
        try (Desk desk = new Desk()) {
            desk.settings.put("url", "https://llm.example.com/v1");
            desk.settings.put("model", "m-1");
            desk.settings.put("trust", place.resolve("company.pem").toString());
            AssistantPanel panel = Desk.onUi(
                    () -> desk.assistant(builder -> builder).open(AssistantDocument.of(() -> "plan", () -> "1")));
            Desk.awaitText(panel.component(), place.resolve("company.pem").toString());
            assertThat(WallDesk.asks(panel, "try-again")).isTrue();
        }
    }

    @Test
    @DisplayName("S8 a message with a picture that could not be sent has it again")
    void s8_failedStart_givesAttachmentsBack() {
        AtomicBoolean works = new AtomicBoolean();
        ScriptedProvider model = ScriptedProvider.create().says("A plan.");
        try (WallDesk desk = new WallDesk(model)) {
            Part plan = new Part.File("plan.txt", Blob.of(new byte[] {65}, "text/plain"));
            AssistantPanel panel = Desk.onUi(() -> {
                AssistantPanel opened = desk.openNow(builder -> builder.provider(() -> {
                    if (works.get()) {
                        return model;
                    }
                    throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "proxy", "no"));
                }));
                opened.chat().putBack(Interaction.user("look", plan));
                Desk.pressText(opened.component(), "Send");
                return opened;
            });
            Desk.awaitText(panel.component(), "The proxy cannot be used.");
            works.set(true);
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.awaitText(panel.component(), "A plan.");
            List<Interaction> sent = model.calls().get(0).body().interactions();
            assertThat(((Interaction.User) sent.get(sent.size() - 1)).parts()).contains(plan);
        }
    }

    private static void type(AssistantPanel panel, String text) {
        Desk.ui(() -> panel.chat().messageField().setText(text));
    }

    private static String typed(AssistantPanel panel) {
        return Desk.onUi(() -> panel.chat().messageField().getText());
    }

    private List<String> drafts() {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.getFileName().toString().startsWith("draft-"))
                    .map(file -> {
                        try {
                            return Files.readString(file);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
