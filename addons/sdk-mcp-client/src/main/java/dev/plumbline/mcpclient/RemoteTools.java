package dev.plumbline.mcpclient;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server as it last listed them. A tool runs only with the definition that was approved, that is still
 * listed, and that its session knows; after the server has said that something changed, calls wait for the new list.
 * Thread-safe.
 */
final class RemoteTools {
    private static final Duration PACE = Duration.ofMillis(200);

    private final McpToolOptions options;
    private final ConnectionParts parts;
    private final DefinitionReview review;
    private final Cancellation closing;
    private final AtomicLong changes = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private @Nullable CompletableFuture<Void> running;
    private volatile long listed;
    private volatile ToolListing now = ToolListing.empty();
    private volatile Optional<String> instructions = Optional.empty();

    RemoteTools(McpToolOptions options, ConnectionParts parts, DefinitionReview review, Cancellation closing) {
        this.options = options;
        this.parts = parts;
        this.review = review;
        this.closing = closing;
    }

    /** Lists the tools. They replace those that were listed before. */
    void list(ServerSession session, Cancellation ends) {
        long seen = changes.get();
        ToolListing read = ToolListing.read(session, options, ServerSession.Call.of(ends));
        synchronized (this) {
            now = read;
            listed = Math.max(listed, seen);
        }
        instructions = session.instructions();
        read.remark().ifPresent(parts.log());
        read.leftOut().forEach((tool, why) -> parts.log().accept("tool " + tool + " is left out: " + why));
    }

    /** Notes that the list has changed, and lists the tools soon; a flood of notifications is one refresh. */
    void changed(ServerLink link) {
        changes.incrementAndGet();
        if (scheduled.compareAndSet(false, true)) {
            Subscription unused = parts.threads().time().schedule(PACE, () -> {
                try {
                    parts.threads().work().execute(() -> refresh(link));
                } catch (RejectedExecutionException full) {
                    scheduled.set(false); // a call refreshes the list itself
                }
            });
        }
    }

    private void refresh(ServerLink link) {
        scheduled.set(false);
        try {
            Waits.within(parts.limits().connectTime(), closing, parts.threads().time(), ends -> {
                refreshed(link.session(ends), ends);
                return true;
            });
            boolean unused = review.review(now.tools().values());
            options.changed.run();
        } catch (McpFailure failed) {
            parts.log().accept("the changed list of tools was not read: " + failed.getMessage());
        } catch (RuntimeException | Error broken) {
            parts.log()
                    .accept("the changed list of tools was not used: "
                            + broken.getClass().getName());
        }
    }

    /** Waits until the list is as new as the last change that was notified before. */
    private void refreshed(ServerSession session, Cancellation ends) {
        long target = changes.get();
        while (listed < target) {
            CompletableFuture<Void> mine = new CompletableFuture<>();
            CompletableFuture<Void> other;
            boolean isMine;
            synchronized (this) {
                CompletableFuture<Void> known = running;
                isMine = known == null || known.isDone();
                other = isMine || known == null ? mine : known;
                running = other;
            }
            if (isMine) {
                list(session, ends, mine);
            } else {
                Waits.shared(other, ends);
            }
        }
    }

    private void list(ServerSession session, Cancellation ends, CompletableFuture<Void> refresh) {
        try {
            list(session, ends);
        } finally {
            refresh.complete(null);
        }
    }

    /** Asks about all tools that are not approved. */
    void review() {
        boolean unused = review.review(now.tools().values());
    }

    /** Returns the tools that can be used now. */
    List<RemoteTool> usable() {
        return now.tools().values().stream().filter(review::isApproved).toList();
    }

    Map<String, String> leftOut() {
        ToolListing seen = now;
        Map<String, String> all = new TreeMap<>(seen.leftOut());
        seen.tools().values().stream()
                .filter(tool -> !review.isApproved(tool))
                .forEach(tool -> all.put(tool.remoteName(), "its definition is not approved"));
        return all;
    }

    Optional<String> instructions() {
        return instructions;
    }

    /** Runs a call; returns every outcome as an envelope. */
    ToolEnvelope call(RemoteTool tool, Json arguments, ToolContext context, ServerLink link) {
        CallProgress progress = new CallProgress(context, parts.threads().time());
        CallTrace trace = CallTrace.of(context);
        try {
            Json result = Waits.within(
                    parts.limits().callTime(),
                    context.cancellation(),
                    parts.threads().time(),
                    ends -> {
                        Subscription close = closing.onCancel(() -> ends.cancel("the connection was closed"));
                        try {
                            ServerSession.Call call = progress.until(ends).withTrace(trace);
                            Answer answer = sent(tool, arguments, link, call);
                            return RemoteTask.isTask(answer.result())
                                    ? new RemoteTask(answer.result(), answer.session(), link, parts, call).outcome()
                                    : answer.result();
                        } finally {
                            close.close();
                        }
                    });
            return ToolContent.envelope(result, tool, options.schemas);
        } catch (McpFailure failed) {
            trace.failed(failed);
            return failed.toEnvelope();
        }
    }

    /** What a server answered, and the session that knows it. */
    private record Answer(ServerSession session, Json result) {}

    private Answer sent(RemoteTool tool, Json arguments, ServerLink link, ServerSession.Call call) {
        Json params = Json.object().with("name", tool.remoteName()).with("arguments", arguments);
        ServerSession.Call whole =
                call.withHeaders(RequestHeaders.arguments(tool.definition().get("inputSchema"), arguments));
        for (int attempt = 1; ; attempt++) {
            ServerSession session = link.session(call.ends());
            refreshed(session, call.ends());
            requireUsable(tool);
            try {
                return new Answer(session, session.request("tools/call", params, whole));
            } catch (McpFailure failed) {
                if (failed.kind() != McpFailure.Kind.SESSION_GONE || attempt > 1) {
                    throw failed;
                }
                session.close(); // the server did not handle the request; another session can
            }
        }
    }

    /** Refuses a tool that is not, or no longer, what the person approved and the model was offered. */
    private void requireUsable(RemoteTool tool) {
        RemoteTool current = now.tools().get(tool.name());
        if (current == null) {
            throw denied("the server no longer offers this tool");
        }
        if (!current.digest().equals(tool.digest())) {
            throw denied("the server has changed this tool since the session began; a new session has the new one, once"
                    + " the user has approved it");
        }
        if (!review.isApproved(current)) {
            throw denied(review.refusal(current));
        }
    }

    private static McpFailure denied(String why) {
        return McpFailure.of(McpFailure.Kind.DENIED, why);
    }
}
