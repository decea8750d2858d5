package dev.plumbline.integration.vendors;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;

/** A transport of AWS's Java client that sends nothing: it keeps the request and returns an answer that is given. */
final class AwsTransport implements SdkHttpClient, SdkAsyncHttpClient {
    private final byte[] answer;
    private final SdkHttpResponse head;
    private byte[] sent = {};

    AwsTransport(String type, byte[] answer) {
        this.answer = answer;
        this.head = SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader("content-type", type)
                .build();
    }

    /** The body of the latest request. */
    byte[] sent() {
        return sent;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        try {
            sent = request.contentStreamProvider().orElseThrow().newStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(head)
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
        request.responseHandler().onHeaders(head);
        request.responseHandler().onStream(AsyncRequestBody.fromBytes(answer));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public String clientName() {
        return "scripted";
    }

    @Override
    public void close() {}
}
