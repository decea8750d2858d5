package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ConversationRows.RowChange;
import java.awt.BorderLayout;
import java.awt.Component;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.text.JTextComponent;
import org.jspecify.annotations.Nullable;

/**
 * A Swing panel for one conversation: its rows, approvals with their buttons, a field for the message, and a line that says
 * what goes on, with a button to stop. Answers are shown as Markdown; text of models and tools is never read as HTML, and
 * nothing is loaded. It lays out the rows in sight alone, so that a conversation may be long. Keys: {@code docs/views.md}.
 * Needs the module {@code java.desktop}. Created and used on the event dispatch thread; its observer may be called on any
 * one thread.
 */
public final class ChatPanel {
    private static final int GAP = 6;
    private static final int PAUSE = 40;
    private static final int LEAST_ZOOM = 50;
    private static final int MOST_ZOOM = 300;

    private final JPanel panel = new JPanel(new BorderLayout(GAP, GAP));
    private final Map<String, ShownRow> rows = new LinkedHashMap<>();
    private final PanelContext context = new PanelContext(ChatTexts.of(panel.getLocale()), this::openMenu);
    private final RowKeys keys = new RowKeys(context.pane(), this::rows);
    private final FindBar find = new FindBar(context, this::rows, this::requestFocus);
    private final StatusLine status = new StatusLine(context::texts, words -> showStatus());
    private final JLabel statusText = QuestionButtons.plain(new JLabel(" "));
    private final JButton stopping = new JButton();
    private final ChipBar chips =
            new ChipBar(context::texts, sentence -> addNotice(sentence, NoticeKind.WARNING), this::onChips);
    private final Map<Slot, JPanel> slots = slots();
    private final List<RowAction> actions = new ArrayList<>();
    private final Consumer<Interaction.User> send;
    private final Composer composer;
    private final Set<ShownRow> grown = new LinkedHashSet<>();
    private final Timer growing = new Timer(PAUSE, due -> showGrown());
    private Optional<BiConsumer<ConversationEntry, Interaction.User>> resend = Optional.empty();
    private Optional<ConversationEntry> edited = Optional.empty();
    private Optional<Consumer<ConversationEntry>> fork = Optional.empty();
    private String hostStatus = "";
    private int observed;
    private int notices;

    private ChatPanel(Consumer<Interaction.User> send, Runnable stop, boolean takesFiles) {
        growing.setRepeats(false);
        this.send = send;
        composer = new Composer(chips, takesFiles, slot(Slot.BESIDE_SEND), this::send, () -> escape(stop));
        composer.takeDropsOn(context.pane().list());
        stopping.setName("stop");
        stopping.addActionListener(event -> stop.run());
        stopping.setRequestFocusEnabled(false); // a click leaves the focus in the field for the message
        statusText.setName("chat-status");
        JPanel line = new JPanel(new BorderLayout(GAP, 0));
        line.add(statusText, BorderLayout.CENTER);
        line.add(stopping, BorderLayout.EAST);
        JPanel writing = new JPanel(new BorderLayout(GAP, GAP));
        writing.add(line, BorderLayout.NORTH);
        writing.add(composer.component(), BorderLayout.CENTER);
        writing.setBorder(BorderFactory.createEmptyBorder(0, GAP, GAP, GAP));
        JPanel reading = new JPanel(new BorderLayout());
        reading.add(context.pane().component(), BorderLayout.CENTER);
        JPanel shown = new JPanel(new BorderLayout(GAP, GAP));
        shown.add(reading, BorderLayout.CENTER);
        shown.add(writing, BorderLayout.SOUTH);
        panel.add(slot(Slot.ABOVE), BorderLayout.NORTH);
        panel.add(shown, BorderLayout.CENTER);
        panel.add(slot(Slot.BELOW), BorderLayout.SOUTH);
        keys.addTo(panel);
        keys.bind(panel, "F", () -> find.open(reading));
        keys.bind(panel, "PLUS", () -> zoom(context.zoom() + 10));
        keys.bind(panel, "EQUALS", () -> zoom(context.zoom() + 10));
        keys.bind(panel, "ADD", () -> zoom(context.zoom() + 10));
        keys.bind(panel, "MINUS", () -> zoom(context.zoom() - 10));
        keys.bind(panel, "SUBTRACT", () -> zoom(context.zoom() - 10));
        keys.bind(panel, "0", () -> zoom(100));
        panel.addPropertyChangeListener("UI", changed -> restyle());
        labels(label -> null);
        restyle();
        showStatus();
    }

    private JPanel slot(Slot slot) {
        return Objects.requireNonNull(slots.get(slot));
    }

    private static Map<Slot, JPanel> slots() {
        Map<Slot, JPanel> slots = new EnumMap<>(Slot.class);
        for (Slot slot : Slot.values()) {
            JPanel place = new JPanel(new BorderLayout());
            place.setVisible(false);
            slots.put(slot, place);
        }
        return slots;
    }

    /**
     * Returns an empty panel that sends text.
     *
     * @param send sends a message and returns at once, e.g. {@code session::sendAsync}; if it throws an
     *     IllegalStateException, the message stays in its field and a notice says so
     * @param stop ends the running turn, e.g. {@code () -> session.cancel("Stop")}
     */
    public static ChatPanel create(Consumer<String> send, Runnable stop) {
        return new ChatPanel(said -> send.accept(said.text()), stop, false);
    }

    /**
     * Returns an empty panel that sends pictures and files, too: those that a person pastes, drops or picks, and what the
     * host adds with {@link #attach}. The person sees each of them and can remove it before it is sent.
     *
     * @param send sends a message and returns at once, e.g. {@code said -> session.sendAsync(said, SessionOptions.none())};
     *     as for {@link #create}
     * @param stop as for {@link #create}
     */
    public static ChatPanel createWithAttachments(Consumer<Interaction.User> send, Runnable stop) {
        return new ChatPanel(send, stop, true);
    }

    /** Returns the component to add to a window. */
    public JComponent component() {
        return panel;
    }

    /**
     * Returns the field for the message, for a host that must know its fields, e.g. because it has shortcuts of single
     * letters, or that keeps a draft. Its text is read and cleared when a message is sent.
     */
    public JTextComponent messageField() {
        return composer.field();
    }

    /** Puts the cursor into the field for the message. */
    public void requestFocus() {
        composer.field().requestFocusInWindow();
    }

    /**
     * Sets whether Enter alone sends, as at the start, and Shift and Enter begin a line; else Ctrl and Enter send, and Enter
     * begins a line.
     */
    public void enterSends(boolean alone) {
        composer.enterSends(alone);
    }

    /** Puts a message that was not sent into the field with its attachments, before what is written there. */
    public void putBack(Interaction.User said) {
        composer.putBack(said);
    }

    /**
     * Puts another version of an earlier message into the field, as the action of its row does: what is sent next is given to
     * {@link #offerEdit}, with that message.
     */
    public void edit(ConversationEntry earlier, Interaction.User said) {
        edited = Optional.of(earlier);
        composer.putBack(said);
        composer.field().requestFocusInWindow();
        showStatus();
    }

    /** Returns the size of the text of rows in percent, which a person may have changed by Ctrl and plus or minus. */
    public int zoom() {
        return context.zoom();
    }

    /** Sets the size of the text of rows in percent: 50 to 300, else the nearest of both. */
    public void zoom(int percent) {
        context.zoom(Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, percent)));
        restyle();
    }

    private void restyle() {
        context.restyle();
        statusText.setFont(context.smallFont());
        rows.values().forEach(ShownRow::restyle);
        context.pane().layOut();
    }

    /**
     * Sets the text that is shown for the error of a turn, and for a message that was not sent (INVALID_REQUEST, {@code
     * not-sent}); {@link AiError#userMessage} in the language of the panel by default.
     *
     * @param text returns the text of an error, e.g. in the language of the host
     */
    public void errorText(Function<AiError, String> text) {
        context.texts(texts().withErrors(text));
    }

    private ChatTexts texts() {
        return context.texts();
    }

    /**
     * Sets the labels of the panel, which replace those in its language: that of Swing's components, if it is English, German or
     * French. Rows that are shown already keep theirs. The texts of a question are not among them: they are made where it is
     * asked ({@link dev.plumbline.ui.HostApplication#withWords}).
     *
     * @param text returns the text of a label; null for ours, so that a map of some labels will do: {@code
     *     chat.labels(italian::get)}
     */
    public void labels(Function<ChatLabel, @Nullable String> text) {
        context.texts(texts().withLabels(text));
        composer.labels(texts());
        find.labels();
        stopping.setText(texts().of(ChatLabel.STOP));
        context.pane().list().getAccessibleContext().setAccessibleName(texts().of(ChatLabel.CONVERSATION));
        showStatus();
    }

    /** Adds an action to the menu of each row that has it, after those before it. */
    public void addAction(RowAction action) {
        actions.add(action);
    }

    /**
     * Offers to edit a message of the user and send it again, and to ask the same again for another answer.
     *
     * @param send sends an earlier message in another version and returns at once, e.g. {@code session::editAsync}; if it
     *     throws an IllegalStateException, a notice says so
     */
    public void offerEdit(BiConsumer<ConversationEntry, Interaction.User> send) {
        resend = Optional.of(send);
    }

    /**
     * Offers prompts when a message begins with a slash: the user chooses one by its name, and its text is in the field.
     *
     * @param prompts their texts by their names, read at each slash
     */
    public void offerPrompts(Supplier<Map<String, String>> prompts) {
        composer.completion().offer(prompts);
    }

    /**
     * Offers to go on from a row in another conversation, which keeps all up to that row.
     *
     * @param open opens it and shows it, given the last entry to keep
     */
    public void offerFork(Consumer<ConversationEntry> open) {
        fork = Optional.of(open);
    }

    /**
     * Shows a part that is sent with the next message, for example what is selected in the host. The person sees it and can
     * remove it.
     *
     * @param label what the person reads, e.g. {@code 3 walls}
     */
    public void attach(String label, Part part) {
        chips.add(new AttachedPart(label, part));
    }

    /**
     * Shows a sentence of the host on the status line, after what goes on, for example what the conversation has cost. It
     * stays until the next one; an empty one removes it.
     */
    public void status(String sentence) {
        hostStatus = sentence;
        showStatus();
    }

    private void showStatus() {
        String now = edited.isPresent()
                ? texts().of(ChatLabel.EDITS)
                : chips.isReading() ? texts().of(ChatLabel.READS) + " …" : status.words();
        String both = now + (now.isEmpty() || hostStatus.isEmpty() ? "" : " · ") + hostStatus;
        statusText.setText(both.isEmpty() ? " " : both);
        statusText.setToolTipText(both.isEmpty() ? null : both);
        stopping.setEnabled(observed == 0 || status.isRunning());
        composer.hint(texts().of(status.isAsking() ? ChatLabel.HINT_WHY : ChatLabel.HINT));
    }

    private void onChips() {
        composer.refresh();
        showStatus();
    }

    /** Shows a component of the host in that place, or none: null. */
    public void place(Slot slot, @Nullable JComponent part) {
        JPanel place = slot(slot);
        place.removeAll();
        if (part != null) {
            place.add(part, BorderLayout.CENTER);
        }
        place.setVisible(part != null);
        panel.revalidate();
        panel.repaint();
    }

    /**
     * Removes all rows, before another conversation is shown. What is written in the field stays. End the subscription of
     * the observer before that, or its next changes are shown.
     */
    public void clear() {
        rows.clear();
        grown.clear();
        edited = Optional.empty();
        keys.forget();
        context.pane().clear();
    }

    /** Adds a sentence of the program itself as information; as {@link #addNotice(String, NoticeKind)}. */
    public void addNotice(String sentence) {
        addNotice(sentence, NoticeKind.INFORMATION);
    }

    /**
     * Adds a sentence of the program itself, such as why no conversation could begin. It stays.
     *
     * @param kind decides its title and colour
     */
    public void addNotice(String sentence, NoticeKind kind) {
        rows.put("notice " + ++notices, new ShownRow(context, RowText.notice(sentence, kind, texts())));
        context.pane().layOut();
    }

    /**
     * Shows the stored rows of a session, with what an earlier program has left in it, and returns the observer that shows
     * the rest: {@code session.observe(panel.observer(session::path, session::unknownOutcomes, session::interjected))}. Rows
     * of a session that was shown before stay above. A notice says when the conversation cannot be saved, and when it is
     * saved again.
     *
     * @param path {@code session::path}
     * @param unknown {@code session::unknownOutcomes}: calls that had begun when the program ended
     * @param interjected {@code session::interjected}: messages that the model has not read
     */
    public ConversationObserver observer(
            Supplier<List<ConversationEntry>> path,
            Supplier<List<Interaction.ToolCall>> unknown,
            Supplier<List<Interaction.User>> interjected) {
        String prefix = "observed " + nextObserved() + " ";
        ConversationRows all =
                ConversationRows.of(path, unknown, interjected, change -> later(() -> show(prefix, change)));
        List<ViewRow> stored = all.rows();
        later(() -> {
            stored.forEach(row -> add(prefix + row.key(), row));
            showStatus();
            context.pane().layOut();
        });
        return new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                if (event instanceof SessionEvent.JournalStatus saved) {
                    later(() -> show(saved));
                }
                later(() -> status.onEvent(event));
                all.onEvent(event);
            }
        };
    }

    private void show(SessionEvent.JournalStatus saved) {
        saved.failure()
                .ifPresentOrElse(
                        failure -> addNotice(texts().of(failure), NoticeKind.WARNING),
                        () -> addNotice(texts().of(ChatLabel.SAVED_AGAIN)));
    }

    private synchronized int nextObserved() {
        return ++observed;
    }

    private static void later(Runnable change) {
        if (SwingUtilities.isEventDispatchThread()) {
            change.run();
        } else {
            SwingUtilities.invokeLater(change);
        }
    }

    private void send() {
        if (composer.hasMessage()) {
            Interaction.User said = composer.message();
            trySending(() -> {
                edited.ifPresentOrElse(
                        earlier -> resend.ifPresent(again -> again.accept(earlier, said)), () -> send.accept(said));
                edited = Optional.empty();
                composer.clear();
                showStatus();
            });
        }
    }

    private void trySending(Runnable sending) {
        try {
            sending.run();
        } catch (IllegalStateException refused) { // a turn runs, or the session is closed: the text is kept
            AiError why =
                    AiError.of(AiError.Category.INVALID_REQUEST, "not-sent", String.valueOf(refused.getMessage()));
            addNotice(texts().of(why), NoticeKind.WARNING);
        }
    }

    private void escape(Runnable stop) {
        if (edited.isPresent()) {
            edited = Optional.empty();
            composer.clear();
            showStatus();
        } else {
            stop.run();
        }
    }

    private void show(String prefix, RowChange change) {
        String key = prefix + change.key();
        ShownRow shown = rows.get(key);
        if (change instanceof RowChange.Added added) {
            add(key, added.row());
        } else if (change instanceof RowChange.Changed changed && shown != null) {
            grown.remove(shown);
            shown.show(changed.row());
        } else if (change instanceof RowChange.Appended more && shown != null) {
            if (more.reasoning()) {
                shown.appendReasoning(more.piece());
            } else {
                shown.append(more.piece());
            }
            grown.add(shown);
        } else if (change instanceof RowChange.Removed && shown != null) {
            remove(key, shown);
        }
        growing.start(); // lays out once for all changes until then
        if (!(change instanceof RowChange.Appended)) {
            showGrown();
        }
    }

    private void showGrown() {
        growing.stop();
        grown.forEach(ShownRow::flush);
        grown.clear();
        context.pane().layOut();
    }

    private void add(String key, ViewRow row) {
        rows.put(key, new ShownRow(context, row));
    }

    private void remove(String key, ShownRow gone) {
        rows.remove(key);
        grown.remove(gone);
        keys.forget(gone);
        if (gone.question().filter(QuestionCell::hadFocus).isPresent()) {
            requestFocus();
        }
        gone.remove();
    }

    private void openMenu(ShownRow row, Component invoker, int x, int y) {
        menu(row, invoker).show(invoker, x, y);
    }

    /** Returns the menu of a row, as asked for at one of its parts. */
    JPopupMenu menu(ShownRow row, Component invoker) {
        return new RowMenu(texts(), row).with(builtIn(row)).with(actions).of(invoker);
    }

    /** Returns the rows, in order. */
    List<ShownRow> rows() {
        return List.copyOf(rows.values());
    }

    private List<RowAction> builtIn(ShownRow shown) {
        List<RowAction> all = new ArrayList<>();
        resend.ifPresent(again -> {
            all.add(new RowAction("edit", texts().of(ChatLabel.EDIT), this::offerEdit, row -> {
                ViewRow.UserMessage earlier = (ViewRow.UserMessage) row;
                edit(earlier.entry().orElseThrow(), earlier.said());
            }));
            all.add(action(
                    "retry",
                    ChatLabel.RETRY,
                    row -> questionOf(shown).isPresent(),
                    row -> questionOf(shown).ifPresent(question -> trySending(() -> ask(question, again)))));
        });
        fork.ifPresent(open -> all.add(action(
                "fork",
                ChatLabel.FORK,
                row -> row.entry().isPresent(),
                row -> open.accept(row.entry().orElseThrow()))));
        all.add(action("save", ChatLabel.SAVE, row -> true, row -> save()));
        return all;
    }

    private RowAction action(
            String name, ChatLabel label, java.util.function.Predicate<ViewRow> has, Consumer<ViewRow> run) {
        return new RowAction(
                name, texts().of(label), row -> has.test(row) ? RowAction.Offer.READY : RowAction.Offer.NONE, run);
    }

    private static boolean isStoredMessage(ViewRow row) {
        return row instanceof ViewRow.UserMessage && row.entry().isPresent();
    }

    /** What is written in the field would be lost there, so it is sent or removed before. */
    private RowAction.Offer offerEdit(ViewRow row) {
        if (!isStoredMessage(row)) {
            return RowAction.Offer.NONE;
        }
        return composer.hasMessage()
                ? RowAction.Offer.refused(texts().of(ChatLabel.FIELD_IN_USE))
                : RowAction.Offer.READY;
    }

    /** Asks a question again: in its place, or as a new one if its turn left nothing of it. */
    private void ask(ViewRow.UserMessage question, BiConsumer<ConversationEntry, Interaction.User> again) {
        question.entry()
                .ifPresentOrElse(entry -> again.accept(entry, question.said()), () -> send.accept(question.said()));
    }

    /** Returns the message of the user that a row is, or answers; also one that was not answered and is not stored. */
    private Optional<ViewRow.UserMessage> questionOf(ShownRow shown) {
        ViewRow.UserMessage question = null;
        for (ShownRow row : rows.values()) {
            if (row.source().orElse(null) instanceof ViewRow.UserMessage message
                    && message.status() != ViewRow.UserMessage.Status.WAITING) {
                question = message;
            }
            if (row == shown) {
                break;
            }
        }
        return Optional.ofNullable(question);
    }

    private void save() {
        List<RowText> all = rows.values().stream().map(ShownRow::wholeWords).toList();
        RowCopies.save(panel, () -> RowText.markdown(all), failure -> addNotice(failure, NoticeKind.ERROR), texts());
    }

    /** A place of a {@link ChatPanel} for a component of the host. */
    public enum Slot {
        /** Above the rows, e.g. for the list of conversations. */
        ABOVE,
        /** Below everything. */
        BELOW,
        /** In the line of the button that sends, e.g. for the choice of a model. */
        BESIDE_SEND
    }

    /** The kind of a notice of a {@link ChatPanel}: decides its title and colour. */
    public enum NoticeKind {
        /** Shown in the colour of text. */
        INFORMATION,
        /** Shown in amber: something was not done. */
        WARNING,
        /** Shown in red: something does not work. */
        ERROR
    }

    /**
     * Shows questions in a dialog, as the handler of a runtime without a panel: {@code .questionHandler(QuestionDialog::show)}.
     * What a tool or a server wrote stands in a frame with a heading by the program, and no text is read as HTML. What is
     * long is folded, and agreeing is possible once all of it was opened.
     */
    public static final class QuestionDialog {

        private QuestionDialog() {}

        /**
         * Shows a question in a modal dialog until it is answered, too late or cancelled. To close the dialog is its
         * fallback: no, for an approval. May be called on any thread; elsewhere than on the event dispatch thread it
         * returns at once.
         */
        public static void show(Question question) {
            if (SwingUtilities.isEventDispatchThread()) {
                QuestionWindow.show(question);
            } else {
                SwingUtilities.invokeLater(() -> QuestionWindow.show(question));
            }
        }

        /** Returns a question as a component, for a window of the host; it stays until the host removes it. */
        public static JComponent panel(Question question) {
            return QuestionWindow.panel(question);
        }
    }

    /**
     * A label of a {@link ChatPanel}, with its texts. A later version may add labels, so a translation needs a default,
     * such as {@link #text}.
     */
    public enum ChatLabel {
        /** The button that sends the message. */
        SEND,
        /** The button that stops the running turn. */
        STOP,
        /** The button that shows all of a question that was shortened. */
        SHOW_ALL,
        /** The button that shows the exact arguments of a question, its document and its tool. */
        DETAILS,
        /** The name of the field for the message, for screen readers. */
        MESSAGE,
        /** The name of the list of rows, for screen readers. */
        CONVERSATION,
        /** The title of a message of the user. */
        USER,
        /** The title of a message of the user that is not stored yet: it waits for its turn, or for the tools that run. */
        USER_WAITING,
        /** The title of a message of the user that is not stored, because nothing was answered. */
        USER_UNANSWERED,
        /** The title of an answer. */
        MODEL,
        /** The title of an answer that the user stopped. */
        MODEL_STOPPED,
        /** The title of an answer that ended before its end: by a limit, a failure, or the end of the program. */
        MODEL_CUT,
        /** The title of a summary. */
        SUMMARY,
        /** The title of the row of a turn that the user stopped. */
        STOPPED,
        /** The title of a notice with information. */
        NOTE,
        /** The title of a warning. */
        WARNING,
        /** The title of an error. */
        ERROR,
        /** The notice that a conversation is saved after it could not be. */
        SAVED_AGAIN,
        /** The action that opens another conversation, which keeps all up to a row. */
        FORK,
        /** The action that puts a message of the user into the field, to send it in another version. */
        EDIT,
        /** Why a message cannot be put into the field now: something else is written there. */
        FIELD_IN_USE,
        /** The action that asks the same again, for another answer. */
        RETRY,
        /** The action that copies the text of a row, or a block of code. */
        COPY,
        /** The action that copies the blocks of code of a row. */
        COPY_CODE,
        /** The action that saves the conversation as Markdown. */
        SAVE,
        /** The action that opens a link of a row; the link follows it. */
        OPEN_LINK,
        /** The heading of the reasoning of an answer. */
        REASONING,
        /** The heading of the arguments of a tool call. */
        ARGUMENTS,
        /** Said of a tool call whose arguments the user changed before it ran. */
        ARGUMENTS_CHANGED,
        /** The heading of the result of a tool call. */
        RESULT,
        /** The button that adds files to the message. */
        ATTACH,
        /** The button that removes an attachment. */
        REMOVE,
        /** The name of a picture that was pasted. */
        PICTURE,
        /** The field for words to look for. */
        FIND,
        /** Said beside the field for words that no row has. */
        NOT_FOUND,
        /** Said while an earlier message is in the field, to be sent in another version. */
        EDITS,
        /** Said while an attachment is read. */
        READS,
        /** Said while the model has not answered yet. */
        THINKS,
        /** Said while the answer arrives. */
        ANSWERS,
        /** Said while a tool runs; its name follows. */
        RUNS,
        /** Said while a question waits for the user. */
        ASKS_YOU,
        /** Stands in the empty field for the message. */
        HINT,
        /** Stands there while a question waits: what is sent then is read with the answer. */
        HINT_WHY,
        /** Said while a call waits for another attempt, or for a limit of the service. */
        WAITS,
        /** Said while a server of this machine or of the local network is silent, as while it loads its model. */
        LOADS,
        /** Said while such a server is busy with other requests. */
        BUSY;

        /** Returns the English text. */
        public String text() {
            return text(Locale.ENGLISH);
        }

        /** Returns the text in English, German or French; in English for another language. */
        public String text(Locale language) {
            return in(Words.of(language));
        }

        String in(Words words) {
            return words.say("label." + name());
        }
    }
}
