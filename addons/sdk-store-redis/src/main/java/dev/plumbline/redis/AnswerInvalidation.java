package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import dev.plumbline.time.Scheduler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;

/** One invalidation: the answers of an index in all shards, in operations that share one limit. Used by one thread. */
final class AnswerInvalidation {
    private static final RedisScript INVALIDATE = RedisScript.of("invalidate.lua");
    private static final Duration LONGEST = Duration.ofDays(1);

    /** The number of answers that one operation removes, so that the server serves others between two. */
    private static final int BATCH = 500;

    private final ServerCommands server;
    private final Scheduler time;
    private final long end;
    private final Cancellation cancellation;

    AnswerInvalidation(ServerCommands server, Scheduler time, Duration limit, Cancellation cancellation) {
        this.server = server;
        this.time = time;
        this.end = time.nanoTime() + (limit.compareTo(LONGEST) < 0 ? limit : LONGEST).toNanos();
        this.cancellation = cancellation;
    }

    private OperationDeadline limits() {
        return new OperationDeadline(Duration.ofNanos(Math.max(0, end - time.nanoTime())), cancellation);
    }

    /** Removes the answers of an index, and returns their number. */
    long invalidate(AnswerKeys keys, String index) {
        long removed = 0;
        for (int shard = 0; shard < AnswerKeys.SHARDS; shard++) {
            removed += invalidate(keys, shard, index);
        }
        return removed;
    }

    /** Removes as many answers as the index had at first: others may store at the same time. */
    private long invalidate(AnswerKeys keys, int shard, String index) {
        String set = keys.index(shard, index);
        long left = (Long) command(set, new CommandArguments(Protocol.Command.ZCARD).key(set));
        long removed = 0;
        while (left > 0) {
            List<?> batch = (List<?>) command(
                    set,
                    new CommandArguments(Protocol.Command.ZRANGE)
                            .key(set)
                            .add(0)
                            .add(BATCH - 1));
            if (batch.isEmpty()) {
                return removed;
            }
            removed += remove(keys, set, index, batch);
            left -= batch.size();
        }
        return removed;
    }

    private Object command(String set, CommandArguments command) {
        return Objects.requireNonNull(server.run(set, command, limits()));
    }

    private long remove(AnswerKeys keys, String set, String index, List<?> batch) {
        List<String> names = new ArrayList<>(List.of(set));
        List<String> arguments = new ArrayList<>(List.of(index));
        for (Object each : batch) {
            String name = new String((byte[]) each, StandardCharsets.UTF_8);
            names.add(keys.answer(name));
            arguments.add(name);
        }
        return (Long) server.run(INVALIDATE, names, arguments, limits());
    }
}
