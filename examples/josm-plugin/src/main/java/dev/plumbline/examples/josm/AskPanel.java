package dev.plumbline.examples.josm;

import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.Component;
import java.util.concurrent.CompletableFuture;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;
import org.openstreetmap.josm.data.osm.DataSet;

/** The conversation about a data set, as the dialog shows it. Used on the UI thread. */
final class AskPanel implements AutoCloseable {
    private final DataSet data;
    private final ChatPanel chat = ChatPanel.create(this::ask, this::stop);
    private @Nullable CompletableFuture<EditSession> talk;

    private AskPanel(DataSet data) {
        this.data = data;
        TypedLetters.keepIn(chat.messageField());
    }

    /** Begins the conversation at once, while the user thinks and types. */
    static AskPanel of(DataSet data) {
        AskPanel panel = new AskPanel(data);
        CompletableFuture<EditSession> unused = panel.talk();
        return panel;
    }

    Component component() {
        return chat.component();
    }

    private CompletableFuture<EditSession> talk() {
        if (talk == null) {
            talk = EditSession.on(data).thenApply(this::shown);
        }
        return talk;
    }

    private EditSession shown(EditSession made) {
        made.session().observe(chat.observer(made.session()::path));
        return made;
    }

    private void ask(String words) {
        CompletableFuture<EditSession> unused = talk().whenComplete((made, failure) ->
                SwingUtilities.invokeLater(() -> {
                    if (failure == null) {
                        made.ask(words);
                    } else {
                        refused(failure.getCause() == null ? failure : failure.getCause());
                    }
                }));
    }

    private void refused(Throwable cause) {
        talk = null; // the next message reads the settings again
        chat.addNotice("The settings are not right: " + cause.getMessage(), NoticeKind.ERROR);
    }

    private void stop() {
        if (talk != null && talk.isDone() && !talk.isCompletedExceptionally()) {
            talk.join().session().cancel("Stop");
        }
    }

    /** Ends the conversation and never waits; a further message begins another one, with the settings as they are then. */
    @Override
    public void close() {
        if (talk != null) {
            CompletableFuture<Void> unused = talk.thenAccept(EditSession::close);
            talk = null;
        }
    }
}
