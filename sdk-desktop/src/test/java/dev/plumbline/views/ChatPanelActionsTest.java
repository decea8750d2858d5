package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.views.ChatPanel.Slot;
import java.awt.Component;
import java.awt.Container;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.Transferable;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.SwingUtilities;
import javax.swing.TransferHandler;
import javax.swing.text.JTextComponent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person can do with rows and attachments of a panel; no window is needed. */
class ChatPanelActionsTest {
    private final List<Interaction.User> sent = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final List<ConversationEntry> path = new ArrayList<>();
    private final ChatPanel chat = onUi(() -> ChatPanel.createWithAttachments(sent::add, () -> done.add("stop")));

    private static <T> T onUi(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeLater(task);
        try {
            return task.get();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private ConversationEntry entry(Interaction... items) {
        ConversationEntry entry = new ConversationEntry(
                new ConversationEntry.Id("e" + path.size()),
                path.isEmpty()
                        ? Optional.empty()
                        : Optional.of(path.get(path.size() - 1).id()),
                List.of(items),
                ConversationEntry.Status.COMPLETE,
                Usage.NONE,
                Instant.EPOCH,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Set.of());
        path.add(entry);
        return entry;
    }

    private static Interaction answer(String text) {
        return new Interaction.Assistant(List.of(Part.text(text)));
    }

    private static Stream<Component> all(Component of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Container container
                        ? Stream.of(container.getComponents()).flatMap(ChatPanelActionsTest::all)
                        : Stream.of());
    }

    private <C extends Component> C named(Class<C> kind, String name) {
        return all(chat.component())
                .filter(part -> name.equals(part.getName()))
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private List<String> texts(String name) {
        return onUi(() -> all(chat.component())
                .filter(part -> name.equals(part.getName()))
                .map(part -> ((JLabel) part).getText())
                .toList());
    }

    private String shown() {
        return onUi(() -> all(chat.component())
                .filter(JTextComponent.class::isInstance)
                .map(part -> ((JTextComponent) part).getText())
                .reduce("", (one, other) -> one + "\n" + other));
    }

    private List<JMenuItem> menu(int row) {
        return onUi(() -> {
            JPopupMenu menu = chat.menu(chat.rows().get(row), chat.component());
            return Stream.of(menu.getComponents()).map(JMenuItem.class::cast).toList();
        });
    }

    private void choose(int row, String name) {
        JMenuItem item = menu(row).stream()
                .filter(each -> each.getName().equals("action-" + name))
                .findFirst()
                .orElseThrow();
        onUi(() -> {
            item.doClick(0);
            return true;
        });
    }

    private List<String> names(int row) {
        return menu(row).stream().map(Component::getName).toList();
    }

    private void press(String name) {
        onUi(() -> {
            named(JButton.class, name).doClick(0);
            return true;
        });
    }

    @Test
    @DisplayName("D8 what has no function is not offered; copy and save need none")
    void d8_whatHasNoFunction_isNotOffered() {
        entry(Interaction.user("A wall"));
        entry(answer("See [this](https://example.org).\n\n```\nx = 1\n```"));
        onUi(() -> chat.observer(() -> path, List::of, List::of));
        assertThat(names(0)).containsExactly("action-copy", "action-save");
        assertThat(names(1)).containsExactly("action-copy", "action-copy-code", "action-open-link", "action-save");
    }

    @Test
    @DisplayName("D8 a message is edited with its attachments and sent again; Escape leaves it")
    void d8_message_isEdited_withItsAttachments() {
        Part plan = new Part.File("plan.txt", Blob.of(new byte[] {65}, "text/plain"));
        ConversationEntry question = entry(Interaction.user("A wall", plan));
        entry(answer("Done."));
        List<Object> edits = new ArrayList<>();
        onUi(() -> {
            chat.offerEdit((entry, said) -> edits.addAll(List.of(entry, said)));
            return chat.observer(() -> path, List::of, List::of);
        });
        choose(0, "edit");
        assertThat(onUi(() -> chat.messageField().getText())).isEqualTo("A wall");
        assertThat(texts("attachment")).containsExactly("plan.txt, 1 kB");
        assertThat(texts("chat-status").get(0)).startsWith("Editing an earlier message");
        onUi(() -> {
            chat.messageField().setText("Two walls");
            return true;
        });
        press("send");
        assertThat(edits).containsExactly(question, Interaction.user("Two walls", plan));
        assertThat(sent).isEmpty();
        assertThat(onUi(() -> chat.messageField().getText())).isEmpty();

        choose(1, "retry"); // of the answer: its question is asked again, with all of it
        assertThat(edits.subList(2, 4)).containsExactly(question, Interaction.user("A wall", plan));
    }

    @Test
    @DisplayName("D8 a refused retry says why, and a fork begins at its row")
    void d8_refusedRetry_saysWhy_andForkBeginsAtItsRow() {
        entry(Interaction.user("A wall"));
        ConversationEntry last = entry(answer("Done."));
        onUi(() -> {
            chat.offerEdit((entry, said) -> {
                throw new IllegalStateException("a turn runs");
            });
            chat.offerFork(entry -> done.add("fork " + entry.id()));
            return chat.observer(() -> path, List::of, List::of);
        });
        choose(1, "retry");
        assertThat(shown()).contains("Not sent: an answer is still on its way");
        choose(1, "fork");
        assertThat(done).containsExactly("fork " + last.id());
    }

    @Test
    @DisplayName("D8 an action of the host is offered, grey with its reason, or not there, row by row")
    void d8_actionOfTheHost_isOfferedByRow() {
        entry(Interaction.user("A wall"));
        entry(answer("Done."));
        onUi(() -> {
            chat.addAction(new RowAction(
                    "undo-turn",
                    "Undo this turn",
                    row -> row instanceof ViewRow.Answer
                            ? done.isEmpty()
                                    ? RowAction.Offer.READY
                                    : RowAction.Offer.refused("You changed the plan since.")
                            : RowAction.Offer.NONE,
                    row -> done.add(row.key())));
            return chat.observer(() -> path, List::of, List::of);
        });
        assertThat(names(0)).doesNotContain("action-undo-turn");
        choose(1, "undo-turn");
        assertThat(done).hasSize(1);
        assertThat(menu(1))
                .filteredOn(item -> item.getName().equals("action-undo-turn"))
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.isEnabled()).isFalse();
                    assertThat(item.getText()).contains("Undo this turn", "You changed the plan since.");
                });
    }

    @Test
    @DisplayName("D5 another conversation is shown after clear, and the draft stays")
    void d5_clear_keepsTheDraft() {
        entry(Interaction.user("The first"));
        onUi(() -> {
            ConversationObserver unused = chat.observer(() -> path, List::of, List::of);
            chat.messageField().setText("a draft");
            chat.clear();
            return true;
        });
        assertThat(shown()).doesNotContain("The first").contains("a draft");
        path.clear();
        entry(Interaction.user("The second"));
        onUi(() -> chat.observer(() -> path, List::of, List::of));
        assertThat(shown()).contains("The second");
    }

    @Test
    @DisplayName("D2 the host has places of its own and a sentence on the status line")
    void d2_host_hasPlaces() {
        onUi(() -> {
            for (Slot slot : Slot.values()) {
                chat.place(slot, new JLabel(slot.name()));
            }
            chat.status("0.04 $");
            return true;
        });
        assertThat(all(chat.component()).filter(JLabel.class::isInstance).map(part -> ((JLabel) part).getText()))
                .contains("ABOVE", "BELOW", "BESIDE_SEND", "0.04 $");
        onUi(() -> {
            chat.place(Slot.ABOVE, null);
            return true;
        });
        assertThat(all(chat.component()).filter(JLabel.class::isInstance).map(part -> ((JLabel) part).getText()))
                .doesNotContain("ABOVE");
    }

    /** What is pasted or dropped. */
    private record Dropped(DataFlavor flavor, Object data) implements Transferable {
        @Override
        public DataFlavor[] getTransferDataFlavors() {
            return new DataFlavor[] {flavor};
        }

        @Override
        public boolean isDataFlavorSupported(DataFlavor asked) {
            return asked.equals(flavor);
        }

        @Override
        public Object getTransferData(DataFlavor asked) {
            return data;
        }
    }

    private boolean drop(Transferable data) {
        return onUi(() -> {
            JComponent field = (JComponent) chat.messageField();
            return field.getTransferHandler().importData(new TransferHandler.TransferSupport(field, data));
        });
    }

    @Test
    @DisplayName("D10 pictures and files are chips that can be removed, and are sent with the message")
    void d10_picturesAndFiles_areChips(@TempDir Path folder) throws IOException {
        Path picture = folder.resolve("plan.png");
        ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), "png", picture.toFile());
        Path list = Files.writeString(folder.resolve("walls.csv"), "wall,1");
        assertThat(drop(new Dropped(DataFlavor.javaFileListFlavor, List.of(picture.toFile(), list.toFile()))))
                .isTrue();
        assertThat(drop(new Dropped(DataFlavor.imageFlavor, new BufferedImage(5, 5, BufferedImage.TYPE_INT_RGB))))
                .isTrue();
        onUi(() -> {
            chat.attach("3 walls", Part.text("wall-1, wall-2, wall-3"));
            return true;
        });
        assertThat(Await.until(
                        () -> texts("attachment").stream().noneMatch(text -> text.endsWith("…")),
                        Duration.ofSeconds(60)))
                .isTrue();
        assertThat(texts("attachment"))
                .containsExactly("plan.png, 1 kB", "walls.csv, 1 kB", "Picture, 1 kB", "3 walls");
        assertThat(onUi(() -> all(chat.component())
                        .filter(part -> "attachment".equals(part.getName()) && ((JLabel) part).getIcon() != null)
                        .count()))
                .as("thumbnails")
                .isEqualTo(2);

        press("remove-attachment"); // the first one
        assertThat(texts("attachment")).hasSize(3);
        onUi(() -> {
            chat.messageField().setText("What is this?");
            return true;
        });
        press("send");
        assertThat(sent).singleElement().satisfies(said -> {
            assertThat(said.text()).startsWith("What is this?");
            assertThat(said.parts().stream().map(Part::getClass))
                    .containsExactly(Part.Text.class, Part.File.class, Part.Image.class, Part.Text.class);
        });
        assertThat(texts("attachment")).isEmpty();
    }

    @Test
    @DisplayName("D10 a picture of 100 MB is refused with a sentence, and what is written stays")
    void d10_largePicture_isRefused(@TempDir Path folder) throws IOException {
        Path large = folder.resolve("scan.png");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(100L << 20);
        }
        Path broken = folder.resolve("broken.png");
        Files.write(broken, new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});
        onUi(() -> {
            chat.messageField().setText("Look at this");
            return true;
        });
        drop(new Dropped(
                DataFlavor.javaFileListFlavor,
                List.of(large.toFile(), broken.toFile(), new File(folder.toFile(), "gone.txt"))));
        assertThat(Await.until(
                        () -> texts("attachment").isEmpty() && shown().contains("gone.txt"), Duration.ofSeconds(60)))
                .isTrue();
        assertThat(shown())
                .contains("scan.png is too large: 100 MB, and at most 48 MB can be sent with a message.")
                .contains("broken.png cannot be sent: it is damaged")
                .contains("gone.txt cannot be read.")
                .contains("Look at this");
    }

    @Test
    @DisplayName("D13 the status line says what goes on, in words, and Stop is enabled while it does")
    void d13_statusLine_saysWhatGoesOn() {
        List<String> words = new ArrayList<>();
        StatusLine line = StatusLine.of(Locale.ENGLISH, words::add);
        CallIds ids = new CallIds("s", "t", 1, "");
        Interaction.ToolCall call = new Interaction.ToolCall("c", "draw_wall", Json.object());
        ConversationObserver observer = onUi(() -> chat.observer(() -> path, List::of, List::of));
        assertThat(named(JButton.class, "stop").isEnabled()).isFalse();
        List<SessionEvent> events = List.of(
                new SessionEvent.TurnStarted(1, ids, Interaction.user("A wall"), "main"),
                new SessionEvent.Reasoning(2, ids, "Hm"),
                new SessionEvent.ToolCalled(3, ids, call),
                new SessionEvent.ToolProgressed(4, ids, call, 0.5, "half"),
                new SessionEvent.ToolFinished(5, ids, new Interaction.ToolResult("c", ToolEnvelope.ok("x"))),
                new SessionEvent.Text(6, ids, "Done"));
        for (SessionEvent event : events) {
            line.onEvent(event);
            onUi(() -> {
                observer.onEvent(event);
                return true;
            });
        }
        assertThat(words)
                .containsExactly("Thinking", "Running: draw wall", "Running: draw wall, half", "Thinking", "Answering");
        assertThat(line.isRunning()).isTrue();
        assertThat(named(JButton.class, "stop").isEnabled()).isTrue();
        assertThat(texts("chat-status")).containsExactly("Answering");
        line.onEvent(new SessionEvent.TurnFinished(7, ids, finished()));
        assertThat(line.isRunning()).isFalse();
        assertThat(words).last().isEqualTo("");
    }

    private static AiReturn finished() {
        return AiReturn.failed(
                dev.plumbline.event.AiError.of(dev.plumbline.event.AiError.Category.CANCELLED, "x", "x"));
    }

    @Test
    @DisplayName("D11 the size of the text is changed and kept within limits")
    void d11_zoom_isKeptWithinLimits() {
        entry(Interaction.user("A wall"));
        onUi(() -> chat.observer(() -> path, List::of, List::of));
        int usual = onUi(() -> textSize());
        onUi(() -> {
            chat.zoom(200);
            return true;
        });
        assertThat(onUi(() -> textSize())).isEqualTo(2 * usual);
        onUi(() -> {
            chat.zoom(10_000);
            return true;
        });
        assertThat(chat.zoom()).isEqualTo(300);
    }

    private int textSize() {
        return all(chat.component())
                .filter(part ->
                        part instanceof JTextComponent text && text.getText().equals("A wall"))
                .mapToInt(part -> part.getFont().getSize())
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("R9 the status line says that the model may still be loading, or that its server is busy")
    void r9_statusOfALocalServer() {
        List<String> words = new ArrayList<>();
        StatusLine line = StatusLine.of(Locale.GERMAN, words::add);
        CallIds ids = new CallIds("s", "t", 1, "");
        for (String label : List.of("Waiting: model-loading", "Waiting: server-busy", "Waiting: backoff")) {
            line.onEvent(new SessionEvent.Progressed(
                    1,
                    ids,
                    new SessionEvent.TurnProgress(
                            SessionEvent.TurnProgress.State.WAITING, label, OptionalInt.empty(), Optional.empty())));
        }
        assertThat(words)
                .containsExactly(
                        "Wartet auf das Modell, das vielleicht noch geladen wird",
                        "Wartet auf den Modellserver, der beschäftigt ist",
                        "Wartet auf den Dienst");
    }
}
