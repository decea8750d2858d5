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
    private final AtomicReference<@Nullable Progress> unsent = new AtomicReference<>();
    private volatile Progress progress = new Progress(-1, "");
    private @Nullable Runnable whenDone;
    private volatile @Nullable PendingInput pending;
    private volatile @Nullable Json result;
    private volatile JsonRpc.@Nullable Failure error;
    private volatile JsonRpc.@Nullable Failure missingCapability;
    private final AtomicReference<Subscription> inputLimit = new AtomicReference<>(() -> {});
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
            missingCapability = peer.missing(kind.capability(), Json.object().with(kind.capability(), Json.object()));
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
            signal(new Signal.Input(next.round(), next.missing()));
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
            signal(new Signal.Input(round, again.missing()));
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
            signal(new Signal.Notification(JsonRpc.notification("notifications/message", params)));
        }
    }

    /** Reports progress; only the newest report waits, and one that does not increase is dropped. */
    void progressed(double fraction, String note) {
        Progress next = new Progress(fraction, note);
        synchronized (this) {
            if (!(fraction > progress.fraction())) {
                return;
            }
            progress = next;
        }
        if (request.progressToken().isPresent() && unsent.getAndSet(next) == null) {
            signal(new Signal.Progress());
        }
    }

    /** Takes the newest report of progress. */
    Optional<Json> takeProgress() {
        return Optional.ofNullable(unsent.getAndSet(null)).map(report -> {
            Json params = Json.object()
                    .with("progressToken", request.progressToken().orElseThrow())
                    .with("progress", report.percent())
                    .with("total", 100);
            return JsonRpc.notification(
                    "notifications/progress",
                    report.note().isEmpty()
                            ? params
                            : params.with("message", content().note(report.note())));
        });
    }

    /** Returns what the tool has reported last, for the client; empty before its first report. */
    String progressText() {
        Progress report = progress;
        if (report.fraction() < 0) {
            return "";
        }
        String percent = Math.round(report.fraction() * 100) + " %";
        return report.note().isEmpty() ? percent : percent + ": " + content().note(report.note());
    }

    void complete(Json outcome) {
        result = outcome;
        done();
    }

    void fail(JsonRpc.Failure why) {
        error = content().failure(why);
        done();
    }

    private void done() {
        signal(new Signal.Done());
        Runnable then;
        synchronized (this) {
            then = whenDone;
        }
        if (then != null) {
            then.run();
        }
    }

    /**
     * From now on no thread carries what happens to the client, which asks for it.
     *
     * @param then runs when the call is done
     * @return false if it is done already
     */
    synchronized boolean detach(Runnable then) {
        if (isDone()) {
            return false;
        }
        whenDone = then;
        signals.clear();
        return true;
    }

    private synchronized void signal(Signal happened) {
        if (whenDone == null) {
            signals.add(happened);
        }
    }

    /** Returns what the client is asked for now, by keys that are used once in a call; empty if it is asked for nothing. */
    Map<String, McpInput> asked() {
        PendingInput open = pending;
        Map<String, McpInput> asked = new LinkedHashMap<>();
        if (open != null) {
            open.missing().forEach((key, input) -> asked.put(key + suffix(open), input));
        }
        return asked;
    }

    /** Delivers answers to what was {@link #asked}; ignores others. */
    void deliver(Map<String, Json> responses) {
        PendingInput open = pending;
        if (open != null) {
            Map<String, Json> known = new LinkedHashMap<>();
            responses.forEach((key, answer) -> {
                if (key.endsWith(suffix(open))) {
                    known.put(key.substring(0, key.length() - suffix(open).length()), answer);
                }
            });
            boolean unused = open.accept(known);
        }
    }

    private static String suffix(PendingInput open) {
        return "-" + open.round();
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

    /** A report of a tool. */
    private record Progress(double fraction, String note) {
        double percent() {
            return Math.round(fraction * 10_000) / 100.0;
        }
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
