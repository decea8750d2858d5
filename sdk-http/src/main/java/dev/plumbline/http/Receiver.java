package dev.plumbline.http;

import java.net.http.HttpResponse;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client's side of an exchange: puts what arrives into the inbox, a few pieces ahead of the reader, so a slow reader
 * slows the server down and a quick one does not ask for each. Never blocks.
 */
final class Receiver implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
    /** How many pieces, of 16 KiB at most, may lie in the inbox. */
    private static final int AHEAD = 8;

    private static final int ASKED_AT_ONCE = AHEAD / 2;

    private final Inbox inbox;
    private final CompletableFuture<Void> whole = new CompletableFuture<>();
    private final AtomicReference<Flow.@Nullable Subscription> source = new AtomicReference<>();
    private final Runnable tooMuch;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile boolean begun;
    private volatile boolean left;

    /** A receiver that runs {@code tooMuch} when content comes after the reader has left. */
    Receiver(Inbox inbox, Runnable tooMuch) {
        this.inbox = inbox;
        this.tooMuch = tooMuch;
    }

    /** Whether an answer began. */
    boolean hasBegun() {
        return begun;
    }

    /** Another piece was taken, so that there is room for one more. */
    void more() {
        Flow.Subscription subscription = source.get();
        if (subscription != null && taken.incrementAndGet() % ASKED_AT_ONCE == 0) {
            subscription.request(ASKED_AT_ONCE);
        }
    }

    /** Wants no more content, but an end that comes by itself, so that the connection can be used again. */
    void leave() {
        left = true;
    }

    @Override
    public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo head) {
        begun = true;
        inbox.put(new Arrival.Begin(new Head(head.statusCode(), head.headers())));
        return this;
    }

    /** Incomplete until the body has ended, so that cancelling the exchange works until then. */
    @Override
    public CompletionStage<Void> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source.set(subscription);
        subscription.request(AHEAD);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (!left) {
            inbox.put(new Arrival.Body(buffers));
            return;
        }
        if (buffers.stream().anyMatch(Buffer::hasRemaining)) {
            tooMuch.run();
        }
        more();
    }

    @Override
    public void onError(Throwable cause) {
        inbox.put(new Arrival.Broken(cause));
        whole.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        inbox.put(new Arrival.End());
        whole.complete(null);
    }
}
