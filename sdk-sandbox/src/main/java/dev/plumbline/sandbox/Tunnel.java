package dev.plumbline.sandbox;

import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One visitor of the proxy: asks for a tunnel, shows a ticket, and gets bytes carried both ways until either side ends. */
final class Tunnel {
    private static final int LONGEST_HEAD = 8_192;
    private static final Pattern ASKED = Pattern.compile("CONNECT (\\S{1,300}) HTTP/1\\.[01]");
    private static final Pattern SHOWN =
            Pattern.compile("(?im)^proxy-authorization:[ \\t]*bearer[ \\t]+(\\S{1,200})[ \\t]*\\r?$");

    private static final int IDLE_MILLIS = 20_000;

    private final Socket client;
    private final TunnelProxy proxy;
    private volatile boolean moved;

    Tunnel(Socket client, TunnelProxy proxy) {
        this.client = client;
        this.proxy = proxy;
    }

    void run() {
        try {
            client.setSoTimeout(proxy.patience());
            serve(head());
        } catch (IOException gone) {
            // nobody is left to be told
        } finally {
            proxy.drop(client);
        }
    }

    /** What the visitor says first, byte by byte: what follows it belongs to the tunnel. */
    private String head() throws IOException {
        InputStream in = client.getInputStream();
        byte[] head = new byte[LONGEST_HEAD];
        int length = 0;
        while (!endsHead(head, length)) {
            int next = length == LONGEST_HEAD ? -1 : in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head[length++] = (byte) next;
        }
        return new String(head, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static boolean endsHead(byte[] head, int length) {
        return length >= 4 && Arrays.equals(head, length - 4, length, new byte[] {'\r', '\n', '\r', '\n'}, 0, 4);
    }

    private void serve(String head) throws IOException {
        Matcher asked = ASKED.matcher(head.lines().findFirst().orElse(""));
        Matcher shown = SHOWN.matcher(head);
        Optional<Ticket> ticket = shown.find() ? proxy.ticket(shown.group(1)) : Optional.empty();
        if (ticket.isEmpty()) {
            answer("407 Proxy Authentication Required");
        } else if (!asked.matches() || !ticket.get().destination().authority().equalsIgnoreCase(asked.group(1))) {
            answer("403 Forbidden");
        } else {
            connect(ticket.get());
        }
    }

    private void connect(Ticket ticket) throws IOException {
        try {
            carry(proxy.connected(ticket));
        } catch (ToolException refused) {
            ticket.fail(refused);
            answer("403 Forbidden");
        } catch (UnknownHostException e) {
            ticket.fail(new ToolException("There is no host of that name."));
            answer("502 Bad Gateway");
        } catch (IOException | RuntimeException e) {
            ticket.fail(new ToolException(
                    "No connection to this host: " + e.getClass().getSimpleName() + "."));
            answer("502 Bad Gateway");
        }
    }

    private void answer(String status) throws IOException {
        client.getOutputStream()
                .write(("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void carry(Socket server) throws IOException {
        client.setSoTimeout(IDLE_MILLIS);
        server.setSoTimeout(IDLE_MILLIS);
        answer("200 OK");
        proxy.aside(() -> pump(server, client));
        pump(client, server);
    }

    /** Either end takes the other with it. */
    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[16_384];
        try {
            for (int read = 0; read >= 0; read = read(from, buffer)) {
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // as good as an end
        } finally {
            proxy.drop(from);
            proxy.drop(to);
        }
    }

    /** Nothing for a while is the end, unless something went the other way. */
    private int read(Socket from, byte[] buffer) throws IOException {
        try {
            int read = from.getInputStream().read(buffer);
            moved = true;
            return read;
        } catch (SocketTimeoutException idle) {
            if (!moved) {
                throw idle;
            }
            moved = false;
            return 0;
        }
    }
}
