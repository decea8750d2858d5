package dev.plumbline.redis;

import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;

/** A connection to one node, after login. Used by one operation at a time. */
final class NodeConnection implements AutoCloseable {
    private final SocketChannel channel;
    private final Connection jedis;
    private final ByteBuffer unasked = ByteBuffer.allocate(1);
    private long usedAt;

    private NodeConnection(SocketChannel channel, Connection jedis) {
        this.channel = channel;
        this.jedis = jedis;
    }

    /**
     * Connects to a node.
     *
     * @param isData whether it has data, so that it needs login and database; a Sentinel does not
     */
    static NodeConnection open(HostAndPort node, RedisServer server, boolean isData, Operation operation)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean opened = false;
        try {
            operation.use(channel);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            InetSocketAddress address = new InetSocketAddress(node.getHost(), node.getPort());
            if (address.isUnresolved()) {
                throw new UnknownHostException("no address is known for the host of the Redis server");
            }
            channel.connect(address);
            Socket socket = server.address().isTls() ? secured(channel.socket(), node, server) : channel.socket();
            Connection jedis = new Connection(() -> socket, config(server, isData));
            opened = true;
            return new NodeConnection(channel, jedis);
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    private static Socket secured(Socket plain, HostAndPort node, RedisServer server) throws IOException {
        SSLContext context = server.trust().orElseGet(NodeConnection::trustOfPlatform);
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, node.getHost(), node.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static SSLContext trustOfPlatform() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no TLS", e);
        }
    }

    private static DefaultJedisClientConfig config(RedisServer server, boolean isData) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .resp2()
                .socketTimeoutMillis(0)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (isData) {
            config.database(server.address().database());
            server.password()
                    .ifPresent(password -> config.credentialsProvider(
                            () -> credentials(server.address().user(), password)));
        }
        return config.build();
    }

    private static DefaultRedisCredentials credentials(String user, Secret password) {
        return new DefaultRedisCredentials(user.isEmpty() ? null : user, password.reveal());
    }

    Connection jedis() {
        return jedis;
    }

    /** Lets an operation use this connection. */
    void usedBy(Operation operation) throws IOException {
        operation.use(channel);
    }

    /** Returns whether the server has neither closed it nor sent anything unasked; does not wait. */
    boolean isUsable() {
        try {
            channel.configureBlocking(false);
            int read = channel.read(unasked.clear());
            channel.configureBlocking(true);
            return read == 0;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Notes when it was used, by the clock of its pool. */
    void usedAt(long nanos) {
        usedAt = nanos;
    }

    /** Returns when it was last used. */
    long usedAt() {
        return usedAt;
    }

    boolean isBroken() {
        return jedis.isBroken();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException closed) { // nothing more can be done for it
            return;
        }
    }
}
