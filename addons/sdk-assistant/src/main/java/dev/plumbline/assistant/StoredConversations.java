package dev.plumbline.assistant;

import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.StoredSession;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Cost;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.FileSessionStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The conversations of a folder, as a list shows them. A title that was given is kept beside the conversation; all else is
 * read from it. Reads files, so it is called beside the UI thread.
 */
final class StoredConversations {
    private static final int TITLE = 80;

    private final Path folder;
    private final Supplier<Optional<SessionStore>> notes;
    private final Supplier<AiRuntime> runtime;

    /**
     * @param notes returns the store of titles; may wait
     * @param runtime returns the runtime that is open now; may wait
     */
    StoredConversations(Path folder, Supplier<Optional<SessionStore>> notes, Supplier<AiRuntime> runtime) {
        this.folder = folder;
        this.notes = notes;
        this.runtime = runtime;
    }

    /** Returns those in which something was said, newest first. */
    List<Item> list() {
        AiRuntime ai = runtime.get();
        return ai.stored().stream().flatMap(stored -> read(ai, stored).stream()).toList();
    }

    /** Returns why conversations cannot be read, one reason for each. */
    List<String> unreadable() {
        return List.copyOf(runtime.get().unreadable().values());
    }

    private Optional<Item> read(AiRuntime ai, StoredSession stored) {
        try {
            ConversationTree tree = ai.tree(stored.id());
            List<ConversationEntry> path = tree.path(ConversationTree.MAIN).stream()
                    .filter(entry -> !entry.interactions().isEmpty())
                    .toList();
            Optional<String> first = path.stream()
                    .flatMap(entry -> OpenConversation.question(entry).stream())
                    .findFirst();
            return first.map(question -> new Item(
                    stored.id(),
                    stored.namespace(),
                    given(stored.id()).orElseGet(() -> shortened(question)),
                    stored.last(),
                    path.stream()
                            .flatMap(entry -> entry.model().stream())
                            .reduce((older, newer) -> newer)
                            .map(ModelId::name)
                            .orElse(""),
                    cost(ai, tree.subtree(tree.root())),
                    path.stream().map(ConversationEntry::text).collect(Collectors.joining("\n"))));
        } catch (AiException unreadable) {
            return Optional.of(new Item(
                    stored.id(),
                    stored.namespace(),
                    given(stored.id()).orElse(stored.id()),
                    stored.last(),
                    "",
                    Optional.empty(),
                    ""));
        }
    }

    private static String shortened(String question) {
        String line = question.strip().replaceAll("\\s+", " ");
        return line.length() > TITLE ? line.substring(0, TITLE) + "…" : line;
    }

    /** Returns what its stored answers cost; empty if a price is not known. */
    private static Optional<Cost> cost(AiRuntime ai, List<ConversationEntry> entries) {
        Optional<Cost> sum = Optional.empty();
        for (ConversationEntry entry : entries) {
            if (entry.model().isPresent()) {
                Optional<Cost> one = ai.models()
                        .find(entry.model().get())
                        .flatMap(model -> model.cost(
                                entry.usage(), entry.at().atZone(ZoneOffset.UTC).toLocalDate(), Prices.Rate.STANDARD));
                if (one.isEmpty()
                        || (sum.isPresent()
                                && !sum.get().currency().equals(one.get().currency()))) {
                    return Optional.empty();
                }
                sum = sum.isEmpty() ? one : Optional.of(sum.get().plus(one.get()));
            }
        }
        return sum;
    }

    private static String titleOf(String id) {
        return "title-" + id;
    }

    private Optional<String> given(String id) {
        try {
            return notes.get().flatMap(store -> store.findNote(titleOf(id)));
        } catch (UncheckedIOException unreadable) {
            return Optional.empty();
        }
    }

    /** Gives a conversation a title; a blank one takes the given title away. */
    void rename(String id, String title) {
        notes.get().ifPresent(store -> store.putNote(titleOf(id), title.strip()));
    }

    /**
     * Deletes a conversation with its title.
     *
     * @throws IllegalStateException if it is open
     */
    void delete(String id) {
        try (SessionStore store = FileSessionStore.of(folder)) {
            store.delete(id);
        }
        rename(id, "");
    }

    /**
     * A stored conversation.
     *
     * @param documentId the document that it is about
     * @param title the title that was given, or the beginning of the first question
     * @param model the name of the model that answered last; empty if none did
     * @param cost what its answers cost; empty if that is not known
     * @param text all that was said, for a search
     */
    record Item(
            String id, String documentId, String title, Instant last, String model, Optional<Cost> cost, String text) {

        boolean matches(String words) {
            String all = (title + "\n" + text).toLowerCase(Locale.ROOT);
            return List.of(words.toLowerCase(Locale.ROOT).strip().split("\\s+")).stream()
                    .allMatch(all::contains);
        }
    }
}
