package dev.plumbline.providers.login;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one access token and fetches another before its end. However many calls need one at the same time, one of them
 * fetches it, on its own thread, and the others wait; a cancelled call stops waiting at once. Thread-safe.
 */
public final class TokenCache {
    private final Function<TokenClient, AccessToken> fetcher;
    private final Duration margin;

    /** Guarded by this, as is {@code running}. */
    private @Nullable Kept kept;

    private @Nullable CompletableFuture<Fetched> running;

    /** Creates a cache without a token yet, which fetches one that long before the end of the former one. */
    public TokenCache(Function<TokenClient, AccessToken> fetcher, Duration margin) {
        this.fetcher = fetcher;
        this.margin = margin;
    }

    /** Returns a cache of the same login with that margin. */
    public TokenCache withMargin(Duration other) {
        return new TokenCache(fetcher, other);
    }

    /**
     * Returns a valid token.
     *
     * @throws AiException if it cannot be fetched, or the call is cancelled
     */
    Lease take(TokenClient client) {
        while (true) {
            client.cancellation().throwIfCancelled();
            CompletableFuture<Fetched> own = new CompletableFuture<>();
            CompletableFuture<Fetched> other;
            synchronized (this) {
                if (kept != null && client.now().isBefore(kept.renewAt)) {
                    return new Lease(kept.token, false);
                }
                other = running;
                running = other == null ? own : other;
            }
            Fetched fetched = other == null ? fetch(client, own) : await(other, client.cancellation());
            if (fetched.token != null) {
                return new Lease(fetched.token, true);
            }
            if (fetched.error != null && (other == null || !isOfOneCall(fetched.error))) {
                throw fetched.error;
            }
        }
    }

    /** Drops a token that a service refused, unless another one has replaced it. */
    synchronized void drop(AccessToken refused) {
        if (kept != null && kept.token.equals(refused)) {
            kept = null;
        }
    }

    private Fetched fetch(TokenClient client, CompletableFuture<Fetched> own) {
        Fetched fetched = new Fetched(null, interrupted());
        try {
            fetched = new Fetched(fetcher.apply(client), null);
        } catch (AiException e) {
            fetched = stillValid(client, e);
        } catch (RuntimeException e) {
            // the message of a function of a program may have a secret
            fetched = new Fetched(
                    null,
                    new AiException(AiError.of(
                                    AiError.Category.CONFIGURATION,
                                    "login",
                                    "the function that fetches tokens failed; see TokenSource.of")
                            .withCause(e)));
        } finally {
            end(client, own, fetched);
        }
        return fetched;
    }

    /** Returns the former token if it is valid for a while, because a login service may be down for a moment. */
    private synchronized Fetched stillValid(TokenClient client, AiException failure) {
        boolean valid = kept != null && client.now().isBefore(kept.token.expiresAt());
        return valid && kept != null && !isOfOneCall(failure)
                ? new Fetched(kept.token, null)
                : new Fetched(null, failure);
    }

    private void end(TokenClient client, CompletableFuture<Fetched> own, Fetched fetched) {
        synchronized (this) {
            if (fetched.token != null && (kept == null || !kept.token.equals(fetched.token))) {
                kept = Kept.of(fetched.token, client.now(), margin);
            }
            running = null;
        }
        own.complete(fetched);
    }

    /** Returns whether the failure concerns only the call that fetched, so that another one tries for itself. */
    private static boolean isOfOneCall(AiException failure) {
        AiError.Category category = failure.error().category();
        return category == AiError.Category.CANCELLED || failure.error().code().equals("deadline");
    }

    private static Fetched await(CompletableFuture<Fetched> other, Cancellation cancellation) {
        CompletableFuture<Fetched> answer = other.copy();
        Subscription waking = cancellation.onCancel(() -> answer.complete(Fetched.NOTHING));
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancellation.cancel("the waiting thread was interrupted");
            throw interrupted();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a fetch ends with a value", e);
        } finally {
            waking.close();
        }
    }

    private static AiException interrupted() {
        return new AiException(
                AiError.of(AiError.Category.CANCELLED, "interrupted", "the waiting thread was interrupted"));
    }

    @Override
    public String toString() {
        return "margin " + margin;
    }

    /**
     * A token for one attempt.
     *
     * @param fresh whether it was fetched while the call waited for it
     */
    record Lease(AccessToken token, boolean fresh) {}

    /** The result of a fetch: a token, an error, or neither if the waiting call was cancelled. */
    private record Fetched(
            @Nullable AccessToken token, @Nullable AiException error) {
        static final Fetched NOTHING = new Fetched(null, null);
    }

    private record Kept(AccessToken token, Instant renewAt) {
        static Kept of(AccessToken token, Instant now, Duration margin) {
            Duration half = Duration.between(now, token.expiresAt()).dividedBy(2);
            Duration early = margin.compareTo(half) < 0 ? margin : half.isNegative() ? Duration.ZERO : half;
            return new Kept(token, token.expiresAt().minus(early));
        }
    }
}
