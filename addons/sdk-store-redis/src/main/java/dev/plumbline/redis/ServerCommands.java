package dev.plumbline.redis;

import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Runs commands and scripts on the node that has their keys, each within its limit. What was sent is never sent again;
 * what was not done, because the node could not be reached, does not have the key or does not know the script, is tried
 * again. Thread-safe.
 */
final class ServerCommands implements AutoCloseable {
    /** The number of nodes that one operation tries. */
    private static final int TRIES = 5;

    private final RedisServer server;
    private final Scheduler time;
    private final NodePools nodes;
    private final NodePools sentinels;
    private final Topology topology;

    ServerCommands(RedisServer server, Scheduler time) {
        this.server = server;
        this.time = time;
        this.nodes = new NodePools(server, true, time);
        this.sentinels = new NodePools(server, false, time);
        this.topology = switch (server.address().kind()) {
            case SINGLE -> new SingleNode(server.address().nodes().get(0));
            case SENTINEL -> new SentinelPrimary(server.address(), sentinels);
            case CLUSTER -> new ClusterSlots(server.address(), nodes);
        };
    }

    /** Runs a command on one key, and returns its answer: null, a number, bytes, or a list of these. */
    @Nullable
    Object run(String key, CommandArguments command, OperationDeadline limits) {
        return on(key, limits, jedis -> jedis.executeCommand(command));
    }

    /** Runs a script on keys of one slot. */
    Object run(RedisScript script, List<String> keys, List<?> arguments, OperationDeadline limits) {
        return on(keys.get(0), limits, jedis -> script.run(jedis, keys, arguments));
    }

    private <T> T on(String key, OperationDeadline limits, NodePools.Work<T> work) {
        try (Operation operation = new Operation(limits, server.limit(), time)) {
            Target target = new Target(key, operation);
            for (int tries = 1; ; tries++) {
                try {
                    return target.run(work);
                } catch (IOException failed) {
                    if (tries == TRIES || !target.canGoOn(failed)) {
                        throw target.failure(failed);
                    }
                }
            }
        }
    }

    /** The node that an operation is sent to next. */
    private final class Target {
        private final String key;
        private final Operation operation;
        private HostAndPort node = server.address().nodes().get(0);
        private boolean isAsked;

        Target(String key, Operation operation) {
            this.key = key;
            this.operation = operation;
        }

        <T> T run(NodePools.Work<T> work) throws IOException {
            boolean asked = isAsked;
            isAsked = false;
            if (!asked) {
                node = topology.node(key, operation);
            }
            try {
                return nodes.on(node, operation, asked ? asking(work) : work);
            } catch (JedisMovedDataException moved) {
                topology.moved(moved.getSlot(), moved.getTargetNode());
                throw refusal(moved);
            } catch (JedisAskDataException asks) {
                HostAndPort before = node;
                node = asks.getTargetNode();
                isAsked = true;
                throw new ServerRefusalException(before, String.valueOf(asks.getMessage()));
            } catch (JedisNoScriptException known) {
                isAsked = asked;
                throw refusal(known);
            } catch (JedisDataException refused) {
                throw refusal(refused);
            }
        }

        private static <T> NodePools.Work<T> asking(NodePools.Work<T> work) {
            return jedis -> {
                jedis.executeCommand(Protocol.Command.ASKING);
                return work.on(jedis);
            };
        }

        private ServerRefusalException refusal(JedisDataException refused) {
            return new ServerRefusalException(node, String.valueOf(refused.getMessage()));
        }

        /** Returns whether it can be tried again, here or at another node; nothing was done then. */
        boolean canGoOn(IOException failed) {
            if (failed instanceof ServerRefusalException refused) {
                return switch (refused.code()) {
                    case "NOSCRIPT" -> true;
                    case "MOVED", "ASK" -> server.address().kind() == ServerAddress.Kind.CLUSTER;
                    case "READONLY" -> topology.forget(node);
                    default -> false;
                };
            }
            boolean helps = topology.forget(node);
            return failed instanceof NotConnectedException
                    && helps
                    && operation.left().toMillis() > 0;
        }

        RuntimeException failure(IOException failed) {
            return failed instanceof ServerRefusalException
                    ? new UncheckedIOException(failed)
                    : operation.failure(node, failed);
        }
    }

    @Override
    public void close() {
        nodes.close();
        sentinels.close();
    }
}
