package dev.plumbline.providers;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** A request's body that tells when it is asked for: that is when the connection stands. */
final class Sending implements HttpRequest.BodyPublisher {
    private final HttpRequest.BodyPublisher bytes;
    private final Runnable begun;

    Sending(byte[] body, Runnable begun) {
        this.bytes = HttpRequest.BodyPublishers.ofByteArray(body);
        this.begun = begun;
    }

    @Override
    public long contentLength() {
        return bytes.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        begun.run();
        bytes.subscribe(subscriber);
    }
}
