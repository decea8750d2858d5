package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Results that tools deliver after they have returned: a {@link CompletionStage}, or a {@link Flow.Publisher} whose
 * elements become a list. No thread waits for them: the stage or publisher completes the envelope, within the time limit
 * of the tool. A cancelled call cancels it.
 */
final class AsyncResults {

    private AsyncResults() {}

    /** Converts what a tool delivers late, or what it failed with, into the envelope of its call; throws nothing. */
    @FunctionalInterface
    interface Conversion {
        ToolEnvelope envelope(@Nullable Object result, @Nullable Throwable thrown);
    }

    /**
     * Registers the later envelope of a stage or publisher with the guard of its call, and returns the envelope of the
     * call until then.
     */
    static ToolEnvelope await(Object result, GuardedToolContext context, Conversion conversion) {
        if (result instanceof CompletionStage<?> stage) {
            context.guard().awaitLater(envelope(stage, context, conversion));
        } else if (result instanceof Flow.Publisher<?> publisher) {
            context.guard().awaitLater(envelope(publisher, context, conversion));
        } else {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.INVALID_RESULT,
                    "The tool returned a Future, for which a thread would have to wait; return a CompletableFuture.");
        }
        return FailureEnvelopes.cancelled(true);
    }

    private static CompletableFuture<ToolEnvelope> envelope(
            CompletionStage<?> stage, GuardedToolContext context, Conversion conversion) {
        CompletableFuture<ToolEnvelope> later = new CompletableFuture<>();
        var unused = stage.whenComplete((value, thrown) -> later.complete(conversion.envelope(value, bare(thrown))));
        if (stage instanceof Future<?> future) {
            closeWith(later, context.cancellation().onCancel(() -> future.cancel(true)));
        }
        return later;
    }

    private static @Nullable Throwable bare(@Nullable Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private static CompletableFuture<ToolEnvelope> envelope(
            Flow.Publisher<?> publisher, GuardedToolContext context, Conversion conversion) {
        Elements elements = new Elements(context, conversion);
        publisher.subscribe(elements);
        closeWith(elements.later, context.cancellation().onCancel(elements::cancel));
        return elements.later;
    }

    private static void closeWith(CompletableFuture<ToolEnvelope> later, Subscription cancel) {
        var unused = later.whenComplete((envelope, never) -> cancel.close());
    }

    /**
     * Collects the elements of a publisher, one at a time, until they are as large as a result may be; then it cancels
     * the subscription. A publisher calls it from one thread at a time.
     */
    private static final class Elements implements Flow.Subscriber<Object> {
        private final GuardedToolContext context;
        private final Conversion conversion;
        private final CompletableFuture<ToolEnvelope> later = new CompletableFuture<>();
        private final List<Json> head = new ArrayList<>();
        private int remaining;
        private Flow.@Nullable Subscription source;

        Elements(GuardedToolContext context, Conversion conversion) {
            this.context = context;
            this.conversion = conversion;
            this.remaining = StreamedListResult.capacity(context);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            synchronized (this) {
                source = subscription;
            }
            if (context.cancellation().isCancelled()) {
                subscription.cancel();
            } else {
                subscription.request(1);
            }
        }

        @Override
        public void onNext(Object element) {
            if (later.isDone()) {
                return;
            }
            try {
                add(UntrustedJson.of(element));
            } catch (JsonException e) {
                end(conversion.envelope(null, new JsonException("/" + head.size() + e.place(), e.rule())));
            } catch (RuntimeException e) {
                end(conversion.envelope(null, e));
            }
        }

        private void add(Json element) {
            remaining -= JsonTruncator.bytes(element) + 1;
            if (remaining >= 0) {
                head.add(element);
                request();
                return;
            }
            if (head.isEmpty()) {
                Json marked = context.setting().marked(Json.of(List.of(element)), Optional.empty());
                head.add(JsonTruncator.of(marked.elements().get(0), StreamedListResult.capacity(context))
                        .value());
            }
            JsonTruncator.Cut cut = new JsonTruncator.Cut("/items", OptionalLong.empty(), head.size());
            end(JsonTruncator.marked(ToolEnvelope.ok(head), cut, Optional.empty(), context.setting()));
        }

        private synchronized void request() {
            if (source != null) {
                source.request(1);
            }
        }

        private void end(ToolEnvelope envelope) {
            cancel();
            later.complete(envelope);
        }

        synchronized void cancel() {
            if (source != null) {
                source.cancel();
            }
        }

        @Override
        public void onError(Throwable thrown) {
            later.complete(conversion.envelope(null, thrown));
        }

        @Override
        public void onComplete() {
            later.complete(ToolEnvelope.ok(List.copyOf(head)));
        }
    }
}
