package dev.plumbline.ui;

import dev.plumbline.body.ContentOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a user should know of a tool call before the answer: what it can do, to which document, what differs from the last
 * approved call of this tool, and whether untrusted content may have led to it. A value.
 *
 * @param effect what the tool can do to the document
 * @param openWorld whether it reaches outside the program
 * @param document the document that an approval is bound to; empty if none is watched
 * @param changes what changed since the last approved call of this tool in the session; empty if there is none
 * @param untrusted the untrusted content that the model has read; empty if there is none
 */
public record CallRisk(
        Effect effect,
        boolean openWorld,
        Optional<WatchedDocument> document,
        Optional<Changes> changes,
        Optional<UntrustedSource> untrusted) {
    public CallRisk {
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(changes, "changes");
        Objects.requireNonNull(untrusted, "untrusted");
    }

    /** Returns the risk in one line for a user, without content of the call but with names of its arguments. */
    public String summary() {
        List<String> words = new ArrayList<>();
        words.add(effect.text());
        if (openWorld) {
            words.add("reaches outside the program");
        }
        document.ifPresent(watched -> words.add(watched.key() + " at revision " + watched.revision()));
        words.add(changes.map(Changes::text).orElse("not approved before"));
        untrusted.ifPresent(source -> words.add(source.text()));
        return String.join("; ", words);
    }

    /** What a tool can do to the document. */
    public enum Effect {
        /** It changes nothing. */
        READ_ONLY("changes nothing"),
        /** It changes something. */
        MODIFYING("makes changes"),
        /** It removes or overwrites something. */
        DESTRUCTIVE("removes or overwrites");

        private final String text;

        Effect(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /**
     * The document that an approval is bound to.
     *
     * @param key the id of a document of {@code ContextSource.document}, escaped; for another context source its key
     * @param revision its revision when the user is asked, escaped; for another context source its text
     */
    public record WatchedDocument(String key, String revision) {
        public WatchedDocument {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(revision, "revision");
        }
    }

    /**
     * The differences from the last approved call of the same tool.
     *
     * @param arguments the names of the arguments that differ, as in the rows of the question
     * @param document whether the document has another revision
     */
    public record Changes(List<String> arguments, boolean document) {
        private static final int MOST = 5;

        public Changes {
            arguments = List.copyOf(arguments);
        }

        private String text() {
            List<String> names = new ArrayList<>(arguments.subList(0, Math.min(MOST, arguments.size())));
            if (arguments.size() > MOST) {
                names.add((arguments.size() - MOST) + " more");
            }
            if (document) {
                names.add("the document");
            }
            return names.isEmpty()
                    ? "as approved before"
                    : "changed since the last approval: " + String.join(", ", names);
        }
    }

    /**
     * Untrusted content that the model has read.
     *
     * @param origin its label
     * @param source where it was read, for a user, escaped: {@code the result of fetch_page in round 2}
     */
    public record UntrustedSource(ContentOrigin origin, String source) {
        public UntrustedSource {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(source, "source");
        }

        /** Returns why a user is asked. */
        public String text() {
            return source + " is untrusted content (" + origin.text() + ")";
        }
    }
}
