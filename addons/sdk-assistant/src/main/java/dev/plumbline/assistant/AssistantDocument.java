package dev.plumbline.assistant;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A document of the host, as an assistant sees it: which one it is, its state, the tools that change it, what the model is sent
 * about it, and how a turn is taken back. Immutable; the functions are called on the UI thread.
 */
public final class AssistantDocument {
    private static final int DIGEST = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<String> id;
    private final Supplier<String> revision;
    private final List<Object> tools;
    private final List<ContextSource> facts;
    private final Optional<TurnUndo> undo;
    private final Runnable beforeMessage;
    private final Supplier<Optional<Path>> rules;
    private final String unsaved;

    private AssistantDocument(
            Supplier<String> id,
            Supplier<String> revision,
            List<Object> tools,
            List<ContextSource> facts,
            Optional<TurnUndo> undo,
            Runnable beforeMessage,
            Supplier<Optional<Path>> rules,
            String unsaved) {
        this.id = id;
        this.revision = revision;
        this.tools = List.copyOf(tools);
        this.facts = List.copyOf(facts);
        this.undo = undo;
        this.beforeMessage = beforeMessage;
        this.rules = rules;
        this.unsaved = unsaved;
    }

    /**
     * Returns a document.
     *
     * @param id the same at the next start of the program, such as its path: the stored conversations of a document are found
     *     by a digest of it, and nobody else sees it; empty for one that was never saved
     * @param revision another text for each state of the content
     * @param tools objects with {@code @Tool} methods, or tools
     */
    public static AssistantDocument of(Supplier<String> id, Supplier<String> revision, Object... tools) {
        return new AssistantDocument(
                id,
                revision,
                List.of(tools),
                List.of(),
                Optional.empty(),
                () -> {},
                Optional::empty,
                "unsaved-" + Background.unique());
    }

    /**
     * Returns a copy with one more fact for the model, such as what is selected. It is read on the UI thread before each call of
     * the model, and has the label {@code DOCUMENT}, because others may have written what is in it.
     *
     * @param key its name for the model
     * @param value has a JSON form; null or empty if there is none now
     */
    public AssistantDocument withFact(String key, Supplier<?> value) {
        ContextSource fact = ContextSource.of(key, value)
                .withVolatile(true)
                .withAffinity(ThreadAffinity.AUTO)
                .withOrigin(ContentOrigin.DOCUMENT);
        List<ContextSource> all = Stream.concat(facts.stream(), Stream.of(fact)).toList();
        return new AssistantDocument(id, revision, tools, all, undo, beforeMessage, rules, unsaved);
    }

    /**
     * Returns a digest of what a document consists of, for a revision that is the same after undo and at the next start.
     *
     * @param parts are compared by their texts, in their order
     */
    public static String digest(Stream<?> parts) {
        return Question.Part.host(parts.map(part -> part.toString() + "\n").collect(Collectors.joining()))
                .digest()
                .substring(0, DIGEST);
    }

    /** Returns a copy whose turns can be taken back. */
    public AssistantDocument withUndo(TurnUndo how) {
        return new AssistantDocument(id, revision, tools, facts, Optional.of(how), beforeMessage, rules, unsaved);
    }

    /**
     * Returns a copy with an action that runs before each message of the user is sent, for example to keep what is selected at
     * that moment.
     */
    public AssistantDocument withBeforeMessage(Runnable action) {
        return new AssistantDocument(id, revision, tools, facts, undo, action, rules, unsaved);
    }

    /**
     * Returns a copy with the rules of its project, such as a file {@code AGENTS.md} beside it. The user is asked whether to use
     * them, and again when they have changed; nothing of them is sent before that.
     *
     * @param file returns the file, which need not be there; empty if there can be none
     */
    public AssistantDocument withRules(Supplier<Optional<Path>> file) {
        return new AssistantDocument(id, revision, tools, facts, undo, beforeMessage, file, unsaved);
    }

    /** Returns a digest of its id; for one that was never saved, an id of this object. */
    String id() {
        String known = id.get();
        return known.isEmpty() ? unsaved : digest(Stream.of(known));
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

    Optional<Path> rules() {
        return rules.get();
    }

    void beforeMessage() {
        beforeMessage.run();
    }
}
