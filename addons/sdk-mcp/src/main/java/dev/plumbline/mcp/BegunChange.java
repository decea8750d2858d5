package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The change that a client has begun: one at a time, because a host has one undo history. Thread-safe. */
final class BegunChange {
    static final String BEGIN = "change_begin";
    static final String END = "change_end";
    private static final int LONGEST_TITLE = 80;

    private final McpOptions options;
    private final Scheduler time;
    private final Supplier<String> ids;
    private @Nullable OpenChange open;

    BegunChange(McpOptions options, Scheduler time, Supplier<String> ids) {
        this.options = options;
        this.time = time;
        this.ids = ids;
    }

    boolean isOffered() {
        return options.changes.isPresent();
    }

    /** Returns the two tools as clients see them. */
    static List<Json> tools() {
        Json title =
                Json.object().with("type", "string").with("description", "What the person reads in the undo menu.");
        Json begin = Json.object()
                .with("type", "object")
                .with("properties", Json.object().with("title", title))
                .with("required", List.of("title"))
                .with("additionalProperties", false);
        Json end = Json.object().with("type", "object").with("additionalProperties", false);
        return List.of(
                tool(BEGIN, "Begin a change", "Makes one undo step of all calls until change_end.", begin),
                tool(END, "End the change", "Ends the undo step that change_begin began.", end));
    }

    private static Json tool(String name, String title, String description, Json schema) {
        Json hints = Json.object().with("readOnlyHint", false).with("destructiveHint", false);
        return Json.object()
                .with("name", name)
                .with("title", title)
                .with("description", description)
                .with("inputSchema", schema)
                .with("annotations", hints.with("idempotentHint", false).with("openWorldHint", false));
    }

    /** Returns the id of the client's open change, which is the turn of its calls. */
    synchronized Optional<String> of(String client) {
        OpenChange now = open;
        return now != null && now.client().equals(client) ? Optional.of(now.id()) : Optional.empty();
    }

    /** Ends the change of a client that is gone. */
    synchronized void endOf(String client) {
        of(client).ifPresent(change -> endNow(Optional.of(change)));
    }

    /**
     * Runs one of the two tools; returns the text for the client.
     *
     * @throws IllegalArgumentException for arguments that do not fit, with what fits
     * @throws IllegalStateException if it cannot be done now, with the reason
     */
    String run(String tool, Json arguments, Peer.ClientMemory client) {
        boolean begins = tool.equals(BEGIN);
        boolean titled = arguments
                .get("title")
                .findText()
                .filter(text -> !text.isBlank())
                .isPresent();
        if (begins && (!titled || arguments.fields().size() > 1)) {
            throw new IllegalArgumentException(BEGIN + " needs a title, which is a text, and nothing else.");
        }
        if (!begins && !arguments.fields().isEmpty()) {
            throw new IllegalArgumentException(END + " has no arguments.");
        }
        return begins ? begin(arguments, client) : end(client);
    }

    private synchronized String begin(Json arguments, Peer.ClientMemory client) {
        if (open != null) {
            throw new IllegalStateException(
                    open.client().equals(client.id())
                            ? "A change is open already. End it with change_end before you begin another."
                            : "Another client has an open change. Try again later.");
        }
        String given = arguments.get("title").findText().orElse("");
        String title = given.substring(0, Math.min(given.length(), LONGEST_TITLE));
        String id = ids.get();
        Subscription limit = time.schedule(options.changeTime, () -> endNow(Optional.of(id)));
        open = new OpenChange(id, client.id(), limit);
        onHost(() -> options.changes.ifPresent(changes -> changes.begin(id, title)));
        return "The change has begun. It ends with change_end, or after " + options.changeTime.toSeconds() + " s.";
    }

    private synchronized String end(Peer.ClientMemory client) {
        Optional<String> mine = of(client.id());
        if (mine.isEmpty()) {
            throw new IllegalStateException(
                    open == null
                            ? "No change is open. Yours may have ended by its time limit."
                            : "The change that is open is that of another client. Yours may have ended by its time limit.");
        }
        endNow(mine);
        return "The change has ended. One undo takes all of it back.";
    }

    /** Ends the change of that id, or any. */
    synchronized void endNow(Optional<String> which) {
        OpenChange now = open;
        if (now != null && which.orElse(now.id()).equals(now.id())) {
            open = null;
            now.limit().close();
            onHost(() -> options.changes.ifPresent(changes -> changes.end(now.id())));
        }
    }

    private void onHost(Runnable task) {
        options.host.ifPresentOrElse(host -> host.execute(task), task);
    }

    private record OpenChange(String id, String client, Subscription limit) {}
}
