package dev.plumbline.ui;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
     * Returns the text of the question, in lines; for a tool call, one line of {@link #rows} for each value, none
     * hidden.
     */
    String text();

    /**
     * Returns the arguments of the tool call, a row for each value, in order; empty for a question without a call. They
     * are also in the text.
     */
    default List<ArgumentRow> rows() {
        return List.of();
    }

    /** Returns the text with every value in full, to be shown on request; empty if no value was shortened. */
    default Optional<String> details() {
        return Optional.empty();
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

    /** Answers it; returns false if it was answered, expired or cancelled before. */
    boolean answer(Option option);

    /**
     * Answers it with edited arguments, or with the value of {@link #input}; returns false if it was too late.
     *
     * @throws IllegalArgumentException names the rule that the value breaks; the question stays open
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
     * One value among the arguments of a call, as shown to the user. Invisible characters are escaped in its name and
     * text, so two calls that differ have rows that differ.
     *
     * @param name its path: {@code path}, {@code walls[0].x}, {@code ["a name"]}
     * @param type its type in JSON: string, number, boolean, null; array and object for those without rows of their own
     * @param length code points of a string, elements of an array; otherwise the length of its JSON
     * @param displayText the value; for a long one its beginning and its end
     * @param digest SHA-256 in hexadecimal of the whole value, in UTF-8, if only a part is shown; otherwise empty
     */
    record ArgumentRow(String name, String type, long length, String displayText, Optional<String> digest) {
        public ArgumentRow {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(displayText, "displayText");
            Objects.requireNonNull(digest, "digest");
        }

        /** Returns whether the whole value is shown. */
        public boolean isComplete() {
            return digest.isEmpty();
        }

        /** Returns the row as text, as it appears in the text of a question. */
        public String line() {
            String size = switch (type) {
                case "string" -> ", " + counted("character");
                case "array" -> ", " + counted("element");
                default -> "";
            };
            String rest = digest.map(hash -> " (a part; SHA-256 of the whole: " + hash + ")")
                    .orElse("");
            return name + " (" + type + size + "): " + displayText + rest;
        }

        private String counted(String what) {
            return length + " " + what + (length == 1 ? "" : "s");
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
     * @param changes what changed since the last approved call of this tool in the session; empty if there is none
     * @param untrusted the untrusted content that the model has read; empty if there is none
     */
    record CallRisk(
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
         * @param values the values of the call that decide and that nobody trusted wrote, each with where it stands, for a
         *     user, escaped: {@code account "DE89…" stands only in the result of read_file}
         */
        public record UntrustedSource(ContentOrigin origin, String source, List<String> values) {
            public UntrustedSource {
                Objects.requireNonNull(origin, "origin");
                Objects.requireNonNull(source, "source");
                values = List.copyOf(values);
            }

            /** Returns why a user is asked. */
            public String text() {
                String read = source + " is untrusted content (" + origin.text() + ")";
                return values.isEmpty() ? read : String.join("; ", values) + "; " + read;
            }
        }
    }
}
