package dev.plumbline.session.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.json.Json;
import dev.plumbline.session.state.ConversationState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A store of one conversation that fails as disks and servers do: it is full for a while, slow, loses a lease, does not
 * know whether it has added records, and its program dies before or after an append. It outlives programs. For each
 * length of the journal it remembers the state of the running conversation when the last record was queued.
 */
final class SimulationStore implements SessionStore {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final SimulationScheduler scheduler;
    private final List<Json> records = new ArrayList<>();
    private final Map<Integer, ConversationState> states = new TreeMap<>();

    /** The turns that have begun and ended, and the calls that have begun, by the records that are stored. */
    final Set<String> stored = new HashSet<>();

    private Optional<Handle> holder = Optional.empty();
    private Optional<ConversationState> beforeOpening = Optional.empty();
    private long tokens;
    private long fullUntil;
    private int appends;

    /** Whether leases end. */
    boolean leased;

    /** In how many of a hundred appends something fails. */
    int faults;

    /** The number of the append at which the program dies; 0 if it does not. */
    int diesAt;

    /** Returns the state of the running conversation. */
    java.util.function.Supplier<Optional<ConversationState>> live = Optional::empty;

    /** The number of records that are stored by an append that has not returned. */
    int adding;

    /** Whether the last append has failed. */
    boolean failing;

    /** Whether an append or a renewal of this program was refused because another writer has the conversation. */
    boolean lost;

    /** Whether an append of this program has ever failed. */
    boolean hasFailed;

    SimulationStore(SimulationScheduler scheduler) {
        this.scheduler = scheduler;
    }

    int size() {
        return records.size();
    }

    List<Json> records() {
        return records;
    }

    /** Returns the states of the running conversation by the number of records. */
    Map<Integer, ConversationState> states() {
        return states;
    }

    boolean isHeld() {
        return holder.isPresent();
    }

    /** Works from now on, for another program. */
    void recover() {
        holder = Optional.empty();
        beforeOpening = Optional.empty();
        failing = false;
        hasFailed = false;
        lost = false;
        fullUntil = 0;
        appends = 0;
        adding = 0;
    }

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        return List.of();
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        return copy();
    }

    /** Returns the records as text that was read again. */
    private Stream<Json> copy() {
        return List.copyOf(records).stream().map(record -> Json.parse(record.text()));
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        Optional<ConversationState> before = live.get();
        scheduler.pause("store open");
        if (holder.isPresent()) {
            throw new IllegalStateException("it is open");
        }
        beforeOpening = before;
        Handle handle = new Handle(scheduler.program());
        holder = Optional.of(handle);
        return handle;
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private void disturb(Handle handle) {
        int luck = scheduler.next(100);
        if (luck < faults) {
            fail(handle, scheduler.next(10));
        } else if (luck > 90) {
            scheduler.sleep("slow store", Duration.ofMillis(1 + scheduler.next(3000)));
        }
        if (scheduler.nanoTime() < fullUntil) {
            hasFailed = true;
            failing = true;
            scheduler.note("store is full");
            throw new UncheckedIOException(new IOException("full"));
        }
    }

    private void fail(Handle handle, int kind) {
        if (kind == 0) {
            holder = Optional.empty(); // another program takes it over
            scheduler.note("lease lost");
        } else if (kind == 1) {
            handle.unsure = true;
        } else {
            fullUntil = scheduler.nanoTime()
                    + Duration.ofMillis(1 + scheduler.next(4000)).toNanos();
        }
    }

    private void add(List<Json> batch, Optional<ConversationState> state) {
        records.addAll(batch);
        StringBuilder kinds = new StringBuilder();
        for (Json record : batch) {
            String kind = record.get("kind").asText();
            Json branch = record.get("branch");
            kinds.append(' ').append(kind).append(branch.kind() == Json.Kind.STRING ? " " + branch.asText() : "");
            if (kind.equals("turn") || kind.equals("ended")) {
                stored.add(kind + " " + record.get("turn").asText());
            } else if (kind.equals("call") || kind.equals("changed-call")) {
                stored.add("call " + record.get("call").asText());
            }
        }
        if (batch.size() < 100) { // a longer queue is written in parts
            state.ifPresent(now -> states.put(records.size(), now));
        }
        scheduler.note("stored -> " + records.size() + kinds);
    }

    private final class Handle implements Writer {
        private final SimulationScheduler.Program program;
        private final long token = ++tokens;
        private boolean unsure;

        Handle(SimulationScheduler.Program program) {
            this.program = program;
        }

        private void requireOwn() {
            if (holder.orElse(null) != this) {
                lost = true;
                hasFailed = true;
                throw new WriterLostException("another writer has the conversation");
            }
        }

        @Override
        public Lease lease() {
            return leased ? new Lease(token, scheduler.instant().plus(LEASE)) : Lease.WITHOUT_END;
        }

        @Override
        public Lease renew(Duration limit, Cancellation cancellation) {
            scheduler.pause("renew");
            requireOwn();
            if (scheduler.isLuckOf(faults)) {
                throw new UncheckedIOException(new IOException("away"));
            }
            return lease();
        }

        @Override
        public long position() {
            return records.size();
        }

        @Override
        public Stream<Json> read() {
            return copy();
        }

        @Override
        public void append(long position, List<Json> batch, Duration limit, Cancellation cancellation) {
            Optional<ConversationState> state = beforeOpening.isPresent() ? beforeOpening : live.get();
            beforeOpening = Optional.empty();
            boolean dies = ++appends == diesAt;
            boolean stores = !dies || scheduler.next(2) == 0;
            scheduler.pause("append " + batch.size());
            disturb(this);
            requireOwn();
            if (position != records.size()) {
                lost = true;
                throw new WriterLostException("it has " + records.size() + " records, not " + position);
            }
            if (stores) {
                add(batch, state);
                adding = batch.size();
            }
            if (dies) {
                scheduler.kill(program);
            }
            if (unsure) {
                unsure = false;
                failing = true;
                hasFailed = true;
                adding = 0;
                throw new UncheckedIOException(new IOException("no answer"));
            }
            scheduler.pause("appended");
            failing = false;
            adding = 0;
        }

        @Override
        public String setAside(long position) {
            throw new IllegalStateException("a record does not fit: " + position);
        }

        @Override
        public void close() {
            if (holder.orElse(null) == this) {
                scheduler.note("released");
                holder = Optional.empty();
            }
        }
    }
}
