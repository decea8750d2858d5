package dev.plumbline.assistant;

import dev.plumbline.assistant.OpenConversation.Start;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.BorderLayout;
import java.awt.CardLayout;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
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
    private final AlwaysAllowed always;
    private final Optional<TurnActions> turns;
    private final Drafts drafts;
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
        this.drafts = new Drafts(assistant::notes, documentId);
        this.turns = document.undo()
                .map(undo -> new TurnActions(undo, words, this::note, () -> prompts.show(forwardPrompt())));
        turns.ifPresent(actions -> actions.actions().forEach(chat::addAction));
        chat.offerEdit((entry, said) -> {
            beforeMessage();
            CompletableFuture<AiReturn> unused = conversation().session().editAsync(entry, said);
        });
        chat.offerPrompts(() -> PromptLibrary.read(assistant.settings().get(PromptLibrary.KEY)));
        panel.add(chatCard(), CHAT);
        drafts.read(chat.messageField());
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

    /** Sends a message, as if the user had typed it: during a turn it is added to the turn. */
    public void send(String text) {
        send(Interaction.user(text));
    }

    private void send(Interaction.User said) {
        OpenConversation open = now;
        if (open == null) {
            early.add(said);
            note(words.say("early", said.text()));
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

    private OpenConversation conversation() {
        return Objects.requireNonNull(now, "a row has a conversation");
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
        settingsDue = false;
        chat.clear();
        chat.status("");
        ConversationSession session = opened.session();
        views.add(session.observe(chat.observer(session::path)));
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
                    chat.status(status(opened, finished.ret()));
                    if (settingsDue) {
                        SwingUtilities.invokeLater(AssistantPanel.this::settingsChanged);
                    }
                }
            }
        }));
        prompts.clear();
        opened.notes().forEach(this::note);
        opened.damaged().ifPresent(id -> prompts.show(repairPrompt(id)));
        showLeft(opened);
        cards.show(panel, CHAT);
        List<Interaction.User> waiting = List.copyOf(early);
        early.clear();
        waiting.forEach(this::send);
    }

    /** What the conversation has used, or that the answer is a stored one. */
    private String status(OpenConversation open, AiReturn ret) {
        boolean isStored = ret.trace().steps().stream()
                .anyMatch(step -> step.shortCircuit() && step.policy().equals("cache"));
        if (isStored) {
            return words.say("status.stored");
        }
        ConversationSession session = open.session();
        NumberFormat numbers = NumberFormat.getIntegerInstance(words.locale());
        String tokens = numbers.format(session.usage().total());
        return session.cost()
                .map(cost -> words.say("status.cost", open.model(), tokens, cost))
                .orElseGet(() -> words.say("status", open.model(), tokens));
    }

    private void offerAlways(Question question, OpenConversation asked) {
        always.offer(question, asked.ai()).ifPresent(allow -> {
            String tool = AlwaysAllowed.name(question).replace('_', ' ');
            String name = "always " + question.digest();
            prompts.show(new Prompts.Prompt(name, words.say("always", tool))
                    .with("always", words.say("always.allow"), allow));
            question.onClosed(() -> SwingUtilities.invokeLater(() -> prompts.show(new Prompts.Prompt(name, ""))));
        });
    }

    /** Shows what an earlier program has left: a turn that was cut, and messages that waited. */
    private void showLeft(OpenConversation opened) {
        ConversationSession session = opened.session();
        if (opened.isInterrupted()) {
            prompts.show(new Prompts.Prompt("cut", words.say("cut")).with("go-on", words.say("cut.go-on"), () -> {
                beforeMessage();
                CompletableFuture<AiReturn> unused = session.runAsync();
            }));
        }
        session.waitingMessages()
                .forEach((turn, message) -> prompts.show(new Prompts.Prompt(
                                "waiting " + turn, words.say("waiting", message.text()))
                        .with("send", words.say("waiting.send"), () -> {
                            beforeMessage();
                            CompletableFuture<AiReturn> unused = session.sendWaiting(turn, SessionOptions.none());
                        })
                        .with("take", words.say("waiting.take"), () -> {
                            session.withdraw(turn);
                            chat.messageField().replaceSelection(message.text());
                        })));
    }

    private Prompts.Prompt repairPrompt(String id) {
        return new Prompts.Prompt("repair", words.say("damaged"))
                .with(
                        "repair",
                        words.say("damaged.repair"),
                        () -> restart(new Start(Optional.of(id), false, Optional.empty(), true)));
    }

    private Prompts.Prompt forwardPrompt() {
        boolean possible = turns.filter(TurnActions::canGoForward).isPresent();
        Prompts.Prompt prompt = new Prompts.Prompt("forward", possible ? words.say("went-back") : "");
        return possible
                ? prompt.with("forward", words.say("went-back.forward"), () -> turns.ifPresent(TurnActions::forward))
                : prompt;
    }

    private String typedEarly() {
        return early.stream().map(Interaction::text).collect(Collectors.joining("\n"));
    }

    private void failed(Throwable failure) {
        String text = chat.messageField().getText();
        String typed = typedEarly();
        early.clear();
        chat.messageField().setText(text.isEmpty() ? typed : typed + "\n" + text); // nothing that was typed is lost
        if (Faults.code(failure).equals("no-key")) {
            showSetup();
        } else {
            chat.addNotice(words.say("cannot-start", Faults.sentence(failure, words)), NoticeKind.ERROR);
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
            begin(Start.NEWEST, ended());
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
        now = null;
        views.forEach(Subscription::close); // what still comes of it is not shown among the rows of the next one
        views.clear();
        begin(start, ended());
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
            drafts.write(String.join("\n", typedEarly(), chat.messageField().getText()));
        }
        return ended();
    }
}
