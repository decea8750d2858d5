package dev.plumbline.assistant;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication.WindowCloseListener;
import dev.plumbline.ui.Question;
import java.awt.Rectangle;
import java.awt.Window;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.prefs.Preferences;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.WindowConstants;
import org.jspecify.annotations.Nullable;

/**
 * The assistant of a plug-in: one for the plug-in, with a window for the conversation about each document. It makes the runtime
 * beside the UI thread, shows the set-up until there is a key, keeps conversations, and shows what goes wrong in sentences. {@code
 * docs/assistant.md} has a whole plug-in. Used on the event dispatch thread; nothing of it waits.
 */
public final class Assistant {
    private static final int GAP = 24;

    private final Builder made;
    private final AssistantSettings settings;
    private final Keys keys;
    private Optional<Scheduler> timer = Optional.empty();
    private final AssistantWords words = AssistantWords.of(JComponent.getDefaultLocale());
    private final Map<String, String> approvedTools = new ConcurrentHashMap<>();
    private Optional<SessionStore> notes = Optional.empty();
    private final List<AssistantPanel> open = new ArrayList<>();
    private final Map<Object, AssistantPanel> panels = new HashMap<>();
    private final Map<Object, JDialog> windows = new HashMap<>();

    private Assistant(Builder made) {
        ModuleVersions.check(Assistant.class);
        this.made = made;
        this.settings = made.settings.orElseGet(
                () -> AssistantSettings.of(Preferences.userRoot().node("plumbline/" + made.name)));
        this.keys = made.keys.orElseGet(() -> Keys.ofSystem(made.name));
    }

    /**
     * Returns a builder.
     *
     * @param name the name of the assistant, for people: of its key in the keyring, and of its windows
     * @throws IllegalArgumentException if it is blank
     */
    public static Builder builder(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of the assistant is blank");
        }
        return new Builder(name);
    }

    /** Opens the conversation about a document: the one that was opened last, or a new one. It begins in the background. */
    public AssistantPanel open(AssistantDocument document) {
        AssistantPanel panel = new AssistantPanel(this, document);
        open.add(panel);
        return panel;
    }

    /**
     * Returns the conversation about a document, for a window of the host: the one that is open, or a new one.
     *
     * @param key the host's object for the document
     * @param document is called for a new one
     */
    public AssistantPanel panel(Object key, Supplier<AssistantDocument> document) {
        return panels.computeIfAbsent(key, each -> open(document.get()));
    }

    /**
     * Shows the conversation about a document in a dialog of its own. Closing the dialog closes the conversation.
     *
     * @param key the host's object for the document
     * @param owner the window beside whose lower right corner it opens; null for none
     * @param document is called for a new one
     */
    public AssistantPanel show(Object key, @Nullable Window owner, Supplier<AssistantDocument> document) {
        JDialog window = windows.get(key);
        if (window == null || !window.isDisplayable()) {
            panels.remove(key); // closed with its dialog
            window = dialog(owner, panel(key, document));
            windows.put(key, window);
        }
        window.setVisible(true);
        window.toFront();
        AssistantPanel shown = panel(key, document);
        shown.chat().requestFocus();
        return shown;
    }

    private JDialog dialog(@Nullable Window owner, AssistantPanel panel) {
        JDialog window = new JDialog(owner, name());
        window.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        window.getContentPane().add(panel.component());
        window.setSize(420, 520);
        window.setLocationRelativeTo(owner);
        if (owner != null) {
            Rectangle host = owner.getBounds();
            window.setLocation(
                    host.x + host.width - window.getWidth() - GAP, host.y + host.height - window.getHeight() - GAP);
        }
        Subscription unused = WindowCloseListener.of(window, () -> {
            CompletableFuture<CloseReport> unusedReport = panel.close();
        });
        return window;
    }

    /** Closes the conversation about a document, which the host has closed, with its dialog; does nothing if there is none. */
    public void close(Object key) {
        AssistantPanel panel = panels.remove(key);
        if (panel != null) {
            CompletableFuture<CloseReport> unused = panel.close();
        }
        JDialog window = windows.remove(key);
        if (window != null) {
            window.dispose();
        }
    }

    /** Returns a set-up for the preferences of the host; {@link SetupPanel#save} keeps what was entered. */
    public SetupPanel setup() {
        return new SetupPanel(settings, keys, words);
    }

    void closed(AssistantPanel panel) {
        open.remove(panel);
        if (open.isEmpty()
                && made.time.isEmpty()) { // its thread would stay for some seconds, and keep the classes of the plug-in
            timer.ifPresent(Scheduler::close);
            timer = Optional.empty();
        }
    }

    String name() {
        return made.name;
    }

    String instructions() {
        return made.instructions;
    }

    AssistantSettings settings() {
        return settings;
    }

    /** Returns the provider of the program, or of the service that was chosen. Waits. */
    AiProvider provider(ModelChoice choice) {
        return made.provider.<AiProvider>map(Supplier::get).orElseGet(() -> choice.provider(keys));
    }

    Keys keys() {
        return keys;
    }

    /** Returns the clock and the timer of a window that opens. */
    Scheduler time() {
        timer = made.time.or(() -> timer).or(() -> Optional.of(Background.timer()));
        return timer.get();
    }

    AssistantWords words() {
        return words;
    }

    Optional<Path> folder() {
        return made.folder;
    }

    /**
     * Returns the store for what is kept beside the conversations, such as titles and drafts: in private files, with the key of
     * the store that the plug-in has set. Empty without a folder. Waits.
     */
    synchronized Optional<SessionStore> notes() {
        if (notes.isEmpty()) {
            notes = made.folder.map(folder -> runtime(question -> {})
                    .journal()
                    .filter(FileSessionStore.class::isInstance)
                    .orElseGet(() -> FileSessionStore.of(folder)));
        }
        return notes;
    }

    ToolServers.ApprovedTools approvedTools() {
        return new ToolServers.ApprovedTools(made.folder.map(folder -> folder.resolve("tool-servers")), approvedTools);
    }

    /**
     * Returns a builder with what the plug-in has set.
     *
     * @param answers receives the questions, unless the plug-in has a handler of its own; the window shows them in any case
     */
    AiRuntime.Builder runtime(Consumer<Question> answers) {
        AiRuntime.Builder builder = AiRuntime.builder().questionHandler(answers);
        made.folder.ifPresent(builder::journal);
        made.approvals.ifPresent(builder::approvals);
        return made.more.apply(builder);
    }

    /**
     * Closes all windows and forgets the keys that were typed for this session. Returns at once; idempotent.
     *
     * @return completes when no thread is left, with what could not be stored of all windows; never exceptionally
     */
    public CompletableFuture<CloseReport> close() {
        CompletableFuture<CloseReport> all = CompletableFuture.completedFuture(new CloseReport(0, Map.of()));
        for (AssistantPanel panel : List.copyOf(open)) {
            all = all.thenCombine(panel.close(), Assistant::sum);
        }
        windows.values().forEach(JDialog::dispose);
        return all.thenCombine(Background.compute(this::forget), (report, done) -> report);
    }

    private boolean forget() {
        keys.close(); // may wait for the keyring
        return true;
    }

    private static CloseReport sum(CloseReport one, CloseReport other) {
        Map<String, Integer> lost = new HashMap<>(one.lostRecords());
        lost.putAll(other.lostRecords());
        return new CloseReport(one.threadsInUserCode() + other.threadsInUserCode(), lost);
    }

    /** Builds an assistant. Used by one thread. */
    public static final class Builder {
        private final String name;
        private Optional<AssistantSettings> settings = Optional.empty();
        private Optional<Keys> keys = Optional.empty();
        private Optional<Scheduler> time = Optional.empty();
        private Optional<ApprovalRules> approvals = Optional.empty();
        private Optional<Path> folder = Optional.empty();
        private String instructions = "";
        private UnaryOperator<AiRuntime.Builder> more = builder -> builder;
        private Optional<Supplier<? extends AiProvider>> provider = Optional.empty();

        private Builder(String name) {
            this.name = name;
        }

        /** Sets where settings are kept; by default in the preferences of the user, under the name. */
        public Builder settings(AssistantSettings place) {
            settings = Optional.of(place);
            return this;
        }

        /** Sets what the model is instructed with in each conversation. */
        public Builder instructions(String text) {
            instructions = Objects.requireNonNull(text, "text");
            return this;
        }

        /** Sets the approval rules; by default a person is asked about destructive calls. */
        public Builder approvals(ApprovalRules rules) {
            approvals = Optional.of(rules);
            return this;
        }

        /** Sets the folder in which conversations are kept; by default they end with their window. */
        public Builder conversations(Path place) {
            folder = Optional.of(place);
            return this;
        }

        /**
         * Sets who answers instead of the service that is chosen in the set-up: a service with a login of the program, or a
         * scripted model in a test.
         *
         * @param source called for each conversation that is opened, beside the UI thread; the provider is closed with it
         */
        public Builder provider(Supplier<? extends AiProvider> source) {
            provider = Optional.of(source);
            return this;
        }

        /** Sets what else each runtime has, such as a cache or redaction. */
        public Builder runtime(UnaryOperator<AiRuntime.Builder> change) {
            more = change;
            return this;
        }

        Builder keys(Keys place) {
            keys = Optional.of(place);
            return this;
        }

        Builder time(Scheduler clock) {
            time = Optional.of(clock);
            return this;
        }

        /** Builds the assistant, without any network access or wait. */
        public Assistant build() {
            return new Assistant(this);
        }
    }
}
