package dev.plumbline.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** An answer's body in memory, up to so many bytes; one byte more ends the exchange. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Optional<Flow.Subscription> source = Optional.empty();

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = Optional.of(subscription);
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            take(buffer);
        }
    }

    private void take(ByteBuffer buffer) {
        if (body.isDone()) {
            return;
        }
        if (bytes.size() + buffer.remaining() > most) {
            source.ifPresent(Flow.Subscription::cancel);
            body.completeExceptionally(new TooLarge());
            return;
        }
        byte[] piece = new byte[buffer.remaining()];
        buffer.get(piece);
        bytes.writeBytes(piece);
    }

    @Override
    public void onError(Throwable broken) {
        body.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }

    /** More came than may be kept. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("the body is larger than the limit");
        }
    }
}
