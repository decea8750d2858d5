package dev.plumbline.tool.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Hides values in what leaves to one client, an agent by MCP or a front end by AG-UI, as redaction hides them in a call to
 * a model, and restores them in what the client sends. It remembers what it hid, so a value that was found once is hidden
 * wherever it occurs later. Thread-safe.
 */
public interface ClientRedaction {
    /** Hides nothing. */
    ClientRedaction NONE = new ClientRedaction() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public Interaction hidden(Interaction content, Cancellation cancellation) {
            return content;
        }

        @Override
        public ToolDefinition hidden(ToolDefinition tool, Cancellation cancellation) {
            return tool;
        }

        @Override
        public Json restored(Json given) {
            return given;
        }

        @Override
        public Stream stream(Cancellation cancellation) {
            return new Stream() {
                @Override
                public String accept(String piece) {
                    return piece;
                }

                @Override
                public String finish() {
                    return "";
                }
            };
        }
    };

    /** Returns whether anything is hidden. */
    default boolean isOn() {
        return true;
    }

    /**
     * Returns content with its values replaced by pseudonyms; itself if there are none.
     *
     * @throws RuntimeException if it cannot be searched; it must not leave then
     */
    Interaction hidden(Interaction content, Cancellation cancellation);

    /** Returns a tool with a redacted description and schemas. */
    ToolDefinition hidden(ToolDefinition tool, Cancellation cancellation);

    /** Returns what a client has sent, with the values of the pseudonyms that it was given. */
    Json restored(Json given);

    /** Returns a filter for a text that leaves in pieces. */
    Stream stream(Cancellation cancellation);

    /** Returns a text with its values replaced, by their names if it is JSON. */
    default String hidden(String text, Cancellation cancellation) {
        return hidden(Json.of(text), cancellation).asText();
    }

    /** Returns JSON with its values replaced. */
    default Json hidden(Json json, Cancellation cancellation) {
        return ((Interaction.ToolCall) hidden(new Interaction.ToolCall("content", "content", json), cancellation))
                .arguments();
    }

    /** Returns a schema with the values in its texts replaced. */
    default Json hiddenSchema(Json schema, Cancellation cancellation) {
        ToolDefinition tool = new ToolDefinition("content", "", schema, Optional.empty(), Set.of(), "");
        return hidden(tool, cancellation).inputSchema();
    }

    /** Returns a part with its values replaced. */
    default Part hidden(Part part, Cancellation cancellation) {
        return ((Interaction.User) hidden(new Interaction.User(List.of(part)), cancellation))
                .parts()
                .get(0);
    }

    /** Returns the outcome of a call with its values replaced. */
    default ToolEnvelope hidden(ToolEnvelope envelope, Cancellation cancellation) {
        return ((Interaction.ToolResult) hidden(new Interaction.ToolResult("content", envelope), cancellation))
                .envelope();
    }

    /** Returns a text that a client has sent, with the values of the pseudonyms that it was given. */
    default String restored(String given) {
        return restored(Json.of(given)).asText();
    }

    /** Returns the redaction for one client of the calls of an executor; one that hides nothing without redaction. */
    static ClientRedaction of(IToolExecutor executor, String client) {
        return executor instanceof ResultSource source
                ? source.scanner().map(scanner -> scanner.forClient(client)).orElse(NONE)
                : NONE;
    }

    /**
     * Returns the same for a client that is shown a conversation.
     *
     * @param state the state of the conversation
     * @param said all that was said in it
     */
    static ClientRedaction of(IToolExecutor executor, String client, State state, Supplier<List<Interaction>> said) {
        return executor instanceof ResultSource source
                ? source.scanner()
                        .map(scanner -> scanner.forClient(client, state, said))
                        .orElse(NONE)
                : NONE;
    }

    /** A text that leaves in pieces. Used by one thread. */
    interface Stream {
        /** Adds a piece, and returns what may leave by now. */
        String accept(String piece);

        /** Ends the text, and returns what was held back. */
        String finish();
    }
}
