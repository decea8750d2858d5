package dev.plumbline.assistant;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.BusyAction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore.StoredSession;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * An open conversation with its runtime.
 *
 * @param choice the model that was chosen for it
 * @param model its name
 * @param notes what the person should know of how it was opened, in sentences
 * @param damaged the stored conversation that could not be read and can be repaired
 */
record OpenConversation(
        AiRuntime ai,
        ConversationSession session,
        ModelChoice choice,
        String model,
        List<String> notes,
        Optional<String> damaged) {
    /** The code of the error for a conversation without any record. */
    private static final String NOTHING = "session";

    /**
     * Makes a runtime and opens a conversation. Loads many classes and reads files, so it is called beside the UI thread.
     *
     * @param documentId the id of the document now
     * @param answers answers questions that need no person
     * @throws AiException if the settings are not right
     */
    static OpenConversation open(
            Assistant assistant,
            AssistantDocument document,
            String documentId,
            Start start,
            BiConsumer<Question, AiRuntime> answers) {
        ModelChoice choice = ModelChoice.read(assistant.settings());
        AiProvider provider = choice.provider(assistant.keys());
        CompletableFuture<AiRuntime> made = new CompletableFuture<>();
        AiRuntime.Builder builder = assistant
                .runtime()
                .addProvider(provider)
                .host(HostApplication.swing().withLocale(assistant.words().locale()))
                .addTools(document.tools())
                .questionHandler(question -> answers.accept(question, made.join()));
        document.facts(documentId).forEach(builder::addContext);
        AiRuntime ai = builder.build();
        made.complete(ai);
        try {
            OpenConversation opened = opened(assistant, documentId, start, ai, choice, provider);
            CompletableFuture<Void> unused = ai.warmUp();
            return opened;
        } catch (RuntimeException | Error failed) {
            ai.close();
            throw failed;
        }
    }

    private static OpenConversation opened(
            Assistant assistant,
            String documentId,
            Start start,
            AiRuntime ai,
            ModelChoice choice,
            AiProvider provider) {
        List<String> notes = new ArrayList<>();
        Optional<String> wanted = assistant.folder().isEmpty()
                ? Optional.empty()
                : start.wanted().or(() -> start.isNew() ? Optional.empty() : newest(ai, documentId));
        if (wanted.isPresent()) {
            try {
                if (start.repair()) {
                    ai.repair(wanted.get())
                            .ifPresent(lost -> notes.add(assistant.words().say("repaired", lost.location())));
                }
                ConversationSession session = ai.resume(
                        wanted.get(),
                        SessionOptions.builder().busyAction(BusyAction.QUEUE).build());
                changedModel(assistant.words(), session, provider).ifPresent(notes::add);
                return new OpenConversation(ai, session, choice, provider.defaultModel(), notes, Optional.empty());
            } catch (AiException
                    | IllegalStateException e) { // another conversation begins, and this one stays as it is
                if (!Faults.code(e).equals(NOTHING)) { // else nothing was ever stored in it
                    notes.add(
                            e instanceof AiException
                                    ? assistant.words().say("unreadable", Faults.sentence(e, assistant.words()))
                                    : assistant.words().say("open-elsewhere"));
                }
                ConversationSession session = begin(assistant, documentId, start.body(), ai);
                boolean isDamaged = Faults.code(e).equals("journal-damaged");
                return new OpenConversation(
                        ai, session, choice, provider.defaultModel(), notes, isDamaged ? wanted : Optional.empty());
            }
        }
        return new OpenConversation(
                ai,
                begin(assistant, documentId, start.body(), ai),
                choice,
                provider.defaultModel(),
                notes,
                Optional.empty());
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

    private static Optional<String> changedModel(
            AssistantWords words, ConversationSession session, AiProvider provider) {
        ModelId now = new ModelId(provider.id(), provider.defaultModel());
        return session.path().stream()
                .flatMap(entry -> entry.model().stream())
                .reduce((older, newer) -> newer)
                .filter(before -> !before.equals(now))
                .map(before -> words.say("other-model", before.name(), now.name()));
    }

    /** Returns whether its last turn was cut when an earlier program ended. */
    boolean isInterrupted() {
        return session.interruptedBranches().contains(session.branch());
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
