package dev.plumbline.session.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ThreadAffinity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads context sources in parallel; those of the UI thread are read in one task. A source that fails, is late or has
 * no value contributes no fact, and the turn continues.
 */
final class ContextReader {
    private final Turn turn;
    private final ContextSource.ReadContext asked;

    ContextReader(RoundContext round) {
        this.turn = round.turn;
        this.asked = new ContextSource.ReadContext(
                turn.recorder.input(), round.conversation(), turn.ids(), turn.cancellation());
    }

    /** Returns the values of the sources in the same order, once all are read, late, or the turn is cancelled. */
    Map<ContextSource, Optional<Json>> read(List<ContextSource> sources) {
        List<Answer> answers = sources.stream().map(Answer::new).toList();
        Predicate<Answer> onUiThread = answer -> isOnUiThread(answer.source);
        List<Answer> visit = answers.stream().filter(onUiThread).toList();
        answers.stream()
                .filter(onUiThread.negate())
                .forEach(answer -> begin(turn.settings.executor(), List.of(answer)));
        if (!visit.isEmpty()) {
            begin(turn.settings.viewers(), visit);
        }
        return answers.stream()
                .collect(Collectors.toMap(answer -> answer.source, Answer::said, (a, b) -> a, LinkedHashMap::new));
    }

    private boolean isOnUiThread(ContextSource source) {
        return source.affinity() != ThreadAffinity.POOL && turn.settings.host() != null;
    }

    private static void begin(Executor threads, List<Answer> answers) {
        try {
            threads.execute(() -> answers.forEach(Answer::read));
        } catch (RuntimeException closed) {
            answers.forEach(answer -> answer.value.completeExceptionally(closed));
        }
    }

    /** The value of one source. The first of three events counts: its value, its timeout, or the end of the turn. */
    private final class Answer {
        private final ContextSource source;
        private final CompletableFuture<Optional<Json>> value = new CompletableFuture<>();
        private final Subscription time;

        Answer(ContextSource source) {
            this.source = source;
            this.time = turn.time.schedule(source.timeout(), this::late);
        }

        private void late() {
            value.completeExceptionally(new TimeoutException());
        }

        void read() {
            if (value.isDone()) {
                return;
            }
            try {
                Object said = source.reader().apply(asked);
                value.complete(json(said instanceof Optional<?> maybe ? maybe.orElse(null) : said));
            } catch (Throwable t) {
                value.completeExceptionally(t);
            }
        }

        Optional<Json> said() {
            Subscription over = turn.cancellation().onCancel(() -> value.complete(Optional.empty()));
            try {
                return value.join();
            } catch (CompletionException failed) {
                turn.settings.failed(
                        turn.ids(),
                        "context source",
                        source.key(),
                        Objects.requireNonNullElse(failed.getCause(), failed));
                return Optional.empty();
            } finally {
                time.close();
                over.close();
            }
        }
    }

    private static Optional<Json> json(@Nullable Object value) {
        boolean nothing = value == null
                || (value instanceof CharSequence text && text.isEmpty())
                || (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> members && members.isEmpty());
        return nothing ? Optional.empty() : Optional.of(UntrustedJson.of(value));
    }
}
