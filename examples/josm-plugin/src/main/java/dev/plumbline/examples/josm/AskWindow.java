package dev.plumbline.examples.josm;

import dev.plumbline.ui.WindowCloseListener;
import dev.plumbline.views.ChatPanel;
import java.awt.Frame;
import java.util.concurrent.CompletableFuture;
import javax.swing.JDialog;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;
import org.openstreetmap.josm.data.osm.DataSet;

/** The window of a conversation about a data set; closing it ends the conversation. Used on the UI thread. */
final class AskWindow {
    private final DataSet data;
    private final JDialog dialog;
    private final ChatPanel chat = ChatPanel.create(this::ask, this::stop);
    private final CompletableFuture<EditSession> made;

    private AskWindow(Frame owner, DataSet data) {
        this.data = data;
        dialog = new JDialog(owner, "Ask AI");
        dialog.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        dialog.getContentPane().add(chat.component());
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
        made = EditSession.on(data).thenApply(this::shown);
    }

    static AskWindow of(Frame owner, DataSet data) {
        AskWindow window = new AskWindow(owner, data);
        WindowCloseListener.of(window.dialog, window::end);
        return window;
    }

    private EditSession shown(EditSession talk) {
        talk.session().observe(chat.observer(talk.session()::path));
        return talk;
    }

    /** Returns whether it can be shown again for that data. */
    boolean isFor(DataSet other) {
        return data.equals(other) && dialog.isDisplayable();
    }

    void show() {
        dialog.setVisible(true);
        dialog.toFront();
        chat.requestFocus();
    }

    private void ask(String words) {
        CompletableFuture<EditSession> unused = made.whenComplete((talk, failure) -> SwingUtilities.invokeLater(() -> {
            if (failure == null) {
                talk.ask(words);
            } else {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                chat.addNotice("The settings are not right: " + cause.getMessage());
            }
        }));
    }

    private void stop() {
        if (made.isDone() && !made.isCompletedExceptionally()) {
            made.join().session().cancel("Stop");
        }
    }

    /** Never waits: what still runs is told to end. */
    private void end() {
        CompletableFuture<Void> unused = made.thenAccept(EditSession::close);
    }
}
