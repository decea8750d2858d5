package dev.plumbline.assistant;

import dev.plumbline.assistant.OpenConversation.Start;
import dev.plumbline.assistant.TurnActions.Changes;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.ViewRow;
import java.awt.BorderLayout;
import java.awt.CardLayout;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import org.jspecify.annotations.Nullable;

/**
 * The conversation about one document, in a component for a window of the host: the chat, or the set-up as long as there is no
 * key. What is typed before the runtime is there is sent when it is. Made by {@link Assistant#open}; used on the event dispatch
 * thread; nothing of it waits.
 */
public final class AssistantPanel {
    private static final String CHAT = "chat";
    private static final String SETUP = "set-up";

    private final Assistant assistant;
    private final AssistantDocument document;
    private final String documentId;
    private final AssistantWords words;
    private final CardLayout cards = new CardLayout();
    private final JPanel panel = new JPanel(cards);
    private final ChatPanel chat = ChatPanel.createWithAttachments(this::send, this::stop);
    private final Prompts prompts = new Prompts();
    private final List<Interaction.User> early = new ArrayList<>(); // what was sent before the conversation was there
    private final Subscription settings;
    private final List<Subscription> views = new ArrayList<>();
    private final List<Consumer<? super ConversationSession>> sessionUsers = new ArrayList<>();
    private final AlwaysAllowed always;
    private final Optional<TurnActions> turns;
    private final Drafts drafts;
    private final Map<String, Prompts.Prompt> questions =
            new LinkedHashMap<>(); // what is asked now and can be allowed without a question
    private Optional<Repeated> repeated = Optional.empty();
    private Optional<AiError> lastFailure = Optional.empty();
    private Optional<Throwable> notStarted = Optional.empty();
    private CompletableFuture<OpenConversation> made = new CompletableFuture<>();
    private @Nullable OpenConversation now; // null until it is there
    private @Nullable History history;
    private volatile Optional<Path> rulesFile = Optional.empty(); // as it was at the last message
    private boolean settingsDue;
    private boolean closed;

    AssistantPanel(Assistant assistant, AssistantDocument document) {
        this.assistant = assistant;
        this.document = document;
        this.documentId = document.id();
        this.words = assistant.words();
        this.always = new AlwaysAllowed(assistant.settings());
        this.drafts = new Drafts(assistant.folder().isPresent(), assistant::notes, documentId, assistant.time());
        this.turns = document.undo().map(undo -> new TurnActions(undo, words, this::note, this::showPrompts));
        turns.ifPresent(actions -> actions.actions().forEach(chat::addAction));
        chat.addAction(new RowAction("go-on", words.say("cut.go-on"), this::offerGoOn, row -> goOn()));
        chat.offerEdit(this::askAgain);
        chat.offerPrompts(() -> PromptLibrary.read(assistant.settings().get(PromptLibrary.KEY)));
        panel.add(chatCard(), CHAT);
        ConversationObserver unused =
                chat.observer(List::of, List::of, List::of); // nothing runs yet, so there is nothing to stop
        chat.messageField().getDocument().addDocumentListener(new OnTyping(() -> drafts.typed(notSent())));
        drafts.read(text -> {
            if (!text.isEmpty()) {
                chat.putBack(Interaction.user(text));
            }
            drafts.typed(notSent());
        });
        settings = assistant.settings().observe(() -> SwingUtilities.invokeLater(this::settingsChanged));
        begin(Start.NEWEST, CompletableFuture.completedFuture(null));
    }

    private JComponent chatCard() {
        JPanel above = new JPanel(new BorderLayout());
        Box buttons = Box.createHorizontalBox();
        buttons.add(Box.createHorizontalGlue());
        buttons.add(button("new", this::startNew));
        if (assistant.folder().isPresent()) {
            buttons.add(button("history", this::showHistory));
        }
        buttons.add(button("settings", this::showSetup));
        above.add(buttons, BorderLayout.NORTH);
        above.add(prompts.component(), BorderLayout.CENTER);
        chat.place(ChatPanel.Slot.ABOVE, above);
        return chat.component();
    }

    private JButton button(String name, Runnable action) {
        JButton button = new JButton(words.say("button." + name));
        button.setName("assistant-" + name);
        button.setRequestFocusEnabled(false); // a click leaves the focus in the field for the message
        button.addActionListener(pressed -> action.run());
        return button;
    }

    /** Returns the component to add to a window. */
    public JComponent component() {
        return panel;
    }

    /** Returns the chat, for a host that adds to it, such as actions of rows. */
    public ChatPanel chat() {
        return chat;
    }

    /**
     * Gives the conversation to code of the plug-in, for what the window cannot do, such as state, views and forks of its own: the one
     * that is open, at once, and each one that is opened here later, after New or a change of the settings, before anything is sent
     * in it. The window closes it.
     *
     * @param use called on the event dispatch thread
     * @return ends it for later conversations
     */
    public Subscription onSession(Consumer<? super ConversationSession> use) {
        sessionUsers.add(use);
        if (now != null) {
            use.accept(now.session());
        }
        return () -> sessionUsers.remove(use);
    }

    /** Sends a message, as if the user had typed it: during a turn it is added to the turn. */
    public void send(String text) {
        send(Interaction.user(text));
    }

    private void send(Interaction.User said) {
        OpenConversation open = now;
        if (open == null) {
            early.add(said);
            if (notStarted.isPresent()) {
                startAgain();
            }
            showPrompts();
            return;
        }
        beforeMessage();
        boolean isText = said.parts().stream().allMatch(Part.Text.class::isInstance);
        if (!(isText && open.session().isRunning() && open.session().interject(said.text()))) {
            CompletableFuture<AiReturn> unused =
                    open.session().sendAsync(said, SessionOptions.none()); // the chat shows how it ends
        }
    }

    private void beforeMessage() {
        rulesFile = document.rules();
        document.beforeMessage();
    }

    private void stop() {
        if (now != null) {
            now.session().cancel("Stop");
        }
    }

    /** Asks an earlier question again, or another version of it; first asks the person, if that would leave something behind. */
    private void askAgain(ConversationEntry question, Interaction.User said) {
        OpenConversation open = Objects.requireNonNull(now, "a row has a conversation");
        if (open.session().isRunning()) {
            throw new IllegalStateException("a turn runs");
        }
        Repeated asked = new Repeated(question, said, open.session().head().id());
        CutOff cut = cutOff(open, asked);
        if (cut.isWithoutEffect() && changes(cut) == Changes.NONE) {
            repeat(open, asked);
        } else {
            repeated = Optional.of(asked);
            showPrompts();
        }
    }

    /** Returns whether what was typed the last time is read, so that what is typed now is kept. */
    boolean isReady() {
        return drafts.isRead();
    }

    private static CutOff cutOff(OpenConversation open, Repeated asked) {
        Set<String> reading = open.ai().toolExecutor().definitions(Selector.ALL).stream()
                .filter(ToolDefinition::isReadOnly)
                .map(ToolDefinition::name)
                .collect(Collectors.toSet());
        Set<String> begun = open.session().unknownOutcomes().stream()
                .map(Interaction.ToolCall::id)
                .collect(Collectors.toSet());
        return CutOff.of(open.session().path(), asked.question(), begun, reading::contains);
    }

    private Changes changes(CutOff cut) {
        return turns.map(actions -> actions.changes(actions.turnsOf(cut.entries())))
                .orElse(Changes.NONE);
    }

    private void repeat(OpenConversation open, Repeated asked) {
        List<Interaction.User> unanswered = new ArrayList<>(cutOff(open, asked).unanswered());
        unanswered.addAll(open.session().interjected());
        beforeMessage();
        CompletableFuture<AiReturn> unused = open.session().editAsync(asked.question(), asked.said());
        for (int i = unanswered.size(); i-- > 0; ) {
            chat.putBack(unanswered.get(i)); // the conversation no longer has it
        }
        repeated = Optional.empty();
        showPrompts();
    }

    /** Asks again, after the changes of the document were taken back if that is wanted; or does neither of them. */
    private void decided(OpenConversation open, Repeated asked, boolean takesBack) {
        Set<String> cut = turns.map(
                        actions -> actions.turnsOf(cutOff(open, asked).entries()))
                .orElse(Set.of());
        List<String> undone = List.of();
        if (takesBack) {
            TurnActions actions = turns.orElseThrow();
            if (actions.changes(cut) != Changes.CAN_BE_UNDONE) {
                showPrompts(); // the document was changed since the person was asked
                return;
            }
            undone = actions.takeBack(cut);
        }
        try {
            repeat(open, asked);
        } catch (IllegalStateException refused) { // a turn has begun, or the session is closed
            List<String> taken = undone;
            turns.ifPresent(actions -> actions.makeAgain(taken));
            leaveRepeated();
        }
    }

    /** Puts what was to be asked again back into the field, if it is not what is in the conversation. */
    private void leaveRepeated() {
        Optional<Repeated> left = repeated;
        repeated = Optional.empty();
        left.filter(asked -> !asked.question().interactions().contains(asked.said()))
                .ifPresent(asked -> chat.edit(asked.question(), asked.said()));
        showPrompts();
    }

    /** Goes on where an answer broke off; what its tools did is kept. */
    private void goOn() {
        if (now != null && now.canGoOn()) {
            beforeMessage();
            CompletableFuture<AiReturn> unused = now.session().runAsync();
        }
        showPrompts();
    }

    private RowAction.Offer offerGoOn(ViewRow row) {
        if (now == null || !now.canGoOn()) {
            return RowAction.Offer.NONE;
        }
        boolean isOfLastTurn = row instanceof ViewRow.ErrorNotice notice
                ? Optional.of(notice.error()).equals(lastFailure)
                : row.entry().filter(now::isOfLastQuestion).isPresent();
        return isOfLastTurn ? RowAction.Offer.READY : RowAction.Offer.NONE;
    }

    private void note(String sentence) {
        chat.addNotice(sentence, NoticeKind.INFORMATION);
    }

    /** Opens a conversation after an earlier one has ended. */
    private void begin(Start start, CompletableFuture<?> ended) {
        CompletableFuture<OpenConversation> making = Background.compute(() -> {
            Object unused = ended.join();
            return OpenConversation.open(
                    assistant,
                    document,
                    documentId,
                    start,
                    () -> rulesFile,
                    () -> turns.flatMap(TurnActions::undoneCalls),
                    (question, ai) -> always.answer(question, ai));
        });
        made = making;
        CompletableFuture<Void> unused = making.handle((opened, failure) -> {
            SwingUtilities.invokeLater(() -> show(making, opened, Background.cause(failure)));
            return null;
        });
    }

    private void show(
            CompletableFuture<OpenConversation> making,
            @Nullable OpenConversation opened,
            @Nullable Throwable failure) {
        if (closed || making != made) { // the window was closed, or the settings changed meanwhile
            return;
        }
        if (opened == null) {
            failed(Objects.requireNonNull(failure));
            return;
        }
        now = opened;
        notStarted = Optional.empty();
        lastFailure = Optional.empty();
        settingsDue = false;
        chat.clear();
        chat.status("");
        ConversationSession session = opened.session();
        views.add(session.observe(chat.observer(session::path, session::unknownOutcomes, session::interjected)));
        turns.ifPresent(actions -> {
            actions.begin(session);
            views.add(session.observe(actions));
        });
        views.add(session.observe(new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                if (event instanceof SessionEvent.QuestionAsked asked) {
                    offerAlways(asked.question(), opened);
                } else if (event instanceof SessionEvent.TurnFinished finished) {
                    lastFailure = finished.ret().error();
                    chat.status(status(opened, finished.ret()));
                    if (settingsDue) {
                        SwingUtilities.invokeLater(AssistantPanel.this::settingsChanged);
                    }
                }
                if (!(event instanceof SessionEvent.Text
                        || event instanceof SessionEvent.Reasoning
                        || event.pieces() == 0)) { // those change nothing that a prompt is about
                    showPrompts();
                }
            }
        }));
        List.copyOf(sessionUsers).forEach(use -> use.accept(session));
        opened.notes().forEach(this::note);
        cards.show(panel, CHAT);
        List<Interaction.User> waiting = List.copyOf(early);
        early.clear();
        waiting.forEach(this::send);
        showPrompts();
    }

    /** What the conversation has used, or that the answer is a stored one. */
    private String status(OpenConversation open, AiReturn ret) {
        boolean isStored = ret.trace().steps().stream()
                .anyMatch(step -> step.shortCircuit() && step.policy().equals("cache"));
        if (isStored) {
            return words.say("status.stored");
        }
        ConversationSession session = open.session();
        if (session.usage().total() == 0) {
            return open.model(); // the service says nothing of tokens
        }
        NumberFormat numbers = NumberFormat.getIntegerInstance(words.locale());
        String tokens = numbers.format(session.usage().total());
        return session.cost()
                .map(cost -> words.say("status.cost", open.model(), tokens, cost))
                .orElseGet(() -> words.say("status", open.model(), tokens));
    }

    private void offerAlways(Question question, OpenConversation asked) {
        always.answer(question, asked.ai()); // also if the plug-in has a handler of its own
        always.offer(question, asked.ai()).ifPresent(allow -> {
            String tool = AlwaysAllowed.name(question).replace('_', ' ');
            String name = "always " + question.digest();
            questions.put(
                    name,
                    new Prompts.Prompt(name, words.say("always", tool))
                            .with("always", words.say("always.allow"), allow));
            question.onClosed(() -> SwingUtilities.invokeLater(() -> {
                questions.remove(name);
                showPrompts();
            }));
        });
    }

    /** Shows what the person can decide now, computed from the state of the conversation. */
    private void showPrompts() {
        OpenConversation open = now;
        if (repeated.isPresent() && (open == null || !repeated.get().isStillAt(open.session()))) {
            leaveRepeated(); // the conversation went on: what was typed is in the field again
            return;
        }
        List<Prompts.Prompt> due = new ArrayList<>();
        if (open == null) {
            due.addAll(startPrompts());
        } else {
            open.damaged().ifPresent(id -> due.add(repairPrompt(id)));
            if (open.canGoOn()) {
                due.add(new Prompts.Prompt("cut", words.say(open.isInterrupted() ? "cut" : "unanswered"))
                        .with("go-on", words.say("cut.go-on"), this::goOn));
            }
            open.session().waitingMessages().forEach((turn, message) -> due.add(waitingPrompt(open, turn, message)));
            if (turns.filter(TurnActions::canGoForward).isPresent()) {
                due.add(new Prompts.Prompt("forward", words.say("went-back"))
                        .with("forward", words.say("went-back.forward"), () -> turns.ifPresent(TurnActions::forward)));
            }
            repeated.ifPresent(asked -> due.add(repeatPrompt(open, asked)));
            due.addAll(questions.values());
        }
        prompts.show(due);
        drafts.typed(notSent());
    }

    private List<Prompts.Prompt> startPrompts() {
        if (notStarted.isPresent()) {
            String why = Faults.code(notStarted.get()).equals("trust-file")
                    ? words.say("fault.trust-file.path", assistant.settings().get("trust"))
                    : Faults.sentence(notStarted.get(), words);
            return List.of(new Prompts.Prompt("not-started", words.say("cannot-start", why))
                    .with("try-again", words.say("cannot-start.again"), this::startAgain));
        }
        return early.isEmpty()
                ? List.of()
                : List.of(new Prompts.Prompt("early", words.say("early", typedEarly()))
                        .with("take", words.say("waiting.take"), this::takeEarly));
    }

    private Prompts.Prompt waitingPrompt(OpenConversation open, String turn, Interaction.User message) {
        return new Prompts.Prompt("waiting " + turn, words.say("waiting", message.text()))
                .with("send", words.say("waiting.send"), () -> {
                    beforeMessage();
                    CompletableFuture<AiReturn> unused = open.session().sendWaiting(turn, SessionOptions.none());
                    showPrompts();
                })
                .with("take", words.say("waiting.take"), () -> {
                    if (open.session().withdraw(turn)) {
                        chat.putBack(message);
                    }
                    showPrompts();
                });
    }

    private Prompts.Prompt repairPrompt(String id) {
        return new Prompts.Prompt("repair", words.say("damaged"))
                .with(
                        "repair",
                        words.say("damaged.repair"),
                        () -> restart(new Start(Optional.of(id), false, Optional.empty(), true)));
    }

    private Prompts.Prompt repeatPrompt(OpenConversation open, Repeated asked) {
        CutOff cut = cutOff(open, asked);
        Changes changes = changes(cut);
        List<String> sentences = new ArrayList<>();
        if (!cut.done().isEmpty()) {
            sentences.add(words.say("again.done", CutOff.names(cut.done())));
        }
        if (!cut.unknown().isEmpty()) {
            sentences.add(words.say("again.unknown", CutOff.names(cut.unknown())));
        }
        if (changes != Changes.NONE) {
            sentences.add(words.say("again.document"));
        }
        if (changes != Changes.CAN_BE_UNDONE) {
            sentences.add(words.say("again.no-undo"));
        }
        sentences.add(words.say("again.repeat"));
        Prompts.Prompt prompt = new Prompts.Prompt("again", String.join(" ", sentences));
        if (changes == Changes.CAN_BE_UNDONE) {
            prompt = prompt.with("take-back", words.say("again.take-back"), () -> decided(open, asked, true));
        }
        return prompt.with("keep", words.say("again.keep"), () -> decided(open, asked, false))
                .with("cancel", words.say("button.cancel"), this::leaveRepeated);
    }

    private String typedEarly() {
        return early.stream().map(Interaction::text).collect(Collectors.joining("\n"));
    }

    /** Returns all that was typed and is in no conversation. */
    private String notSent() {
        return Stream.of(
                        early.stream().map(Interaction::text),
                        repeated.stream().map(asked -> asked.said().text()),
                        Stream.of(chat.messageField().getText()))
                .flatMap(texts -> texts)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n"));
    }

    /** Puts the messages that wait for the start back into the field. */
    private void takeEarly() {
        for (int i = early.size(); i-- > 0; ) {
            chat.putBack(early.get(i));
        }
        early.clear();
        showPrompts();
    }

    private void startAgain() {
        notStarted = Optional.empty();
        begin(Start.NEWEST, ended());
        showPrompts();
    }

    private void failed(Throwable failure) {
        notStarted = Optional.of(failure);
        if (!(failure instanceof AiException)) {
            Faults.log(Level.ERROR, "the conversation did not begin", failure);
        }
        takeEarly(); // nothing that was typed is lost
        if (Faults.code(failure).equals("no-key")) {
            showSetup();
        }
    }

    /** Shows the set-up instead of the chat. */
    private void showSetup() {
        JPanel card = new JPanel(new BorderLayout());
        SetupPanel setup = assistant.setup();
        Box buttons = Box.createHorizontalBox();
        buttons.add(Box.createHorizontalGlue());
        buttons.add(button("save", () -> {
            CompletableFuture<Void> unused = setup.save()
                    .thenAccept(saved -> SwingUtilities.invokeLater(() -> {
                        if (saved) {
                            settingsChanged();
                            cards.show(panel, CHAT);
                        }
                    }));
        }));
        buttons.add(button("cancel", () -> cards.show(panel, CHAT)));
        card.add(setup.component(), BorderLayout.CENTER);
        card.add(buttons, BorderLayout.SOUTH);
        card.setName(SETUP);
        for (java.awt.Component each : panel.getComponents()) {
            if (SETUP.equals(each.getName())) {
                panel.remove(each);
            }
        }
        panel.add(card, SETUP);
        cards.show(panel, SETUP);
    }

    /** Goes on with the settings as they are now: at once, or when the turn that runs is over. */
    private void settingsChanged() {
        OpenConversation open = now;
        if (closed) {
            return;
        }
        if (open == null) {
            startAgain();
        } else if (!open.isChosen(assistant.settings())) {
            if (open.session().isRunning()) {
                settingsDue = true;
            } else {
                restart(
                        assistant.folder().isPresent() && !open.isEmpty()
                                ? Start.of(open.session().id())
                                : new Start(
                                        Optional.empty(),
                                        true,
                                        Optional.of(open.session().body()),
                                        false));
            }
        }
    }

    /** Ends the conversation that is there or is being made; completes when nothing of it is left. */
    private CompletableFuture<CloseReport> ended() {
        return made.handle((opened, failure) -> opened)
                .thenCompose(opened -> opened == null // it could not be made, so nothing is left
                        ? CompletableFuture.completedFuture(new CloseReport(0, Map.of()))
                        : opened.close());
    }

    private void startNew() {
        if (now != null && now.isEmpty()) {
            return;
        }
        restart(Start.NEW);
    }

    private void restart(Start start) {
        leaveRepeated();
        now = null;
        notStarted = Optional.empty();
        questions.clear();
        views.forEach(Subscription::close); // what still comes of it is not shown among the rows of the next one
        views.clear();
        begin(start, ended());
        showPrompts();
    }

    private void showHistory() {
        if (history != null) {
            history.close();
        }
        history = History.show(panel, stored(), documentId, words, this::open, this::released);
    }

    StoredConversations stored() {
        return new StoredConversations(
                assistant.folder().orElseThrow(),
                assistant::notes,
                () -> made.join().ai());
    }

    void open(String id) {
        if (now == null || !id.equals(now.session().id())) {
            restart(Start.of(id));
        }
    }

    /** Leaves a conversation, so that it can be deleted; completes when it is not open here. */
    CompletableFuture<?> released(String id) {
        if (now != null && id.equals(now.session().id())) {
            restart(Start.NEW);
            return made;
        }
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Ends the conversation and returns at once. What was typed and not sent is kept for the next time, where conversations are
     * kept. Idempotent.
     *
     * @return completes when no thread of the runtime is left, with what could not be stored; never exceptionally. A host that
     *     unloads classes waits for it, at most two seconds
     */
    public CompletableFuture<CloseReport> close() {
        if (!closed) {
            closed = true;
            settings.close();
            assistant.closed(this);
            if (history != null) {
                history.close();
            }
            drafts.close(notSent());
        }
        return ended();
    }

    /**
     * An earlier question that is to be asked again.
     *
     * @param said its other version, or the same
     * @param head the newest entry at that moment
     */
    private record Repeated(ConversationEntry question, Interaction.User said, ConversationEntry.Id head) {
        boolean isStillAt(ConversationSession session) {
            return !session.isRunning() && session.head().id().equals(head);
        }
    }

    /** Runs something at each change of what is typed. */
    private record OnTyping(Runnable action) implements DocumentListener {
        @Override
        public void insertUpdate(DocumentEvent event) {
            action.run();
        }

        @Override
        public void removeUpdate(DocumentEvent event) {
            action.run();
        }

        @Override
        public void changedUpdate(DocumentEvent event) {
            action.run();
        }
    }
}
