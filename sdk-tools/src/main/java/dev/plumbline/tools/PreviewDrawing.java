package dev.plumbline.tools;

import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a tool draws of a call while a person is asked about it. It is drawn and taken away on the UI thread, however the
 * question ends; without a host, on the thread of the call. A drawing that fails is reported, and the question goes on.
 */
final class PreviewDrawing {
    private final @Nullable GuardedToolContext call;
    private final @Nullable Function<Json, Subscription> drawing;

    /** What is drawn, and whether the question has ended; used on the UI thread. */
    private @Nullable Subscription drawn;

    private boolean ended;

    private PreviewDrawing(@Nullable GuardedToolContext call, @Nullable Function<Json, Subscription> drawing) {
        this.call = call;
        this.drawing = drawing;
    }

    /** Returns a drawing of nothing. */
    static PreviewDrawing none() {
        return new PreviewDrawing(null, null);
    }

    static PreviewDrawing of(GuardedToolContext call) {
        return call.setting()
                .tool()
                .tool()
                .drawing()
                .map(made -> new PreviewDrawing(call, made))
                .orElseGet(PreviewDrawing::none);
    }

    /** Draws soon: the question that is shown after it finds it drawn. */
    void show() {
        onUiThread(shown -> {
            if (!ended && drawing != null) {
                drawn = drawing.apply(shown.call().arguments());
            }
        });
    }

    /** Takes it away before anything that is given to the UI thread later. */
    void remove() {
        onUiThread(shown -> {
            ended = true;
            Subscription gone = drawn;
            drawn = null;
            if (gone != null) {
                gone.close();
            }
        });
    }

    private void onUiThread(Step step) {
        GuardedToolContext asked = call;
        if (asked == null) {
            return;
        }
        UiThreadExecutor host = asked.setting().executorContext().host();
        try {
            if (host == null) {
                isolated(step, asked);
            } else {
                host.execute(() -> isolated(step, asked));
            }
        } catch (RejectedExecutionException closed) {
            asked.setting().report("preview", closed); // the program ends, and its window with it
        }
    }

    private static void isolated(Step step, GuardedToolContext call) {
        try {
            step.run(call);
        } catch (RuntimeException | Error failed) {
            call.setting().report("preview", failed);
        }
    }

    /** A step on the UI thread. */
    @FunctionalInterface
    private interface Step {
        void run(GuardedToolContext shown);
    }
}
