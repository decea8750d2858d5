package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.plugin.Plugin;
import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Host;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Subscription;
import dev.plumbline.call.WindowClosing;
import dev.plumbline.http.Timeouts;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.tools.ApprovalRules;
import java.awt.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/**
 * The assistant of one home: its runtime, its conversation, its window. Nothing is left of it when the window or the home
 * is closed. Used on the UI thread.
 */
final class Desk implements AutoCloseable {
    private static final String INSTRUCTIONS = """
            You work in the plan of a home, in Sweet Home 3D. Lengths are centimetres; x grows to the right, y downwards.
            Ids come from read_plan, catalogIds from find_furniture: look before you change something.
            Work with the tools, then say in a sentence or two what you did. Delete only what the user wants deleted.""";

    private final Plan plan;
    private final DeskKeys keys = new DeskKeys();
    private final DeskWindow window;
    private @Nullable AiRuntime ai;
    private @Nullable ConversationSession session;
    private @Nullable Subscription closing;
    private boolean closed;

    private Desk(Plan plan, @Nullable Window owner) {
        this.plan = plan;
        this.window = new DeskWindow(owner, this);
    }

    static Desk of(Plugin plugin) {
        Plan plan = new Plan(plugin.getHome(), plugin.getUserPreferences(), plugin.getUndoableEditSupport());
        Window owner = plugin.getHomeController() == null
                ? null
                : SwingUtilities.getWindowAncestor(
                        (JComponent) plugin.getHomeController().getView());
        Desk desk = new Desk(plan, owner);
        desk.closing = WindowClosing.of(desk.window.dialog(), desk::close);
        return desk;
    }

    void show() {
        window.show();
    }

    boolean isClosed() {
        return closed;
    }

    Plan plan() {
        return plan;
    }

    DeskKeys keys() {
        return keys;
    }

    /** Asks for something; the answer comes to the window. */
    void ask(String wish) {
        try {
            CompletableFuture<AiReturn> unused = open().sendAsync(wish); // the view sees how it ends
        } catch (IllegalArgumentException e) {
            window.transcript().trouble("The settings are not right: " + e.getMessage());
        }
    }

    boolean isBusy() {
        return session != null && session.isRunning();
    }

    void cancel() {
        if (session != null) {
            session.cancel("cancel button");
        }
    }

    /** Begins a new conversation, with the settings as they are now, at the next wish. */
    void restart() {
        if (ai != null) {
            ai.close();
        }
        ai = null;
        session = null;
    }

    private ConversationSession open() {
        if (session == null) {
            ai = runtime(DeskSettings.load());
            session = ai.session(
                    body(), SessionOptions.builder().namespace("sweethome3d").build());
            session.observe(new DeskView(window, plan.locale()));
        }
        return session;
    }

    private static AiBody body() {
        return AiBody.builder()
                .addSystem(INSTRUCTIONS)
                .toolFilter("*")
                .contextFilter("*")
                .build();
    }

    private AiRuntime runtime(DeskSettings settings) {
        return AiRuntime.builder()
                .provider(provider(settings))
                .host(Host.swing())
                .tools(new Reading(plan).tools(), new Drawing(plan).tools(), new Changing(plan).tools())
                .context(ContextSource.document(() -> PlanState.identity(plan), () -> PlanState.revision(plan)))
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .whileUnchanged("document")
                        .build())
                .questions(window::ask)
                .cache(DiskResponseStore.in(cacheFolder()))
                .retry(RetryOptions.ofDefaults()
                        .withAttempts(3)
                        .withDelays(Duration.ofMillis(300), Duration.ofSeconds(20)))
                .build();
    }

    private OpenAiChat provider(DeskSettings settings) {
        ProviderBuilder<OpenAiChat> builder = OpenAiChat.model(settings.model())
                .baseUrl(settings.url())
                .timeouts(Timeouts.ofDefaults().withConnect(Duration.ofSeconds(2)));
        return (settings.key().isEmpty() ? builder : builder.apiKey(keys.store().secret(settings.key()))).build();
    }

    private static Path cacheFolder() {
        return Path.of(System.getProperty("user.home"), ".cache", "plumbline", "sweethome3d");
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
