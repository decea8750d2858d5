package dev.plumbline.session.journal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.internal.PeriodicTask;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Renews a writer's lease whenever half of it has passed, because a tool may run longer than a lease lasts. It goes on,
 * whatever fails, until the writer is closed or known to be lost, which it tells at once: a session that writes nothing
 * would not learn of it. Does nothing for a lease without end. Thread-safe.
 */
final class LeaseRenewal {
    /** How many attempts a failing store gets in the half of a lease that is left, at least. */
    private static final int ATTEMPTS = 4;

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(10);

    private final JournalSettings settings;
    private final Consumer<WriterLostException> lost;
    private @Nullable PeriodicTask task;

    /**
     * Creates a renewal of nothing.
     *
     * @param lost receives the reason when a writer is known to be lost, on a thread of the executor; not after
     *     {@link #stop}
     */
    LeaseRenewal(JournalSettings settings, Consumer<WriterLostException> lost) {
        this.settings = settings;
        this.lost = lost;
    }

    /** Renews the lease of that writer from now on, and of no other one. */
    synchronized void start(SessionStore.Writer writer) {
        stop();
        if (writer.lease().ends()) {
            Duration half = half(writer.lease());
            Renewed renewed = new Renewed(writer);
            PeriodicTask started = new PeriodicTask(
                    new PeriodicTask.Threads(settings.time(), settings.executor()),
                    new PeriodicTask.Retries(
                            shorter(FIRST_RETRY, half.dividedBy(ATTEMPTS)),
                            shorter(LONGEST_RETRY, half.dividedBy(ATTEMPTS))),
                    renewed,
                    PeriodicTask.Listener.NONE); // a record that cannot be written is reported where it is written
            renewed.task = started;
            task = started.startAfter(half);
        }
    }

    /** Returns half of the time that a lease has left; never nothing, also if the clock of the machine was set. */
    private Duration half(SessionStore.Lease lease) {
        Duration half =
                Duration.between(settings.time().instant(), lease.until()).dividedBy(2);
        return half.compareTo(SHORTEST) < 0 ? SHORTEST : half;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    synchronized void stop() {
        if (task != null) {
            task.close();
            task = null;
        }
    }

    /** The work of one writer. */
    private final class Renewed implements PeriodicTask.Work {
        private final SessionStore.Writer writer;
        private volatile @Nullable PeriodicTask task;

        Renewed(SessionStore.Writer writer) {
            this.writer = writer;
        }

        @Override
        public Optional<Duration> run() {
            try {
                SessionStore.Lease lease = writer.renew(JournalSettings.STORE_LIMIT, Cancellation.create());
                return lease.ends() ? Optional.of(half(lease)) : Optional.empty();
            } catch (WriterLostException known) {
                PeriodicTask mine = task;
                if (mine != null && mine.isOpen()) { // a writer that was closed meanwhile is not lost
                    lost.accept(known);
                }
                return Optional.empty();
            }
        }
    }
}
