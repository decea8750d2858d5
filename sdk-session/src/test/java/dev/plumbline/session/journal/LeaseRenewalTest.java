package dev.plumbline.session.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LeaseRenewalTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualClock clock = VirtualClock.create();
    private final InMemorySessionStore store =
            InMemorySessionStore.of(new TreeMap<>()).withLease(LEASE, clock);
    private final List<Throwable> failed = new ArrayList<>();
    private final List<WriterLostException> lost = new ArrayList<>();
    private final JournalSettings settings = new JournalSettings(
            store, FailureMode.FAIL, clock, Runnable::run, () -> false, (ids, thrown) -> failed.add(thrown));

    private void isRefused() {
        assertThatIllegalStateException().isThrownBy(() -> store.another().open("one"));
    }

    @Test
    @DisplayName("J16 a lease is renewed as long as its writer is open, and ends after that")
    void j16_lease_isRenewedInTime() {
        SessionStore.Writer writer = store.open("one");
        LeaseRenewal renewal = renewal();
        renewal.start(writer);
        for (int i = 0; i < 20; i++) {
            clock.advance(LEASE.dividedBy(2));
            isRefused();
        }
        renewal.stop();
        clock.advance(LEASE);
        try (SessionStore.Writer next = store.another().open("one")) {
            assertThat(next.lease().token()).isGreaterThan(writer.lease().token());
            assertThatThrownBy(() -> writer.append(List.of(Json.object()))).isInstanceOf(WriterLostException.class);
        }
    }

    @Test
    @DisplayName("J16 a journal keeps its lease while nothing is written, and reports by name that it was taken over")
    void j16_journal_keepsItsLease() {
        Journal journal = new Journal(
                settings,
                new CallIds("one", "", 0, ""),
                store.open("one"),
                new Object(),
                (status, failure) -> {},
                lost -> {});
        for (int i = 0; i < 10; i++) {
            clock.advance(LEASE.dividedBy(2));
        }
        isRefused();
        journal.add(List.of(Json.object().with("name", 1)));
        journal.write();
        assertThat(failed).isEmpty();

        store.close(); // as if it could not be reached
        SessionStore.Writer next = store.another().open("one");
        assertThat(next.position()).isEqualTo(1);
        journal.add(List.of(Json.object().with("name", 2)));
        assertThatThrownBy(() -> journal.write()).hasMessageContaining("journal-overtaken");
        assertThat(failed).singleElement().isInstanceOf(WriterLostException.class);
        assertThat(next.position()).isEqualTo(1);
    }

    private LeaseRenewal renewal() {
        return new LeaseRenewal(settings, lost::add);
    }

    /** A writer whose renewals fail with what is set. */
    private static final class Failing implements SessionStore.Writer {
        private final SessionStore.Writer writer;
        private int renewals;
        private RuntimeException failure;

        Failing(SessionStore.Writer writer) {
            this.writer = writer;
        }

        @Override
        public SessionStore.Lease renew(Duration limit, Cancellation cancellation) {
            renewals++;
            if (failure != null) {
                throw failure;
            }
            return writer.renew(limit, cancellation);
        }

        @Override
        public SessionStore.Lease lease() {
            return writer.lease();
        }

        @Override
        public long position() {
            return writer.position();
        }

        @Override
        public Stream<Json> read() {
            return writer.read();
        }

        @Override
        public void append(long expected, List<Json> records, Duration limit, Cancellation cancellation) {
            writer.append(expected, records, limit, cancellation);
        }

        @Override
        public String setAside(long from) {
            return writer.setAside(from);
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    private void pass(Duration time) {
        for (long i = 0; i < time.toMillis(); i += 250) {
            clock.advance(Duration.ofMillis(250));
        }
    }

    @Test
    @DisplayName("J21 a lease whose renewal fails for 11 seconds is renewed again, and kept")
    void j21_lease_outlivesAStoreThatIsAway() {
        Failing writer = new Failing(store.open("one"));
        LeaseRenewal renewal = renewal();
        renewal.start(writer);
        for (int i = 0; i < 5; i++) {
            writer.failure = new UncheckedIOException(new IOException("away"));
            pass(LEASE.dividedBy(2).plusSeconds(11));
            writer.failure = null;
            pass(LEASE.dividedBy(2));
            isRefused();
        }
        assertThat(lost).isEmpty();
        renewal.stop();
        assertThat(clock.pending()).isZero();
    }

    @Test
    @DisplayName(
            "J21 an idle writer learns of the loss of its lease as soon as it is known, and nothing is renewed then")
    void j21_loss_isToldAtOnce() {
        Failing writer = new Failing(store.open("one"));
        LeaseRenewal renewal = renewal();
        renewal.start(writer);
        writer.failure = new UncheckedIOException(new IOException("away"));
        pass(LEASE);
        assertThat(lost).isEmpty();
        WriterLostException overtaken = new WriterLostException("another writer has it");
        writer.failure = overtaken;
        pass(LEASE.dividedBy(8));
        assertThat(lost).containsExactly(overtaken);
        int renewals = writer.renewals;
        pass(LEASE.multipliedBy(3));
        assertThat(writer.renewals).isEqualTo(renewals);
        assertThat(lost).hasSize(1);
        assertThat(clock.pending()).isZero();
    }

    @Test
    @DisplayName("A15 a renewal that is under way when its writer is closed starts nothing and is no loss")
    void a15_stopDuringARenewal_startsNothing() {
        List<Runnable> work = new ArrayList<>();
        JournalSettings queued = new JournalSettings(
                store, FailureMode.FAIL, clock, work::add, () -> false, (ids, thrown) -> failed.add(thrown));
        Failing writer = new Failing(store.open("one"));
        LeaseRenewal[] renewal = new LeaseRenewal[1];
        renewal[0] = new LeaseRenewal(queued, lost::add);
        renewal[0].start(writer);
        pass(LEASE.dividedBy(2));
        renewal[0].stop();
        writer.failure = new WriterLostException("it was closed");
        work.forEach(Runnable::run);
        assertThat(lost).isEmpty();
        assertThat(clock.pending()).isZero();
    }

    @Test
    @DisplayName("A15 a renewal that ends after another writer was started does not disturb the other one's lease")
    void a15_secondWriter_isRenewedAlone() {
        List<Runnable> work = new ArrayList<>();
        JournalSettings queued = new JournalSettings(
                store, FailureMode.FAIL, clock, work::add, () -> false, (ids, thrown) -> failed.add(thrown));
        LeaseRenewal renewal = new LeaseRenewal(queued, lost::add);
        Failing first = new Failing(store.open("one"));
        renewal.start(first);
        pass(LEASE.dividedBy(2));
        renewal.stop();
        Failing second = new Failing(store.open("two"));
        renewal.start(second);
        work.forEach(Runnable::run);
        assertThat(clock.pending()).isEqualTo(1);
        assertThat(first.renewals).isZero();
        renewal.stop();
        assertThat(clock.pending()).isZero();
    }
}
