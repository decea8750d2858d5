package dev.plumbline.mcp;

import dev.plumbline.body.Part;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A template that a person chooses at a client: it makes messages for the client's model. Immutable; its maker runs on
 * a thread of the server and may ask the client.
 *
 * @param name unique in a server
 * @param description what it is for; empty for none
 * @param arguments what the person fills in
 * @param maker makes the messages
 */
public record McpPrompt(String name, String description, List<Argument> arguments, Maker maker) {
    public McpPrompt {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(maker, "maker");
        arguments = List.copyOf(arguments);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a prompt needs a name");
        }
    }

    /** Returns a prompt without arguments that is one message of the user. */
    public static McpPrompt of(String name, String description, String text) {
        return new McpPrompt(name, description, List.of(), (arguments, client) -> List.of(Message.user(text)));
    }

    /** Makes the messages of a prompt. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Returns the messages.
         *
         * @param arguments what the person filled in; all required ones are present
         * @param client the client that asked
         * @throws Exception as {@link McpResource.Reader#read}
         */
        List<Message> make(Map<String, String> arguments, McpClient client) throws Exception;
    }

    /**
     * An argument of a prompt.
     *
     * @param name its name
     * @param description what it means; empty for none
     * @param required whether the person must fill it in
     * @param completions returns what the person could mean by a beginning; at most 100 values are sent
     */
    public record Argument(
            String name, String description, boolean required, Function<String, List<String>> completions) {
        public Argument {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(description, "description");
            Objects.requireNonNull(completions, "completions");
        }

        /** Returns a required argument without completions. */
        public static Argument required(String name, String description) {
            return new Argument(name, description, true, beginning -> List.of());
        }

        /** Returns an argument that may be missing, without completions. */
        public static Argument optional(String name, String description) {
            return new Argument(name, description, false, beginning -> List.of());
        }

        /** Returns a copy with completions. */
        public Argument withCompletions(Function<String, List<String>> source) {
            return new Argument(name, description, required, source);
        }
    }

    /**
     * A message of a prompt.
     *
     * @param role {@code user} or {@code assistant}
     * @param content text, an image, audio, or a file as an embedded resource
     */
    public record Message(String role, Part content) {
        public Message {
            Objects.requireNonNull(content, "content");
            if (!role.equals("user") && !role.equals("assistant")) {
                throw new IllegalArgumentException("the role of a message is user or assistant, not " + role);
            }
        }

        /** Returns a message of the user. */
        public static Message user(String text) {
            return new Message("user", Part.text(text));
        }
    }
}
