package dev.plumbline.ui;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A question to the user: to approve a tool, to choose, to continue. Answered once; without an answer in time, the
 * fallback counts. Thread-safe.
 */
public interface Question {

    /** Returns a short text, e.g. {@code Delete wall?}. */
    String title();

    /**
     * Returns what it is about, in the order in which it is read: a sentence, what changed, the values. A part is whole, or folded
     * until it is {@link #opened}; nothing is left out.
     */
    List<Part> parts();

    /**
     * Returns what need not be read to answer, for a view that shows it on request: the exact arguments that are compared with
     * what runs, ids and revisions. All of it is the host's own, or is shown in the parts, too; for a call whose tool names
     * what its ids stand for, ids are here alone.
     */
    default List<Part> details() {
        return List.of();
    }

    /** Returns the parts as lines of text, those of others in frames; of a folded part its heading and its length. */
    String text();

    /** Returns the language of its title, its options and the headings of its parts. */
    Locale locale();

    /** Returns whether no part is folded; only then can it be agreed to. */
    default boolean isWhole() {
        return parts().stream().noneMatch(Part::isFolded);
    }

    /**
     * Returns this question with those parts whole, for a view that shows them. An answer to it answers this one.
     *
     * @param digests the digests of parts; others are ignored
     */
    Question opened(Collection<String> digests);

    /** Returns this question with all parts whole, for a view that shows all of them. */
    default Question opened() {
        return opened(parts().stream().map(Part::digest).toList());
    }

    /** Returns whether an option refuses, which needs no part to be shown. */
    boolean isRefusal(Option option);

    /**
     * Returns the SHA-256 of the title, of all parts and of the details, in hexadecimal. A front end elsewhere that was sent all of them
     * agrees with it.
     */
    default String digest() {
        List<String> fields = new ArrayList<>(List.of(title()));
        parts().forEach(part -> fields.add(part.digest()));
        details().forEach(part -> fields.add(part.digest()));
        return Part.sha256(fields);
    }

    /** Returns the risk of the tool call; empty for a question without a call. */
    default Optional<CallRisk> risk() {
        return Optional.empty();
    }

    /**
     * Returns the value that the first option needs: its JSON Schema, and what to show first; empty for a question that
     * buttons alone answer. A text, a number and a boolean have the type of their schema; a view that cannot show a form
     * for another one lets the person write JSON.
     */
    default Optional<Input> input() {
        return Optional.empty();
    }

    /** Returns the buttons. */
    List<Option> options();

    /** Returns the answer on timeout, cancel and close; for approvals, the refusal. */
    Option fallback();

    /** Returns the tool call that it is about, if any. */
    Optional<Interaction.ToolCall> toolCall();

    /** Returns the ids of session, turn and round. */
    CallIds ids();

    /** Returns when it expires. */
    Instant expires();

    /**
     * Answers it; returns false if it was answered, expired or cancelled before.
     *
     * @throws IllegalArgumentException if it agrees while a part is folded; the question stays open
     */
    boolean answer(Option option);

    /**
     * Answers it with edited arguments, or with the value of {@link #input}; returns false if it was too late.
     *
     * @throws IllegalArgumentException names the rule that the value breaks, or the part that is folded; the question
     *     stays open
     */
    boolean answer(Option option, Json value);

    /** Runs the action when it is answered elsewhere, expires or is cancelled, to close the dialog. */
    void onClosed(Runnable action);

    /**
     * The value that a person is asked for.
     *
     * @param schema its JSON Schema
     * @param suggestion what a view shows first: the default of the request; empty for none
     */
    record Input(Json schema, Optional<Json> suggestion) {
        public Input {
            Objects.requireNonNull(schema, "schema");
            Objects.requireNonNull(suggestion, "suggestion");
        }

        /** Returns the type in the schema; empty for another form of schema. */
        public String type() {
            Json type = schema.get("type");
            return type.findText().orElse("");
        }

        /**
         * Reads what a person wrote into a field: a text as it is, everything else as JSON.
         *
         * @throws IllegalArgumentException if it is no JSON
         */
        public Json parse(String written) {
            if (type().equals("string")) {
                return Json.of(written);
            }
            try {
                return Json.parse(written.strip());
            } catch (RuntimeException notJson) {
                throw new IllegalArgumentException(
                        type().isEmpty()
                                ? "the answer must be JSON"
                                : "the answer must be a value of the type " + type(),
                        notJson);
            }
        }

        /** Returns the suggestion as a person would write it; empty for none. */
        public String suggestedText() {
            return suggestion
                    .map(value -> value.findText().orElseGet(value::text))
                    .orElse("");
        }
    }

    /**
     * A part of what a person is asked about. Invisible characters are escaped in it.
     *
     * @param source who wrote the text: the host, a tool, or a server or program elsewhere ({@code MCP})
     * @param heading what the text is, in the words of the host: the path of an argument with its type and length, who
     *     wrote it; empty for words of the host alone
     * @param text the text
     * @param before the text when it was approved before, if it differs
     * @param isFolded whether a view shows the heading alone until the person opens it
     */
    record Part(ContentOrigin source, String heading, String text, Optional<String> before, boolean isFolded) {
        private static final int MOST_WHOLE = 500;

        public Part {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(heading, "heading");
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(before, "before");
        }

        /** Returns a part that is folded if its text has more than 500 characters. */
        public static Part of(ContentOrigin source, String heading, String text) {
            return new Part(source, heading, text, Optional.empty(), text.length() > MOST_WHOLE);
        }

        /** Returns a part with words of the host, which is never folded. */
        public static Part host(String words) {
            return new Part(ContentOrigin.HOST, "", words, Optional.empty(), false);
        }

        /** Returns a copy that is whole. */
        public Part opened() {
            return isFolded ? new Part(source, heading, text, before, false) : this;
        }

        /** Returns the SHA-256 of the part in hexadecimal, the same whether it is folded or whole. */
        public String digest() {
            return sha256(List.of(source.name(), heading, text, before.isPresent() ? "before" : "", before.orElse("")));
        }

        /** Returns a digest of UTF-16, because texts of tools may have halves of characters. */
        private static String sha256(List<String> fields) {
            try {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                for (String field : fields) {
                    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * field.length());
                    bytes.putInt(field.length()).asCharBuffer().put(field);
                    sha.update(bytes.array());
                }
                return HexFormat.of().formatHex(sha.digest());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }

    /**
     * A button of a question.
     *
     * @param id the id that a program compares
     * @param label the text on the button
     */
    record Option(String id, String label) {
        @Override
        public String toString() {
            return label;
        }
    }

    /**
     * What a user should know of a tool call before the answer: what it can do, to which document, what differs from the last
     * approved call of this tool, and whether untrusted content may have led to it. A value.
     *
     * @param effect what the tool can do to the document
     * @param openWorld whether it reaches outside the program
     * @param document the document that an approval is bound to; empty if none is watched
     * @param changes the names of the arguments that differ from the last approved call of this tool in the session; empty if
     *     there is none
     * @param untrusted the untrusted content that the model has read; empty if there is none
     */
    record CallRisk(
            Effect effect,
            boolean openWorld,
            Optional<WatchedDocument> document,
            Optional<List<String>> changes,
            Optional<UntrustedSource> untrusted) {
        public CallRisk {
            Objects.requireNonNull(effect, "effect");
            Objects.requireNonNull(document, "document");
            changes = changes.map(List::copyOf);
            Objects.requireNonNull(untrusted, "untrusted");
        }

        /** What a tool can do to the document. */
        public enum Effect {
            /** It changes nothing. */
            READ_ONLY,
            /** It changes something. */
            MODIFYING,
            /** It removes or overwrites something. */
            DESTRUCTIVE
        }

        /**
         * The document that an approval is bound to.
         *
         * @param key the id of a document of {@code ContextSource.document}, escaped; for another context source its key
         * @param revision its revision when the user is asked, escaped; for another context source its text
         * @param isChanged whether the last approved call of the tool was about another revision
         */
        public record WatchedDocument(String key, String revision, boolean isChanged) {
            public WatchedDocument {
                Objects.requireNonNull(key, "key");
                Objects.requireNonNull(revision, "revision");
            }
        }

        /**
         * Untrusted content that the model has read.
         *
         * @param origin its label
         * @param source where it was read, for a user, escaped: {@code the result of fetch_page in round 2}
         * @param values the values of the call that decide and that nobody trusted wrote, each with where it stands, for a
         *     user, escaped: {@code account "DE89…" stands only in the result of read_file}
         */
        public record UntrustedSource(ContentOrigin origin, String source, List<String> values) {
            public UntrustedSource {
                Objects.requireNonNull(origin, "origin");
                Objects.requireNonNull(source, "source");
                values = List.copyOf(values);
            }
        }
    }
}
