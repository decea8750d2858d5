package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.internal.StoredAnswerErrors;
import dev.plumbline.provider.Secret;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;

/**
 * A response store on a server of Redis or Valkey, for programs on many machines. An answer is a value with the time to
 * live of its entry, counted by the server; answers are compressed. Programs that ask the same at the same time share
 * one call. An invalidation reads indexes, not all answers, and takes 16 operations.
 *
 * <p>Opens no connection before its first use. Thread-safe. Each operation has the shorter of its limit and that of the
 * server; a failure of the server is an {@link UncheckedIOException}, which a cache policy treats as a miss. See {@code
 * docs/teams.md}.
 */
public final class RedisResponseStore implements ResponseStore {
    private static final RedisScript PUT = RedisScript.of("put.lua");
    /** What the mark of a key is made of, which separates the answers of different keys. */
    static final String MARK = "plumbline.redis";

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final AnswerFrame.Packing USUAL = new AnswerFrame.Packing(AnswerFrame.SMALL, PayloadCipher.NONE);
    private static final long NO_END = -1;

    private final Settings settings;
    private final StoreThreads threads = new StoreThreads();
    private final ServerCommands server;
    private final AnswerLeases leases;
    private volatile boolean closed;

    private RedisResponseStore(Settings settings) {
        this.settings = settings;
        this.server = new ServerCommands(settings.server(), threads.deadlines());
        this.leases = new AnswerLeases(server, threads, settings.lease());
    }

    /** Everything that is set before a store is used. */
    private record Settings(RedisServer server, String prefix, AnswerFrame.Packing packing, Duration lease) {
        PayloadCipher cipher() {
            return packing.cipher();
        }

        Settings with(int compressFrom, PayloadCipher cipher) {
            return new Settings(server, prefix, new AnswerFrame.Packing(compressFrom, cipher), lease);
        }
    }

    /**
     * Returns a store on that server.
     *
     * @param uri as {@link RedisServer#at}
     * @throws IllegalArgumentException if it is not such a URI
     */
    public static RedisResponseStore at(String uri) {
        return on(RedisServer.at(uri));
    }

    /** Returns a store on that server. */
    public static RedisResponseStore on(RedisServer server) {
        return new RedisResponseStore(
                new Settings(Objects.requireNonNull(server, "server"), KeyPrefix.USUAL, USUAL, LEASE));
    }

    /**
     * Returns a store whose names begin with that prefix, {@code plumbline} by default; stores with other prefixes share
     * nothing with it.
     *
     * @throws IllegalArgumentException unless it has 1 to 64 letters, digits, {@code _ .} and {@code -}
     */
    public RedisResponseStore withPrefix(String prefix) {
        return new RedisResponseStore(
                new Settings(settings.server(), KeyPrefix.checked(prefix), settings.packing(), settings.lease()));
    }

    /**
     * Returns a store that encrypts its answers with AES-GCM. Answers with another key, or without one, are misses.
     *
     * @param key 32 random bytes, one per character; read now and at each use
     * @throws IllegalArgumentException if it has another length or a character that is not a byte
     */
    public RedisResponseStore withEncryption(Secret key) {
        return new RedisResponseStore(
                settings.with(settings.packing().compressFrom(), PayloadCipher.ofCharacters(key::reveal)));
    }

    /**
     * Returns a store that compresses answers from that size on, 8,192 bytes by default; {@link Integer#MAX_VALUE} for
     * none. A hit on a server of the same machine is faster without, over a network with compression. What is stored is
     * read whatever is set.
     *
     * @throws IllegalArgumentException if it is below 64 bytes
     */
    public RedisResponseStore withCompressionFrom(int bytes) {
        if (bytes < 64) {
            throw new IllegalArgumentException("answers are compressed from 64 bytes on; got " + bytes);
        }
        return new RedisResponseStore(settings.with(bytes, settings.cipher()));
    }

    /**
     * Returns a store whose leases end after that time when their holder dies, 15 seconds by default. They are renewed
     * three times as often.
     *
     * @throws IllegalArgumentException if it is shorter than 100 milliseconds
     */
    public RedisResponseStore withLease(Duration length) {
        if (length.toMillis() < 100) {
            throw new IllegalArgumentException("a lease is at least 100 ms long; got " + length);
        }
        return new RedisResponseStore(new Settings(settings.server(), settings.prefix(), settings.packing(), length));
    }

    private AnswerKeys keys() {
        return new AnswerKeys(settings.prefix(), settings.cipher().mark(MARK));
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        OperationDeadline limits = new OperationDeadline(limit, cancellation);
        AnswerKeys keys = keys();
        String name = keys.name(key);
        String answer = keys.answer(name);
        CommandArguments get = new CommandArguments(Protocol.Command.GETRANGE)
                .key(answer)
                .add(0)
                .add(AnswerFrame.LARGEST);
        byte[] value = closed ? new byte[0] : bytes(answer, get, limits);
        return value.length == 0 ? Optional.empty() : Optional.of(read(value, key, name));
    }

    /** Returns the value, which is empty if there is none. */
    private byte[] bytes(String answer, CommandArguments get, OperationDeadline limits) {
        try {
            return server.run(answer, get, limits) instanceof byte[] found ? found : new byte[0];
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof ServerRefusalException refused
                    && refused.code().equals("WRONGTYPE")) {
                throw StoredAnswerErrors.damaged();
            }
            throw e;
        }
    }

    private Entry read(byte[] value, Key key, String name) {
        return AnswerFrame.answer(value, name, settings.cipher())
                .flatMap(bytes -> AnswerBytes.entry(bytes, key))
                .orElseThrow(StoredAnswerErrors::damaged);
    }

    /** {@inheritDoc} An answer has at most 16 MiB. */
    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        AnswerKeys keys = keys();
        String name = keys.name(key);
        List<String> indexes = keys.indexes(key, entry);
        long ttl = ttl(entry);
        byte[] answer = AnswerBytes.bytes(key, entry);
        byte[] value = AnswerFrame.of(answer, indexes, name, settings.packing());
        if (closed) {
            return;
        }
        int largest = Math.max(answer.length, value.length); // what is larger when it is inflated could not be read
        if (largest > AnswerFrame.LARGEST || ttl == 0) {
            remove(key, limit, cancellation);
            if (ttl > 0 || ttl == NO_END) {
                throw StoredAnswerErrors.tooLarge(largest, AnswerFrame.LARGEST);
            }
            return;
        }
        List<String> names = new ArrayList<>();
        names.add(keys.answer(name));
        indexes.forEach(index -> names.add(keys.index(AnswerKeys.shard(name), index)));
        server.run(PUT, names, List.of(value, ttl, name), new OperationDeadline(limit, cancellation));
    }

    /** Returns the time to live in milliseconds, by the length and not the dates, because clocks of machines differ. */
    private static long ttl(Entry entry) {
        if (entry.expires().equals(Instant.MAX)) {
            return NO_END;
        }
        Duration left = Duration.between(entry.stored(), entry.expires());
        return left.toDays() > Short.MAX_VALUE ? NO_END : Math.max(0, left.toMillis());
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        AnswerKeys keys = keys();
        String answer = keys.answer(keys.name(key));
        CommandArguments delete = new CommandArguments(Protocol.Command.DEL).key(answer);
        return !closed
                && Long.valueOf(1).equals(server.run(answer, delete, new OperationDeadline(limit, cancellation)));
    }

    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (closed) {
            return 0;
        }
        AnswerKeys keys = keys();
        return new AnswerInvalidation(server, threads.deadlines(), limit, cancellation)
                .invalidate(keys, keys.index(selection));
    }

    /** {@inheritDoc} Waiting programs see the answer when it is stored, or that there is none. */
    @Override
    public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
        AnswerKeys keys = keys();
        return closed
                ? Lease.UNSHARED
                : leases.take(keys.lease(keys.name(key)), awaited, new OperationDeadline(limit, cancellation));
    }

    /** Closes the connections: it then finds and stores nothing. The answers stay on the server. */
    @Override
    public void close() {
        closed = true;
        leases.close();
        server.close();
        threads.close();
    }

    @Override
    public String toString() {
        return "RedisResponseStore[" + settings.server() + "]";
    }
}
