package dev.plumbline.assistant;

import dev.plumbline.policy.ContextSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A document of the host, as an assistant sees it: which one it is, its state, the tools that change it, what the model is sent
 * about it, and how a turn is taken back. Immutable; the functions are called on the UI thread.
 */
public final class AssistantDocument {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<String> id;
    private final Supplier<String> revision;
    private final List<Object> tools;
    private final List<ContextSource> facts;
    private final Optional<TurnUndo> undo;
    private final Runnable beforeMessage;
    private final String unsaved;

    private AssistantDocument(
            Supplier<String> id,
            Supplier<String> revision,
            List<Object> tools,
            List<ContextSource> facts,
            Optional<TurnUndo> undo,
            Runnable beforeMessage,
            String unsaved) {
        this.id = id;
        this.revision = revision;
        this.tools = List.copyOf(tools);
        this.facts = List.copyOf(facts);
        this.undo = undo;
        this.beforeMessage = beforeMessage;
        this.unsaved = unsaved;
    }

    /**
     * Returns a document.
     *
     * @param id the same at the next start of the program, such as a digest of its path: the stored conversations of a
     *     document are found by it; empty for one that was never saved
     * @param revision another text for each state of the content
     * @param tools objects with {@code @Tool} methods, or tools
     */
    public static AssistantDocument of(Supplier<String> id, Supplier<String> revision, Object... tools) {
        return new AssistantDocument(
                id, revision, List.of(tools), List.of(), Optional.empty(), () -> {}, "unsaved-" + Background.unique());
    }

    /** Returns a copy with more facts for the model, such as what is selected. */
    public AssistantDocument withFacts(ContextSource... more) {
        List<ContextSource> all = Stream.concat(facts.stream(), Stream.of(more)).toList();
        return new AssistantDocument(id, revision, tools, all, undo, beforeMessage, unsaved);
    }

    /** Returns a copy whose turns can be taken back. */
    public AssistantDocument withUndo(TurnUndo how) {
        return new AssistantDocument(id, revision, tools, facts, Optional.of(how), beforeMessage, unsaved);
    }

    /**
     * Returns a copy with an action that runs before each message of the user is sent, for example to keep what is selected at
     * that moment.
     */
    public AssistantDocument withBeforeMessage(Runnable action) {
        return new AssistantDocument(id, revision, tools, facts, undo, action, unsaved);
    }

    /** Returns its id; for one that was never saved, an id of this object. */
    String id() {
        String known = id.get();
        return known.isEmpty() ? unsaved : known;
    }

    Object[] tools() {
        return tools.toArray();
    }

    /**
     * Returns what the model is sent, the identity first. Facts that are read on the UI thread have time until that has built
     * the window, in which the first message is typed.
     */
    List<ContextSource> facts(String opened) {
        return Stream.concat(Stream.of(ContextSource.document(() -> opened, revision)), facts.stream())
                .map(fact -> fact.timeout().compareTo(PATIENCE) < 0 ? fact.withTimeout(PATIENCE) : fact)
                .toList();
    }

    Optional<TurnUndo> undo() {
        return undo;
    }

    void beforeMessage() {
        beforeMessage.run();
    }
}
