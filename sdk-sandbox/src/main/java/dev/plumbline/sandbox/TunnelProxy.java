package dev.plumbline.sandbox;

import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A CONNECT proxy on the loopback interface: it resolves the name, has the addresses decided, and connects to one of the very
 * addresses that were decided, so nobody can change the name's meaning in between. The JDK's client has no other place
 * for this. Who brings no ticket gets no tunnel. Starts with the first ticket; {@link #close} ends every tunnel.
 */
final class TunnelProxy implements AutoCloseable {
    private static final int MOST_TUNNELS = 32;

    private final SandboxThreads threads;
    private final Resolver resolver;
    private final Duration connect;
    private final Map<String, Ticket> tickets = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private Optional<ServerSocket> door = Optional.empty();
    private boolean closed;

    TunnelProxy(SandboxThreads threads, Resolver resolver, Duration connect) {
        this.threads = threads;
        this.resolver = resolver;
        this.connect = connect;
    }

    /** Where it listens, from now on. */
    synchronized InetSocketAddress address() throws IOException {
        if (closed) {
            throw new IOException("the sandbox is closed");
        }
        if (door.isEmpty()) {
            ServerSocket socket = new ServerSocket(0, MOST_TUNNELS, InetAddress.getLoopbackAddress());
            door = Optional.of(socket);
            threads.execute(() -> accept(socket));
        }
        return (InetSocketAddress) door.get().getLocalSocketAddress();
    }

    /** Honours the ticket until it is taken back. */
    void admit(Ticket ticket) {
        tickets.put(ticket.token(), ticket);
    }

    /** Takes the ticket back; a tunnel that stands goes on. */
    void dismiss(Ticket ticket) {
        tickets.remove(ticket.token());
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                serve(socket.accept());
            } catch (IOException closedOrBroken) {
                // close() closes the door; a visitor who is gone is no loss
            }
        }
    }

    private void serve(Socket client) {
        open.add(client);
        if (open.size() > 2 * MOST_TUNNELS) {
            drop(client);
        } else {
            threads.execute(() -> new Tunnel(client, this).run());
        }
    }

    Optional<Ticket> ticket(String token) {
        return Optional.ofNullable(tickets.get(token));
    }

    /** A connection to an address that was decided. */
    Socket connected(Ticket ticket) throws IOException {
        List<InetAddress> addresses = resolver.resolve(ticket.destination().name());
        ticket.check(addresses);
        IOException last = new IOException("no address");
        for (InetAddress address : addresses) {
            Socket server = new Socket();
            open.add(server);
            try {
                server.connect(
                        new InetSocketAddress(address, ticket.destination().port()), (int) connect.toMillis());
                return server;
            } catch (IOException e) {
                drop(server);
                last = e;
            }
        }
        throw last;
    }

    /** Starts the other half of a tunnel. */
    void aside(Runnable half) {
        threads.execute(half);
    }

    int patience() {
        return (int) connect.toMillis();
    }

    void drop(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException gone) {
            // it is closed, or was
        }
    }

    @Override
    public void close() {
        Optional<ServerSocket> last = shut();
        last.ifPresent(TunnelProxy::end);
        tickets.values().forEach(ticket -> ticket.fail(new ToolException("The program is closing.")));
        open.forEach(this::drop);
    }

    private synchronized Optional<ServerSocket> shut() {
        closed = true;
        return door;
    }

    private static void end(ServerSocket door) {
        try {
            door.close();
        } catch (IOException gone) {
            // it is closed, or was
        }
    }
}
