package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.plugin.Plugin;
import dev.plumbline.call.AiReturn;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication.WindowCloseListener;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.Window;
import java.util.concurrent.CompletableFuture;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/**
 * The assistant of one home: its runtime, its conversation, its window. Nothing is left of it when the window or the home
 * is closed. Used on the UI thread.
 */
final class AiDesk implements AutoCloseable {
    private final HomePlan plan;
    private final DeskKeys keys = new DeskKeys();
    private final DeskWindow window;
    private @Nullable AssistantSession talk;
    private @Nullable Subscription closing;
    private boolean closed;

    private AiDesk(HomePlan plan, @Nullable Window owner) {
        this.plan = plan;
        this.window = new DeskWindow(owner, this, plan.locale());
    }

    static AiDesk of(Plugin plugin) {
        HomePlan plan = HomePlan.of(plugin);
        Window owner = plugin.getHomeController() == null
                ? null
                : SwingUtilities.getWindowAncestor(
                        (JComponent) plugin.getHomeController().getView());
        AiDesk desk = new AiDesk(plan, owner);
        desk.closing = WindowCloseListener.of(desk.window.dialog(), desk::close);
        return desk;
    }

    void show() {
        window.show();
        AssistantSession unused = talk(); // while the user thinks and types
    }

    boolean isClosed() {
        return closed;
    }

    DeskKeys keys() {
        return keys;
    }

    /** Asks for something; the answer comes to the window. */
    void ask(String request) {
        window.busy("Starting…");
        AssistantSession now = talk();
        now.whenThere(session -> ask(now, session, request), this::broken);
    }

    private void ask(AssistantSession asked, ConversationSession session, String request) {
        boolean isCurrent = asked == talk; // nobody closed or changed anything meanwhile
        if (isCurrent && !(session.isRunning() && session.interject(request))) {
            CompletableFuture<AiReturn> unused = session.sendAsync(request); // the view sees how it ends
        }
    }

    private void broken(Throwable failure) {
        restart();
        window.chat()
                .addNotice(
                        failure instanceof IllegalArgumentException
                                ? "The settings are not right: " + failure.getMessage()
                                : "The AI desk cannot be started ("
                                        + failure.getClass().getSimpleName() + ").",
                        NoticeKind.ERROR);
        window.idle("");
    }

    void cancel() {
        if (talk != null && !talk.cancel()) {
            restart();
            window.idle("Cancelled");
        }
    }

    /** Begins a new conversation, with the settings as they are now, at the next request. */
    void restart() {
        if (talk != null) {
            talk.close();
            talk = null;
        }
    }

    private AssistantSession talk() {
        if (talk == null) {
            talk = AssistantSession.begin(this::make);
        }
        return talk;
    }

    private AssistantSession.Made make() {
        AiRuntime ai = DeskRuntime.of(plan, DeskSettings.load(), keys.store(), asked -> {
            // the panel has its buttons
        });
        CompletableFuture<Void> unused = ai.warmUp(); // a request that comes sooner does not wait for it
        ConversationSession session = DeskRuntime.session(ai);
        session.observe(window.chat().observer(session::path));
        session.observe(new DeskView(window));
        return new AssistantSession.Made(ai, session);
    }

    /** Never waits: what still runs is told to end and ends by itself. */
    @Override
    public void close() {
        closed = true;
        restart();
        keys.forget();
        if (closing != null) {
            closing.close();
        }
        window.dispose();
    }
}
