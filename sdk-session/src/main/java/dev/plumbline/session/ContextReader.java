package dev.plumbline.session;

import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.json.UntrustedJson;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.Affinity;
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
 * One reading of context sources, all at the same time, those of the UI thread in one visit. A source that fails, is late
 * or has no value gives no fact, and the turn goes on.
 */
final class ContextReader {
    private final Turn turn;
    private final ContextSource.Request asked;

    ContextReader(RoundWork round) {
        this.turn = round.turn;
        this.asked =
                new ContextSource.Request(turn.state.input(), round.conversation(), turn.ids(), turn.cancellation());
    }

    /** What each of them says, in the same order; returns when all did, are late, or the turn is cancelled. */
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
        return source.affinity() != Affinity.POOL && turn.settings.host() != null;
    }

    private static void begin(Executor threads, List<Answer> answers) {
        try {
            threads.execute(() -> answers.forEach(Answer::read));
        } catch (RuntimeException closed) {
            answers.forEach(answer -> answer.value.completeExceptionally(closed));
        }
    }

    /** What one source says; whatever comes first counts: its word, its time, or the end of the turn. */
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
                Object said = source.reader().read(asked);
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
                        turn.ids(), Label.of(source.key()), Objects.requireNonNullElse(failed.getCause(), failed));
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
