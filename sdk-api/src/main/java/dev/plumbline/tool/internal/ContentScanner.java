package dev.plumbline.tool.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.tool.ToolContext;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Finds the values in a content that redaction hides. Implemented by the tool policy of redaction. Thread-safe. */
public interface ContentScanner {

    /**
     * Returns the marks of a whole content: what its detectors find, and every other occurrence of a value that they
     * found.
     *
     * @throws RuntimeException if a redactor fails; no part of the content may then be given away
     */
    Marks marks(Json content, Cancellation cancellation);

    /** Returns a number that changes when other values are found in the same content; marks of another are made again. */
    default long version() {
        return 0;
    }

    /** Returns the digest of the settings by which values are found. */
    String settings();

    /** Returns a text in which each value is replaced by its kind in square brackets. */
    String masked(String text, Cancellation cancellation);

    /**
     * Returns the pseudonyms in a text, with the values that they stand for in the conversation of that call, for the person
     * who approves it.
     */
    default Map<String, String> meanings(String text, ToolContext call) {
        return Map.of();
    }

    /** Returns the redaction of what leaves to one client, whose pseudonyms no other client has. */
    default ClientRedaction forClient(String client) {
        return ClientRedaction.NONE;
    }

    /**
     * Returns the same for a client that is shown a conversation: what is hidden from its models is hidden from the client.
     *
     * @param state the state of the conversation
     * @param said all that was said in it, on all branches
     */
    default ClientRedaction forClient(String client, State state, Supplier<List<Interaction>> said) {
        return forClient(client);
    }
}
