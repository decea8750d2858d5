package dev.plumbline.mcp;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that runs on a thread of its own while another thread, or several one after the other, carry what happens
 * to the client. Its tool finds it as the {@link McpClient}. Thread-safe.
 */
final class OpenCall implements McpClient {
    private static final int MOST_SIGNALS = 256;

    private final String id;
    private final Peer peer;
    private final RequestInfo request;
    private final BooleanSupplier isUiThread;
    private final Cancellation cancellation = Cancellation.create();
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable Json> progress = new AtomicReference<>();
    private volatile @Nullable PendingInput pending;
    private volatile @Nullable Json result;
    private volatile JsonRpc.@Nullable Failure error;
    private volatile JsonRpc.@Nullable Failure missingCapability;
    private final AtomicReference<Subscription> inputLimit = new AtomicReference<>(() -> {});
    private double lastProgress = -1;
    private int round;
    private int answered;

    /**
     * Creates a call.
     *
     * @param isUiThread returns whether the caller is on the UI thread, which must not wait for a client
     */
    OpenCall(String id, Peer peer, RequestInfo request, BooleanSupplier isUiThread) {
        this.isUiThread = isUiThread;
        this.id = id;
        this.peer = peer;
        this.request = request;
    }

    String id() {
        return id;
    }

    Peer peer() {
        return peer;
    }

    RequestInfo request() {
        return request;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** Returns what all content passes through that leaves to the client. */
    ClientContent content() {
        return new ClientContent(peer.memory().redaction(), cancellation);
    }

    /** Returns what the client has sent, with the values that were hidden from it. */
    Json restored(Json given) {
        return peer.memory().redaction().restored(given);
    }

    /** Returns arguments that the client has sent, with the values that were hidden from it. */
    Map<String, String> restored(Map<String, String> given) {
        Map<String, String> meant = new LinkedHashMap<>();
        given.forEach((name, value) -> meant.put(name, peer.memory().redaction().restored(value)));
        return meant;
    }

    private Map<String, Json> meant(Map<String, Json> answers) {
        Map<String, Json> meant = new LinkedHashMap<>();
        answers.forEach((key, answer) -> meant.put(key, restored(answer)));
        return meant;
    }

    BlockingQueue<Signal> signals() {
        return signals;
    }

    @Override
    public McpClientInfo info() {
        return peer.info();
    }

    @Override
    public boolean canAnswer(McpInput.Kind kind) {
        return peer.canAnswer(kind);
    }

    @Override
    public Map<String, Json> ask(Map<String, McpInput> inputs) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("ask for at least one input");
        }
        if (isUiThread.getAsBoolean()) {
            throw new IllegalStateException(
                    "a client is asked on the UI thread, which must not wait; let the tool run with POOL");
        }
        inputs.values().forEach(input -> requireCapability(input.kind()));
        CompletableFuture<Map<String, Json>> answers = new CompletableFuture<>();
        expect(inputs, request.inputResponses(), answers::complete);
        Subscription end = cancellation.onCancel(() -> answers.cancel(false));
        try {
            return answers.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw gone();
        } catch (ExecutionException | CancellationException e) {
            throw gone();
        } finally {
            end.close();
            pending = null;
        }
    }

    private static ToolException gone() {
        return new ToolException(ToolEnvelope.Code.CANCELLED, "The client did not answer what it was asked.");
    }

    private void requireCapability(McpInput.Kind kind) {
        if (!peer.canAnswer(kind)) {
            Json needed = Json.object().with(kind.capability(), Json.object());
            missingCapability = new JsonRpc.Failure(
                    JsonRpc.MISSING_CAPABILITY,
                    400,
                    "this call needs a client with the capability " + kind.capability(),
                    Optional.of(Json.object().with("requiredCapabilities", needed)));
            throw new ToolException("The client cannot answer: it did not declare the capability " + kind.capability());
        }
    }

    /** Returns the error for a client that lacks a capability which the call needed. */
    Optional<JsonRpc.Failure> missingCapability() {
        return Optional.ofNullable(missingCapability);
    }

    /** Makes inputs pending and signals it; answers that were sent in advance count. */
    Subscription expect(Map<String, McpInput> inputs, Map<String, Json> known, Consumer<Map<String, Json>> receiver) {
        Map<String, McpInput> sent = new LinkedHashMap<>();
        inputs.forEach((key, input) -> sent.put(key, content().input(input)));
        PendingInput next;
        synchronized (this) {
            round++;
            next = new PendingInput(round, sent, answers -> receiver.accept(meant(answers)));
            pending = next;
        }
        if (!next.accept(known)) {
            signals.add(new Signal.Input(next.round(), next.missing()));
        }
        return () -> {
            if (pending == next) {
                pending = null;
            }
        };
    }

    /**
     * Answers the question of that round, once.
     *
     * @return false if that round was answered before
     */
    boolean answer(int ofRound, Map<String, Json> responses) {
        synchronized (this) {
            if (ofRound <= answered || ofRound > round) {
                return false;
            }
            answered = ofRound;
        }
        limitInput(() -> {});
        PendingInput open = pending;
        if (open != null && open.round() == ofRound && !open.accept(responses)) {
            reissue(open);
        }
        return true;
    }

    /** Replaces the timer of a question, which would keep the call until its time is up. */
    void limitInput(Subscription timer) {
        inputLimit.getAndSet(timer).close();
    }

    /** Asks for what is still missing under a new number, since the old state is used up. */
    private void reissue(PendingInput open) {
        synchronized (this) {
            round++;
            PendingInput again = new PendingInput(round, open.missing(), rest -> {
                Map<String, Json> last = new LinkedHashMap<>(rest);
                boolean unused = open.accept(last);
            });
            pending = again;
            signals.add(new Signal.Input(round, again.missing()));
        }
    }

    /** Delivers one answer of a client with a session. */
    void deliver(int ofRound, String key, Json answer) {
        PendingInput open = pending;
        if (open != null && open.round() == ofRound) {
            boolean unused = open.accept(Map.of(key, answer));
        }
    }

    /** Returns whether a question of that round still waits. */
    synchronized boolean isWaiting(int ofRound) {
        return answered < ofRound;
    }

    @Override
    public void log(LogLevel level, String message) {
        boolean wanted =
                peer.logLevel().filter(least -> level.compareTo(least) >= 0).isPresent();
        if (wanted && signals.size() < MOST_SIGNALS) {
            Json params = Json.object()
                    .with("level", level.text())
                    .with("data", content().note(message));
            signals.add(new Signal.Notification(JsonRpc.notification("notifications/message", params)));
        }
    }

    /** Reports progress; only the newest report waits, and one that does not increase is dropped. */
    void progressed(double fraction, String note) {
        Json token = request.progressToken().orElse(null);
        synchronized (this) {
            if (token == null || !(fraction > lastProgress)) {
                return;
            }
            lastProgress = fraction;
        }
        Json params = Json.object()
                .with("progressToken", token)
                .with("progress", Math.round(fraction * 10_000) / 100.0)
                .with("total", 100);
        Json message = JsonRpc.notification(
                "notifications/progress",
                note.isEmpty() ? params : params.with("message", content().note(note)));
        if (progress.getAndSet(message) == null) {
            signals.add(new Signal.Progress());
        }
    }

    /** Takes the newest report of progress. */
    Optional<Json> takeProgress() {
        return Optional.ofNullable(progress.getAndSet(null));
    }

    void complete(Json outcome) {
        result = outcome;
        signals.add(new Signal.Done());
    }

    void fail(JsonRpc.Failure why) {
        error = content().failure(why);
        signals.add(new Signal.Done());
    }

    boolean isDone() {
        return result != null || error != null;
    }

    /**
     * Returns the outcome.
     *
     * @throws JsonRpc.Failure if it failed
     * @throws IllegalStateException if it is not done
     */
    Json outcome() {
        JsonRpc.Failure failed = error;
        if (failed != null) {
            throw failed;
        }
        Json done = result;
        if (done == null) {
            throw new IllegalStateException("the call has no outcome yet");
        }
        return done;
    }

    /**
     * What a request says.
     *
     * @param id its id, for the cancellation by a client with a session
     * @param method its method
     * @param name the tool or prompt, or the address of the resource
     * @param params its parameters
     * @param progressToken the token for reports of progress
     * @param inputResponses the answers that were sent with it
     */
    record RequestInfo(
            Json id,
            String method,
            String name,
            Json params,
            Optional<Json> progressToken,
            Map<String, Json> inputResponses) {}
}
