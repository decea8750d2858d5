package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the readers of resources on the UI thread of the host if there is one, and the makers of prompts elsewhere.
 *
 * @param options the options of the server
 * @param failures receives what they throw
 */
record HostReader(McpOptions options, ServerFailures failures) {

    /**
     * Runs the maker of a prompt, which may ask the client, and returns its value.
     *
     * @throws JsonRpc.Failure if it fails
     */
    <T> T make(OpenCall call, Callable<T> maker) {
        try {
            return maker.call();
        } catch (Exception | Error failed) {
            throw failed(call, failed);
        }
    }

    /**
     * Runs a reader and returns its value.
     *
     * @throws JsonRpc.Failure if it fails, or the call is cancelled
     */
    <T> T read(OpenCall call, Callable<T> reader) {
        CompletableFuture<T> value = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                value.complete(reader.call());
            } catch (Exception | Error failed) {
                value.completeExceptionally(failed);
            }
        };
        Subscription end = call.cancellation().onCancel(() -> value.cancel(false));
        try {
            options.host.ifPresentOrElse(host -> host.execute(task), task);
            return value.get();
        } catch (ExecutionException e) {
            throw failed(call, e.getCause());
        } catch (CancellationException e) {
            throw new JsonRpc.Failure(JsonRpc.INTERNAL_ERROR, 200, "the request was cancelled");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JsonRpc.Failure(JsonRpc.INTERNAL_ERROR, 200, "the server is closing");
        } finally {
            end.close();
        }
    }

    private JsonRpc.Failure failed(OpenCall call, @Nullable Throwable cause) {
        Optional<JsonRpc.Failure> missing = call.missingCapability();
        if (missing.isPresent()) {
            return missing.get();
        }
        if (cause instanceof ToolException readable) {
            return new JsonRpc.Failure(JsonRpc.INTERNAL_ERROR, 200, String.valueOf(readable.getMessage()));
        }
        if (cause != null) {
            failures.threw(call, cause);
        }
        return new JsonRpc.Failure(
                JsonRpc.INTERNAL_ERROR,
                200,
                "it failed: " + (cause == null ? "" : cause.getClass().getName()));
    }
}
