package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.extend.Entry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was said on one branch, and the body it amounts to. Immutable.
 *
 * @param path the entries, oldest first
 * @param body what would be sent next: all entries but partial answers of turns that failed or were cancelled
 */
record Branch(List<Entry> path, AiBody body) {

    Branch append(Entry entry) {
        return new Branch(Stream.concat(path.stream(), Stream.of(entry)).toList(), sent(entry));
    }

    /** The branch before its newest entry, which is whole and holds one interaction. */
    Branch beforeHead() {
        Transcript sent = body.interactions();
        AiBody shorter = body.withInteractions(sent.subList(0, sent.size() - 1));
        return new Branch(path.subList(0, path.size() - 1), shorter);
    }

    private AiBody sent(Entry entry) {
        boolean whole = entry.status() == Entry.Status.COMPLETE || entry.status() == Entry.Status.INCOMPLETE;
        return whole ? entry.interactions().stream().reduce(body, AiBody::with, (a, b) -> b) : body;
    }

    Optional<Entry> head() {
        return path.isEmpty() ? Optional.empty() : Optional.of(path.get(path.size() - 1));
    }

    Optional<Entry> last(Interaction.Kind kind) {
        return path.stream().filter(entry -> entry.kind() == kind).reduce((before, entry) -> entry);
    }

    /** Whether the model is due: somebody spoke, or tools were answered, and nothing whole came after. */
    boolean awaitsAnswer() {
        int size = body.interactions().size();
        return size > 0
                && switch (body.interactions().get(size - 1).kind()) {
                    case USER, TOOL_RESULT -> true;
                    case CONTEXT, SYSTEM, ASSISTANT, TOOL_CALL, SUMMARY -> false;
                };
    }

    /** The last thing a person said; nothing when nobody did. */
    Interaction.User question() {
        return body.interactions().stream()
                .filter(Interaction.User.class::isInstance)
                .map(Interaction.User.class::cast)
                .reduce((before, user) -> user)
                .orElse(new Interaction.User(List.of()));
    }
}
