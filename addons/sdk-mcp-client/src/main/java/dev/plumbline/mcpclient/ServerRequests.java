package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a server sends of its own accord: requests for a form, a model or folders, which are answered as the host allows,
 * and notifications. Thread-safe.
 */
final class ServerRequests {
    private static final int MOST_AT_ONCE = 4;
    private static final int LONGEST_LOG = 2_000;

    private final McpToolOptions options;
    private final ConnectionParts parts;
    private final FormAnswers forms;
    private final SamplingAnswers sampling;
    private final Cancellation closing;
    private final Map<Long, Consumer<Json>> watchers = new ConcurrentHashMap<>();
    private final Map<Json, Cancellation> running = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable Runnable listListener;

    ServerRequests(McpToolOptions options, ConnectionParts parts, HostQuestions questions, Cancellation closing) {
        this.options = options;
        this.parts = parts;
        this.closing = closing;
        this.forms = new FormAnswers(options, questions);
        this.sampling = new SamplingAnswers(options, questions);
    }

    /** Sets what runs when the server says that its list of tools has changed. */
    void onListChanged(Runnable listener) {
        listListener = listener;
    }

    void listChanged() {
        Runnable listener = listListener;
        if (listener != null) {
            listener.run();
        }
    }

    /** Returns what this client can answer: nothing that the host has not allowed. */
    Json capabilities() {
        Json all = Json.object();
        all = options.forms ? all.with("elicitation", Json.object().with("form", Json.object())) : all;
        all = options.sampling.isPresent() ? all.with("sampling", Json.object()) : all;
        return options.roots.isEmpty() ? all : all.with("roots", Json.object());
    }

    Json clientInfo() {
        return Json.object().with("name", options.clientName).with("version", options.clientVersion);
    }

    /** Sends the progress of a request to a watcher, until {@link #unwatch}. */
    void watch(long id, Consumer<Json> watcher) {
        watchers.put(id, watcher);
    }

    void unwatch(long id) {
        watchers.remove(id);
    }

    /** Takes a message that is not an answer; returns at once. */
    void receive(Json message, Consumer<Json> reply) {
        String method = message.get("method").findText().orElse("");
        Json id = message.get("id");
        if (!id.exists()) {
            notified(method, JsonMembers.object(message, "params"));
        } else if (method.equals("ping")) {
            reply.accept(JsonRpc.result(id, Json.object()));
        } else {
            requested(method, message, reply);
        }
    }

    private void notified(String method, Json params) {
        switch (method) {
            case "notifications/progress" -> {
                Json token = params.get("progressToken");
                Consumer<Json> watcher =
                        token.kind() == Json.Kind.NUMBER && token.text().matches("[0-9]{1,18}")
                                ? watchers.get(token.asLong())
                                : null;
                if (watcher != null) {
                    watcher.accept(params);
                }
            }
            case "notifications/tools/list_changed" -> listChanged();
            case "notifications/message" -> log(params);
            case "notifications/cancelled" -> {
                Cancellation cancelled = running.get(params.get("requestId"));
                if (cancelled != null) {
                    boolean unused = cancelled.cancel("the server cancelled its request");
                }
            }
            default -> {
                // other notifications are about what this client does not use
            }
        }
    }

    private void log(Json params) {
        Json data = params.get("data");
        String text = data.findText().orElseGet(() -> data.exists() ? data.text() : "");
        parts.log().accept(VisibleText.of(text.substring(0, Math.min(text.length(), LONGEST_LOG))));
    }

    private void requested(String method, Json message, Consumer<Json> reply) {
        Json id = message.get("id");
        if (!isAllowed(method)) {
            reply.accept(JsonRpc.error(id, JsonRpc.METHOD_NOT_FOUND, "this client does not offer that"));
            return;
        }
        if (open.incrementAndGet() > MOST_AT_ONCE) {
            open.decrementAndGet();
            reply.accept(JsonRpc.error(id, JsonRpc.SERVER_ERROR, "too many requests at a time"));
            return;
        }
        Cancellation ends = Cancellation.create(parts.threads().time());
        running.put(id, ends);
        try {
            parts.threads().work().execute(() -> answer(message, ends, reply));
        } catch (RejectedExecutionException full) {
            running.remove(id);
            open.decrementAndGet();
            reply.accept(JsonRpc.error(id, JsonRpc.SERVER_ERROR, "too many requests at a time"));
        }
    }

    private void answer(Json message, Cancellation ends, Consumer<Json> reply) {
        Json id = message.get("id");
        try {
            Json result =
                    result(message.get("method").findText().orElse(""), JsonMembers.object(message, "params"), ends);
            if (!ends.isCancelled()) {
                reply.accept(JsonRpc.result(id, result));
            }
        } catch (McpFailure refused) {
            reply.accept(JsonRpc.error(id, JsonRpc.SERVER_ERROR, String.valueOf(refused.getMessage())));
        } catch (RuntimeException | Error broken) {
            parts.log()
                    .accept("a request of the server failed: "
                            + broken.getClass().getName());
            reply.accept(JsonRpc.error(id, JsonRpc.SERVER_ERROR, "the request failed"));
        } finally {
            running.remove(id);
            open.decrementAndGet();
        }
    }

    private boolean isAllowed(String method) {
        return switch (method) {
            case "elicitation/create" -> options.forms;
            case "sampling/createMessage" -> options.sampling.isPresent();
            case "roots/list" -> !options.roots.isEmpty();
            default -> false;
        };
    }

    /**
     * Returns the input that a server needs before it continues with a request.
     *
     * @throws McpFailure DENIED for what the host does not allow
     */
    Json input(Json request, Cancellation ends) {
        String method = request.get("method").findText().orElse("");
        if (!isAllowed(method)) {
            throw McpFailure.of(
                    McpFailure.Kind.DENIED,
                    "the server asks for input that this program does not give: allowForms(), sampling(…) and roots(…) decide");
        }
        return result(method, JsonMembers.object(request, "params"), ends);
    }

    private Json result(String method, Json params, Cancellation ends) {
        if (closing.isCancelled()) {
            throw McpFailure.of(McpFailure.Kind.CLOSED, "the connection was closed");
        }
        return switch (method) {
            case "elicitation/create" -> forms.answer(params, ends);
            case "sampling/createMessage" -> sampling.answer(params, ends);
            default -> roots();
        };
    }

    private Json roots() {
        List<Json> roots = new ArrayList<>();
        for (Path root : options.roots) {
            String name =
                    Optional.ofNullable(root.getFileName()).map(Path::toString).orElse("root");
            roots.add(Json.object()
                    .with("uri", root.toAbsolutePath().toUri().toString())
                    .with("name", name));
        }
        return Json.object().with("roots", roots);
    }
}
