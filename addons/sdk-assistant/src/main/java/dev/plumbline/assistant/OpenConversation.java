package dev.plumbline.assistant;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.BusyAction;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.State.StateKey.Scope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore.StoredSession;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * An open conversation with its runtime.
 *
 * @param servers ends the connections to servers of tools
 * @param choice the model that was chosen for it
 * @param serverTexts the servers of tools that were chosen for it
 * @param model its name
 * @param notes what the person should know of how it was opened, in sentences
 * @param damaged the stored conversation that could not be read and can be repaired
 */
record OpenConversation(
        AiRuntime ai,
        ConversationSession session,
        AutoCloseable servers,
        ModelChoice choice,
        String serverTexts,
        String model,
        List<String> notes,
        Optional<String> damaged) {
    /** The code of the error for a conversation without any record. */
    private static final String NOTHING = "session";

    /**
     * Makes a runtime and opens a conversation. Loads many classes and reads files, so it is called beside the UI thread.
     *
     * @param documentId the id of the document now
     * @param rules the file with the rules of the project
     * @param undone returns which tool calls the person has undone, for the model; called on the UI thread
     * @param answers answers questions that need no person
     * @throws AiException if the settings are not right
     */
    static OpenConversation open(
            Assistant assistant,
            AssistantDocument document,
            String documentId,
            Start start,
            Supplier<Optional<Path>> rules,
            Supplier<Optional<String>> undone,
            BiConsumer<Question, AiRuntime> answers) {
        ModelChoice choice = ModelChoice.read(assistant.settings());
        String serverTexts = ToolServers.text(assistant.settings());
        AiProvider provider = assistant.provider(choice);
        HostApplication host =
                HostApplication.swing().withLocale(assistant.words().locale());
        CompletableFuture<AiRuntime> made = new CompletableFuture<>();
        AiRuntime.Builder builder = assistant
                .runtime(question -> answers.accept(question, made.join()))
                .addProvider(provider)
                .host(host)
                .addTools(document.tools());
        document.facts(documentId).forEach(builder::addContext);
        if (document.undo().isPresent()) {
            builder.addContext(
                    ContextSource.of("undone", undone).withVolatile(true).withAffinity(ThreadAffinity.AUTO));
        }
        ProjectRules project = new ProjectRules(rules, assistant.settings(), assistant.words());
        builder.addContext(project.fact()).addHook("project-rules", project);
        List<String> notes = new ArrayList<>();
        AutoCloseable servers = connected(assistant, choice, host, builder, notes);
        try {
            AiRuntime ai = builder.build();
            made.complete(ai);
            Found found = found(assistant, documentId, start, ai, provider, notes);
            CompletableFuture<Void> unused = ai.warmUp();
            return new OpenConversation(
                    ai,
                    found.session(),
                    servers,
                    choice,
                    serverTexts,
                    provider.defaultModel(),
                    List.copyOf(notes),
                    found.damaged());
        } catch (RuntimeException | Error failed) {
            if (made.isDone()) {
                made.join().close();
            }
            end(servers);
            throw failed;
        }
    }

    /** Connects to the servers of tools that the user has added; those that fail have a note. */
    private static AutoCloseable connected(
            Assistant assistant,
            ModelChoice choice,
            HostApplication host,
            AiRuntime.Builder builder,
            List<String> notes) {
        List<ToolServer> used = new ToolServers(assistant.settings(), assistant.keys()).used();
        if (used.isEmpty() || !ToolServers.arePossible()) {
            return () -> {};
        }
        ToolServerLinks links =
                ToolServerLinks.connect(used, () -> choice.network(assistant.keys()), assistant.approvedTools(), host);
        links.extensions().forEach(builder::addExtension);
        AssistantWords words = assistant.words();
        links.failed()
                .forEach((server, failure) -> notes.add(
                        words.say("servers.failed", server.name(), ToolServers.sentence(server, failure, words))));
        return links;
    }

    /** Ends the conversation and the connections to its servers; completes when no thread is left. */
    CompletableFuture<CloseReport> close() {
        ai.close();
        return ai.closed()
                .thenCompose(report -> Background.compute(() -> {
                    end(servers);
                    return report;
                }));
    }

    private static void end(AutoCloseable servers) {
        try {
            servers.close();
        } catch (Exception e) {
            throw new IllegalStateException("connections to servers end without a failure", e);
        }
    }

    /** A session, and the stored conversation that could not be read instead. */
    private record Found(ConversationSession session, Optional<String> damaged) {}

    private static Found found(
            Assistant assistant,
            String documentId,
            Start start,
            AiRuntime ai,
            AiProvider provider,
            List<String> notes) {
        Optional<String> wanted = assistant.folder().isEmpty()
                ? Optional.empty()
                : start.wanted().or(() -> start.isNew() ? Optional.empty() : newest(ai, documentId));
        if (wanted.isEmpty()) {
            List<String> unreadable =
                    start.isNew() ? List.of() : List.copyOf(ai.unreadable().values());
            if (!unreadable.isEmpty()) { // one of them may be the last one about this document
                notes.add(assistant.words().say("history.unreadable", unreadable.size(), unreadable.get(0)));
            }
            ConversationSession begun = begin(assistant, documentId, start.body(), ai);
            Optional<String> unused = changedModel(assistant.words(), begun, provider);
            return new Found(begun, Optional.empty());
        }
        try {
            if (start.repair()) {
                ai.repair(wanted.get())
                        .ifPresent(lost -> notes.add(assistant.words().say("repaired", lost.location())));
            }
            ConversationSession session = ai.resume(
                    wanted.get(),
                    SessionOptions.builder().busyAction(BusyAction.QUEUE).build());
            changedModel(assistant.words(), session, provider).ifPresent(notes::add);
            return new Found(session, Optional.empty());
        } catch (AiException | IllegalStateException e) { // another conversation begins, and this one stays as it is
            if (!Faults.code(e).equals(NOTHING)) { // else nothing was ever stored in it
                notes.add(
                        e instanceof AiException
                                ? assistant.words().say("unreadable", Faults.sentence(e, assistant.words()))
                                : assistant.words().say("open-elsewhere"));
            }
            boolean isDamaged = Faults.code(e).equals("journal-damaged");
            return new Found(begin(assistant, documentId, start.body(), ai), isDamaged ? wanted : Optional.empty());
        }
    }

    private static ConversationSession begin(
            Assistant assistant, String documentId, Optional<AiBody> said, AiRuntime ai) {
        AiBody body = said.orElseGet(() -> {
            AiBody.Builder first = AiBody.builder().toolFilter("*").contextFilter("*");
            if (!assistant.instructions().isEmpty()) {
                first.addSystem(assistant.instructions());
            }
            return first.build();
        });
        return ai.session(
                body,
                SessionOptions.builder()
                        .busyAction(BusyAction.QUEUE)
                        .namespace(documentId)
                        .build());
    }

    /** Returns the newest in which something was said, or that cannot be read; else an empty one. */
    private static Optional<String> newest(AiRuntime ai, String documentId) {
        List<String> own = ai.stored().stream()
                .filter(stored -> stored.namespace().equals(documentId))
                .map(StoredSession::id)
                .toList();
        return own.stream()
                .filter(id -> isUsed(ai, id))
                .findFirst()
                .or(() -> own.stream().findFirst());
    }

    private static boolean isUsed(AiRuntime ai, String id) {
        try {
            ConversationTree tree = ai.tree(id);
            return tree.subtree(tree.root()).stream()
                    .anyMatch(entry ->
                            !entry.interactions().isEmpty() && question(entry).isPresent());
        } catch (AiException unreadable) {
            return !Faults.code(unreadable).equals(NOTHING);
        }
    }

    /**
     * Compares the model that is asked from now on with the one that was asked until now. What answers may have another name: a
     * gateway gives its own.
     */
    private static Optional<String> changedModel(
            AssistantWords words, ConversationSession session, AiProvider provider) {
        String now = new ModelId(provider.id(), provider.defaultModel()).toString();
        StateKey<String> key =
                StateKey.of("plumbline.assistant.model", Scope.SESSION, "").withPersistent();
        String asked = session.state().get(key);
        Optional<String> before = asked.isEmpty() ? answered(session) : Optional.of(asked);
        Object unused = session.state().update(key, model -> now); // stored with the next message
        return before.filter(model -> !model.equals(now))
                .map(model -> words.say("other-model", ModelId.parse(model).name(), provider.defaultModel()));
    }

    private static Optional<String> answered(ConversationSession session) {
        return session.path().stream()
                .flatMap(entry -> entry.model().stream())
                .reduce((older, newer) -> newer)
                .map(ModelId::toString);
    }

    /** Returns whether it has the model and the servers of tools that the settings have. */
    boolean isChosen(AssistantSettings settings) {
        return choice.equals(ModelChoice.read(settings)) && serverTexts.equals(ToolServers.text(settings));
    }

    /** Returns whether its last turn was cut when an earlier program ended. */
    boolean isInterrupted() {
        return session.interruptedBranches().contains(session.branch());
    }

    /**
     * Returns whether the model has not answered the last message, or not with all of the answer, and no turn runs: because a
     * program ended, the connection broke, or the person stopped it.
     */
    boolean canGoOn() {
        if (session.isRunning()) {
            return false;
        }
        List<Interaction> sent = session.body().interactions();
        Interaction.Kind last = sent.isEmpty()
                ? Interaction.Kind.SYSTEM
                : sent.get(sent.size() - 1).kind();
        return isInterrupted() || last == Interaction.Kind.USER || last == Interaction.Kind.TOOL_RESULT;
    }

    /** Returns whether an entry is the last message of the person, or came after it. */
    boolean isOfLastQuestion(ConversationEntry entry) {
        List<ConversationEntry> path = session.path();
        for (int i = path.size(); i-- > 0; ) {
            if (path.get(i).id().equals(entry.id())) {
                return true;
            } else if (question(path.get(i)).isPresent()) {
                return false;
            }
        }
        return false;
    }

    /** Returns the words of the person; empty for other entries. */
    static Optional<String> question(ConversationEntry entry) {
        return entry.kind() == Interaction.Kind.USER ? Optional.of(entry.text()) : Optional.empty();
    }

    /** Returns whether the person has said nothing yet. */
    boolean isEmpty() {
        return session.path().stream().allMatch(entry -> question(entry).isEmpty());
    }

    /**
     * Which conversation to open.
     *
     * @param wanted the id of a stored one
     * @param isNew whether to begin one although the document has a stored one
     * @param body what was said before in one that is not stored
     * @param repair whether to repair it first
     */
    record Start(Optional<String> wanted, boolean isNew, Optional<AiBody> body, boolean repair) {
        static final Start NEWEST = new Start(Optional.empty(), false, Optional.empty(), false);
        static final Start NEW = new Start(Optional.empty(), true, Optional.empty(), false);

        static Start of(String id) {
            return new Start(Optional.of(id), false, Optional.empty(), false);
        }
    }
}
