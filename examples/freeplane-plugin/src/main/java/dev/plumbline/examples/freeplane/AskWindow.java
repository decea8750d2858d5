package dev.plumbline.examples.freeplane;

import dev.plumbline.ui.HostApplication.WindowCloseListener;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.Frame;
import java.util.concurrent.CompletableFuture;
import javax.swing.JDialog;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;
import org.freeplane.features.map.MapModel;

/** The window of a conversation about a map; closing it ends the conversation. Used on the UI thread. */
final class AskWindow implements AutoCloseable {
    private final JDialog dialog;
    private final ChatPanel chat = ChatPanel.create(this::ask, this::stop);
    private final CompletableFuture<MapSession> made;

    private AskWindow(Frame owner, MapModel map) {
        dialog = new JDialog(owner, "Ask AI");
        dialog.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        dialog.getContentPane().add(chat.component());
        dialog.pack();
        dialog.setLocation(owner.getX() + owner.getWidth() - dialog.getWidth() - 24, owner.getY() + 160);
        made = MapSession.on(map).thenApply(this::shown);
    }

    static AskWindow of(Frame owner, MapModel map) {
        AskWindow window = new AskWindow(owner, map);
        WindowCloseListener.of(window.dialog, window::end);
        return window;
    }

    private MapSession shown(MapSession talk) {
        talk.session().observe(chat.observer(talk.session()::path));
        return talk;
    }

    boolean isClosed() {
        return !dialog.isDisplayable();
    }

    void show() {
        dialog.setVisible(true);
        dialog.toFront();
        chat.requestFocus();
    }

    private void ask(String words) {
        CompletableFuture<MapSession> unused = made.whenComplete((talk, failure) -> SwingUtilities.invokeLater(() -> {
            if (failure == null) {
                talk.ask(words);
            } else {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                chat.addNotice("The settings are not right: " + cause.getMessage(), NoticeKind.ERROR);
            }
        }));
    }

    private void stop() {
        if (made.isDone() && !made.isCompletedExceptionally()) {
            made.join().session().cancel("Stop");
        }
    }

    @Override
    public void close() {
        dialog.dispose();
    }

    /** Never waits: what still runs is told to end. */
    private void end() {
        CompletableFuture<Void> unused = made.thenAccept(MapSession::close);
    }
}
