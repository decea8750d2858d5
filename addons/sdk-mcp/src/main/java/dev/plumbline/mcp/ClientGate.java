package dev.plumbline.mcp;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.internal.Words;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides which clients may use the server: by rule, or by a question to the person at their first contact. One
 * question is open at a time. Thread-safe.
 */
final class ClientGate {
    private static final int MOST_CLIENTS = 64;
    private static final int MOST_REFUSED = 8;
    private static final int MOST_WAITING = 8;
    private static final String YES = "allow";
    private static final String NO = "refuse";

    private final McpOptions options;
    private final ServerThreads threads;
    private final UserPrompter prompter;
    private final Cancellation closing;
    private final Function<String, ClientRedaction> redactions;
    private final Map<String, CompletableFuture<Boolean>> decisions = new LinkedHashMap<>();
    private final Map<String, Peer.ClientMemory> memories = new LinkedHashMap<>();
    private final Map<Contact, Instant> seen = new LinkedHashMap<>();
    private final AtomicReference<@Nullable String> asking = new AtomicReference<>();
    private final Semaphore waiting = new Semaphore(MOST_WAITING);

    /**
     * Creates the gate.
     *
     * @param redactions returns the redaction for a client of that id
     */
    ClientGate(
            McpOptions options,
            ServerThreads threads,
            Cancellation closing,
            Function<String, ClientRedaction> redactions) {
        this.redactions = redactions;
        this.options = options;
        this.threads = threads;
        this.closing = closing;
        Executor where = options.host.<Executor>map(host -> host::execute).orElse(threads.work());
        this.prompter = new UserPrompter(options.questions, where, threads.time()).withLanguageOf(options.host);
    }

    /**
     * Returns if the client may use the server; waits while the person is asked about it.
     *
     * @throws JsonRpc.Failure with status 403 if it may not, 429 if the person is busy with a question about another
     */
    void admit(McpClientInfo client) {
        if (options.allowedClients.matches(client.name(), Set.of(), "")) {
            return;
        }
        if (options.questions.isEmpty()) {
            throw JsonRpc.refused(
                    403,
                    "the client " + client.name() + " is not allowed: " + options.name
                            + " allows no client, unless it sets allowClients(…) or questionHandler(…)");
        }
        if (!isAllowedByUser(client)) {
            throw JsonRpc.refused(403, "the user of " + options.name + " did not allow the client " + client.name());
        }
    }

    /** Each request that waits for the person holds a thread, so only some of them may. */
    private boolean isAllowedByUser(McpClientInfo client) {
        if (!waiting.tryAcquire()) {
            throw busy();
        }
        try {
            return decision(client).join();
        } finally {
            waiting.release();
        }
    }

    private JsonRpc.Failure busy() {
        return JsonRpc.refused(429, "the user of " + options.name + " is being asked about a client; try again later");
    }

    private CompletableFuture<Boolean> decision(McpClientInfo client) {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        synchronized (decisions) {
            CompletableFuture<Boolean> known = decisions.get(client.name());
            if (known != null) {
                return known;
            }
            if (refusals() >= MOST_REFUSED || decisions.size() >= MOST_CLIENTS) {
                throw JsonRpc.refused(
                        403,
                        "the user of " + options.name + " is not asked about further clients, because too many were"
                                + " refused; start the server again, or use allowClients(…)");
            }
            if (!asking.compareAndSet(null, client.name())) {
                throw busy();
            }
            decisions.put(client.name(), mine);
        }
        try {
            mine.complete(ask(client));
        } finally {
            asking.set(null);
            mine.complete(false);
        }
        return mine;
    }

    private long refusals() {
        return decisions.values().stream()
                .filter(decision -> !decision.getNow(true))
                .count();
    }

    private boolean ask(McpClientInfo client) {
        Words words = prompter.words(Optional.empty());
        List<Question.Part> parts = List.of(
                Question.Part.host(words.say("client.intro", options.name)),
                Question.Part.of(ContentOrigin.MCP, words.say("client.name"), client.toString()));
        UserPrompter.QuestionText text = new UserPrompter.QuestionText(
                words.say("client.title", client.name()),
                parts,
                UserPrompter.option(YES, words),
                UserPrompter.option(NO, words));
        UserPrompter.QuestionContext occasion = new UserPrompter.QuestionContext(
                options.name, CallIds.NONE, Optional.empty(), closing, words, question -> {}, failed -> {});
        UserPrompter.Reply reply = prompter.ask(text, occasion, options.clientQuestionTime);
        return reply.option().id().equals(YES);
    }

    /** Notes that a client that may use the server has sent a request. */
    void seen(Peer peer) {
        Contact client = new Contact(peer.info(), peer.owner());
        synchronized (seen) {
            seen.remove(client);
            seen.put(client, threads.time().instant());
            if (seen.size() > MOST_CLIENTS) {
                seen.remove(seen.keySet().iterator().next());
            }
        }
    }

    /** Returns the clients that have sent requests, with the time of the last one; the newest is the last. */
    Map<Contact, Instant> seen() {
        synchronized (seen) {
            return new LinkedHashMap<>(seen);
        }
    }

    /**
     * Returns what is remembered of a client without a session. Two windows of one program have the same name, so only a
     * key that nobody else knows makes a client the one that it was.
     *
     * @param key what the client has chosen at random; without it nothing is remembered
     */
    Peer.ClientMemory memory(McpClientInfo client, Optional<String> key) {
        if (key.isEmpty()) {
            return memory(threads.randomId(), false);
        }
        String known = client.name() + " " + key.get();
        synchronized (memories) {
            Peer.ClientMemory mine = memories.remove(known);
            if (mine == null && memories.size() >= MOST_CLIENTS) {
                memories.remove(memories.keySet().iterator().next());
            }
            Peer.ClientMemory now = mine == null ? memory(threads.randomId(), true) : mine;
            memories.put(known, now);
            return now;
        }
    }

    /** Returns an empty memory of a client with a session. */
    Peer.ClientMemory memory(String id) {
        return memory(id, true);
    }

    private Peer.ClientMemory memory(String id, boolean isKnown) {
        String owner = "mcp-" + id;
        return Peer.ClientMemory.of(owner, isKnown, redactions.apply(owner));
    }

    /**
     * A client that has sent requests.
     *
     * @param client how it introduced itself
     * @param owner whose limits its calls count for, see {@link Peer#owner}
     */
    record Contact(McpClientInfo client, String owner) {}
}
