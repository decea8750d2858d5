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
import java.awt.Dimension;
import java.awt.KeyboardFocusManager;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JScrollBar;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.jspecify.annotations.Nullable;

/**
 * A Swing panel for one conversation: its rows, approvals with their buttons, a field for the message, and a button to
 * stop. Enter sends, Shift and Enter begin a line, Tab goes to the buttons, Escape stops. It shows the newest 400 rows;
 * text of models and tools is never read as HTML. Needs the module {@code java.desktop}. Created and used on the event
 * dispatch thread; its observer may be called on any one thread.
 */
public final class ChatPanel {
    private static final int MOST_ROWS = 400;
    private static final int GAP = 6;

    private final JPanel panel = new JPanel(new BorderLayout(GAP, GAP));
    private final Map<String, ChatRow> rows = new LinkedHashMap<>();
    private final JPanel list = new JPanel(new ChatLayout(rows.values()));
    private final JScrollPane scroller = new JScrollPane(list);
    private final JTextArea message = new JTextArea(3, 20);
    private final JButton sending = new JButton();
    private final JButton stopping = new JButton();
    private final JLabel status = QuestionButtons.plain(new JLabel());
    private final Map<Slot, JPanel> slots = slots();
    private final List<Part> attached = new ArrayList<>();
    private final List<RowAction> actions = new ArrayList<>();
    private BiConsumer<ConversationEntry, Interaction.User> resend = (earlier, said) -> {};
    private Optional<ConversationEntry> edited = Optional.empty();
    private ChatTexts texts = ChatTexts.of(panel.getLocale());
    private int observed;
    private int notices;
    private boolean scrollDue;

    private ChatPanel(Consumer<Interaction.User> send, Runnable stop) {
        sending.addActionListener(event -> send(send));
        stopping.addActionListener(event -> stop.run());
        for (JButton button : List.of(sending, stopping)) {
            button.setRequestFocusEnabled(false); // a click leaves the focus in the field for the message
        }
        keys(send, stop);
        list.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                list.revalidate(); // at another width the rows have other heights
            }
        });
        // Tab goes on to the buttons, as in a form; a tab in a message is not needed.
        message.setFocusTraversalKeys(KeyboardFocusManager.FORWARD_TRAVERSAL_KEYS, null);
        message.setFocusTraversalKeys(KeyboardFocusManager.BACKWARD_TRAVERSAL_KEYS, null);
        message.setName("message");
        list.setName("conversation");
        message.setLineWrap(true);
        message.setWrapStyleWord(true);
        scroller.setHorizontalScrollBarPolicy(JScrollPane.HORIZONTAL_SCROLLBAR_NEVER);
        scroller.getVerticalScrollBar().setUnitIncrement(16);
        scroller.setPreferredSize(new Dimension(380, 420));
        status.setName("status");
        Box buttons = Box.createHorizontalBox();
        buttons.add(slot(Slot.BESIDE_SEND));
        buttons.add(Box.createHorizontalGlue());
        buttons.add(sending);
        buttons.add(stopping);
        JPanel writing = new JPanel(new BorderLayout(GAP, GAP));
        writing.add(status, BorderLayout.NORTH);
        writing.add(new JScrollPane(message), BorderLayout.CENTER);
        writing.add(buttons, BorderLayout.SOUTH);
        JPanel shown = new JPanel(new BorderLayout(GAP, GAP));
        shown.add(scroller, BorderLayout.CENTER);
        shown.add(writing, BorderLayout.SOUTH);
        panel.add(slot(Slot.ABOVE), BorderLayout.NORTH);
        panel.add(shown, BorderLayout.CENTER);
        panel.add(slot(Slot.BELOW), BorderLayout.SOUTH);
        labels(label -> null);
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
     * Returns an empty panel.
     *
     * @param send sends a message and returns at once, e.g. {@code session::sendAsync}; if it throws an
     *     IllegalStateException, the message stays in its field and a notice says so
     * @param stop ends the running turn, e.g. {@code () -> session.cancel("Stop")}
     */
    public static ChatPanel create(Consumer<String> send, Runnable stop) {
        return new ChatPanel(said -> send.accept(said.text()), stop);
    }

    /**
     * Returns an empty panel that sends pictures and files, too: those that a person pastes, drops or picks, and what the
     * host adds with {@link #attach}.
     *
     * @param send sends a message and returns at once, e.g. {@code said -> session.sendAsync(said, SessionOptions.none())};
     *     as for {@link #create}
     * @param stop as for {@link #create}
     */
    public static ChatPanel createWithAttachments(Consumer<Interaction.User> send, Runnable stop) {
        return new ChatPanel(send, stop);
    }

    private void keys(Consumer<Interaction.User> send, Runnable stop) {
        message.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(KeyEvent event) {
                if (event.getKeyCode() == KeyEvent.VK_ESCAPE) {
                    stop.run();
                } else if (event.getKeyCode() == KeyEvent.VK_ENTER) {
                    event.consume();
                    enter(event.isShiftDown(), send);
                }
            }
        });
    }

    private void enter(boolean line, Consumer<Interaction.User> send) {
        if (line) {
            message.replaceSelection("\n");
        } else {
            send(send);
        }
    }

    /** Returns the component to add to a window. */
    public JComponent component() {
        return panel;
    }

    /**
     * Returns the field for the message, for a host that must know its fields, e.g. because it has shortcuts of single
     * letters. Its text is read and cleared when a message is sent.
     */
    public JTextComponent messageField() {
        return message;
    }

    /** Puts the cursor into the field for the message. */
    public void requestFocus() {
        message.requestFocusInWindow();
    }

    /**
     * Sets the text that is shown for the error of a turn, and for a message that was not sent (INVALID_REQUEST, {@code
     * not-sent}); {@link AiError#userMessage} in the language of the panel by default.
     *
     * @param text returns the text of an error, e.g. in the language of the host
     */
    public void errorText(Function<AiError, String> text) {
        texts = texts.withErrors(text);
    }

    /**
     * Sets the labels of the panel, in place of those in its language: that of Swing's components, if it is English, German or
     * French. Rows that are shown already keep theirs. The texts of a question are not among them: they are made where it is
     * asked ({@link dev.plumbline.ui.HostApplication#withWords}).
     *
     * @param text returns the text of a label; null for ours, so that a map of some labels will do: {@code
     *     chat.labels(italian::get)}
     */
    public void labels(Function<ChatLabel, @Nullable String> text) {
        texts = texts.withLabels(text);
        sending.setText(texts.of(ChatLabel.SEND));
        stopping.setText(texts.of(ChatLabel.STOP));
        message.getAccessibleContext().setAccessibleName(texts.of(ChatLabel.MESSAGE));
        list.getAccessibleContext().setAccessibleName(texts.of(ChatLabel.CONVERSATION));
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
        resend = send;
        addAction(new RowAction("edit", texts.of(ChatLabel.EDIT), this::offerOfQuestion, row -> {
            ViewRow.UserMessage earlier = (ViewRow.UserMessage) row;
            edited = earlier.entry();
            attached.clear();
            attached.addAll(earlier.said().parts().stream()
                    .filter(part -> !(part instanceof Part.Text))
                    .toList());
            message.setText(earlier.text());
            requestFocus();
        }));
        addAction(new RowAction(
                "retry",
                texts.of(ChatLabel.RETRY),
                this::offerOfQuestion,
                row -> trySending(() -> send.accept(row.entry().orElseThrow(), ((ViewRow.UserMessage) row).said()))));
    }

    private RowAction.Offer offerOfQuestion(ViewRow row) {
        return row instanceof ViewRow.UserMessage && row.entry().isPresent()
                ? RowAction.Offer.READY
                : RowAction.Offer.NONE;
    }

    /**
     * Offers to go on from a row in another conversation, which keeps all up to that row.
     *
     * @param fork opens it and shows it, given the last entry to keep
     */
    public void offerFork(Consumer<ConversationEntry> fork) {
        addAction(new RowAction(
                "fork",
                texts.of(ChatLabel.FORK),
                row -> row.entry().isPresent() ? RowAction.Offer.READY : RowAction.Offer.NONE,
                row -> fork.accept(row.entry().orElseThrow())));
    }

    /**
     * Shows a part that is sent with the next message, for example what is selected in the host. The person sees it and can
     * remove it.
     *
     * @param label what the person reads, e.g. {@code 3 walls}
     */
    public void attach(String label, Part part) {
        attached.add(part);
        status(label);
    }

    /**
     * Shows a sentence of the host on the status line, after what goes on, for example what the conversation has cost. It
     * stays until the next one; an empty one removes it.
     */
    public void status(String sentence) {
        status.setText(sentence);
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
     * Removes all rows, before another conversation is shown. What is written in the field stays. Unsubscribe the observer
     * of the conversation before that, or its next changes are shown.
     */
    public void clear() {
        List.copyOf(rows.keySet()).forEach(this::remove);
        refresh(true);
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
        add("notice " + ++notices, ChatRow.notice(sentence, kind, texts));
        refresh(isAtEnd());
    }

    /**
     * Shows the stored rows, and returns the observer that shows the rest: {@code
     * session.observe(panel.observer(session::path))}. Rows of a session that was shown before stay above. A notice says
     * when the conversation cannot be saved, and when it is saved again.
     *
     * @param path {@code session::path}
     */
    public ConversationObserver observer(Supplier<List<ConversationEntry>> path) {
        String prefix = "observed " + nextObserved() + " ";
        ConversationRows all = ConversationRows.of(path, change -> later(() -> show(prefix, change)));
        all.rows()
                .forEach(row -> later(() -> {
                    add(prefix + row.key(), new ChatRow(row, texts));
                    refresh(true);
                }));
        return new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                if (event instanceof SessionEvent.JournalStatus status) {
                    later(() -> show(status));
                }
                all.onEvent(event);
            }
        };
    }

    private void show(SessionEvent.JournalStatus status) {
        status.failure()
                .ifPresentOrElse(
                        failure -> addNotice(texts.of(failure), NoticeKind.WARNING),
                        () -> addNotice(texts.of(ChatLabel.SAVED_AGAIN)));
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

    private void send(Consumer<Interaction.User> send) {
        String text = message.getText().strip();
        if (!text.isEmpty()) {
            Interaction.User said = Interaction.user(text, attached.toArray(Part[]::new));
            trySending(() -> {
                edited.ifPresentOrElse(earlier -> resend.accept(earlier, said), () -> send.accept(said));
                edited = Optional.empty();
                message.setText("");
                attached.clear();
            });
        }
    }

    private void trySending(Runnable sending) {
        try {
            sending.run();
        } catch (IllegalStateException refused) { // a turn runs, or the session is closed: the text is kept
            AiError why =
                    AiError.of(AiError.Category.INVALID_REQUEST, "not-sent", String.valueOf(refused.getMessage()));
            addNotice(texts.of(why), NoticeKind.WARNING);
        }
    }

    private void show(String prefix, RowChange change) {
        boolean atEnd = isAtEnd();
        String key = prefix + change.key();
        ChatRow shown = rows.get(key);
        if (change instanceof RowChange.Added added) {
            add(key, new ChatRow(added.row(), texts));
        } else if (change instanceof RowChange.Changed changed && shown != null) {
            shown.show(changed.row());
        } else if (change instanceof RowChange.Appended more && shown != null && !more.reasoning()) {
            shown.append(more.piece());
        } else if (change instanceof RowChange.Removed) {
            remove(key);
        }
        refresh(atEnd);
    }

    private void add(String key, ChatRow row) {
        rows.put(key, row);
        list.add(row.component());
        row.onMenu(this::menu);
        if (rows.size() > MOST_ROWS) {
            remove(rows.keySet().iterator().next());
        }
    }

    private JPopupMenu menu(ViewRow row) {
        JPopupMenu menu = new JPopupMenu();
        for (RowAction action : actions) {
            RowAction.Offer offer = action.offer().apply(row);
            if (offer.isShown()) {
                JMenuItem item = QuestionButtons.plain(new JMenuItem());
                item.setText(action.label());
                item.setName("action-" + action.name());
                item.setEnabled(offer.isReady());
                item.setToolTipText(offer.refusal().isEmpty() ? null : offer.refusal());
                item.addActionListener(chosen -> action.run().accept(row));
                menu.add(item);
            }
        }
        return menu;
    }

    /** Lays out once for all changes until then, and shows the end again if it was shown. */
    private void refresh(boolean atEnd) {
        list.revalidate();
        list.repaint();
        if (atEnd && !scrollDue) {
            scrollDue = true;
            SwingUtilities.invokeLater(() -> {
                scrollDue = false;
                scroller.validate();
                JScrollBar bar = scroller.getVerticalScrollBar();
                bar.setValue(bar.getMaximum());
            });
        }
    }

    private boolean isAtEnd() {
        JScrollBar bar = scroller.getVerticalScrollBar();
        return scrollDue || bar.getValue() + bar.getVisibleAmount() >= bar.getMaximum() - 2 * bar.getUnitIncrement(1);
    }

    private void remove(String key) {
        ChatRow gone = rows.remove(key);
        if (gone != null) {
            if (gone.hadFocus()) {
                message.requestFocusInWindow();
            }
            list.remove(gone.component());
        }
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
        /** The action that asks the same again, for another answer. */
        RETRY;

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
