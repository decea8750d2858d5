package dev.plumbline.integration.docs;

import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.MarkdownBlock;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.RowText;
import dev.plumbline.views.StatusLine;
import dev.plumbline.views.ViewRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.swing.JFrame;

/** The program of docs/views.md, compiled; a test sees to it that it is the same. */
final class ViewsExamples {

    private ViewsExamples() {}

    /** The conversation of one document, in a window. */
    static Subscription show(ConversationSession session, Screen screen) {
        ConversationRows rows =
                ConversationRows.of(session::path, session::unknownOutcomes, session::interjected, change -> {
                    if (change instanceof RowChange.Added added) {
                        screen.add(added.key(), line(added.row()));
                    } else if (change instanceof RowChange.Changed changed) {
                        screen.set(changed.key(), line(changed.row()));
                    } else if (change instanceof RowChange.Appended more && !more.reasoning()) {
                        screen.append(more.key(), more.piece());
                    } else if (change instanceof RowChange.Removed) {
                        screen.remove(change.key());
                    }
                });
        rows.rows().forEach(row -> screen.add(row.key(), line(row))); // what was said before, e.g. after resume
        return session.observe(rows);
    }

    static String line(ViewRow row) {
        return row instanceof ViewRow.ToolCallRow tool ? tool.call().name() + ": " + tool.status() : row.text();
    }

    /** Some window. */
    interface Screen {
        void add(String key, String line);

        void set(String key, String line);

        void append(String key, String words);

        void remove(String key);
    }

    static AiRuntime runtime(AiProvider model, Object tools) {
        return AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.swing())
                .addTools(tools)
                .questionHandler(question -> {}) // the panel shows the questions
                .build();
    }

    static JFrame window(ConversationSession session) {
        ChatPanel chat = ChatPanel.create(session::sendAsync, () -> session.cancel("Stop"));
        session.observe(chat.observer(session::path, session::unknownOutcomes, session::interjected));
        chat.addNotice("Nothing is deleted without your approval.", NoticeKind.INFORMATION);
        JFrame frame = new JFrame("Assistant");
        frame.add(chat.component());
        frame.pack();
        chat.requestFocus(); // the cursor is in the field for the message
        return frame; // to be shown with setVisible(true)
    }

    /** A panel with pictures and files, and with an action of the host in the menu of each answer. */
    static ChatPanel fullPanel(ConversationSession session, Consumer<String> voice) {
        ChatPanel chat = ChatPanel.createWithAttachments(
                said -> session.sendAsync(said, SessionOptions.none()), () -> session.cancel("Stop"));
        chat.offerEdit(session::editAsync);
        chat.addAction(new RowAction(
                "read-aloud",
                "Read aloud",
                row -> !(row instanceof ViewRow.Answer)
                        ? RowAction.Offer.NONE
                        : row.entry().isEmpty()
                                ? RowAction.Offer.refused("The answer is not complete yet.")
                                : RowAction.Offer.READY,
                row -> voice.accept(row.text())));
        session.observe(chat.observer(session::path, session::unknownOutcomes, session::interjected));
        return chat;
    }

    /** The state of a session, on a label of any toolkit. */
    static Subscription statusLine(ConversationSession session, Consumer<String> label) {
        return session.observe(StatusLine.of(Locale.getDefault(), label));
    }

    /** A row in lines of plain text. */
    static List<String> plainLines(ViewRow row, Locale locale) {
        RowText words = RowText.of(row, locale);
        List<String> lines = new ArrayList<>(List.of(words.title()));
        for (MarkdownBlock block : words.blocks()) {
            if (block instanceof MarkdownBlock.Text text) {
                text.lines().forEach(line -> lines.add(line.text()));
            } else if (block instanceof MarkdownBlock.Code code) {
                lines.addAll(code.code().lines().toList());
            }
        }
        return lines;
    }

    static Path saved(ConversationSession session, Path folder) throws IOException {
        String markdown = RowText.markdown(ConversationRows.of(session.path()), Locale.ENGLISH);
        return Files.writeString(folder.resolve("conversation.md"), markdown);
    }
}
