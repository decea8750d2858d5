package dev.plumbline.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** A request in the terms of the JDK's client. */
final class Outgoing {

    private Outgoing() {}

    /** The request; {@code connected} runs when its body is asked for, which is when the connection stands. */
    static HttpRequest of(Request request, boolean http2, Runnable connected) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.address());
        request.headers().forEach(builder::header);
        builder.version(version(request.address(), http2));
        return request.body()
                .map(bytes -> builder.POST(new Body(HttpRequest.BodyPublishers.ofByteArray(bytes), connected)))
                .orElseGet(builder::GET)
                .build();
    }

    /** To offer HTTP/2 without TLS is to ask for an upgrade, which local servers answer with a lost body or not at all. */
    private static HttpClient.Version version(URI address, boolean http2) {
        boolean offered = http2 && "https".equalsIgnoreCase(address.getScheme());
        return offered ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    }

    /** A body that tells when it is asked for. */
    private record Body(HttpRequest.BodyPublisher bytes, Runnable begun) implements HttpRequest.BodyPublisher {
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
}
