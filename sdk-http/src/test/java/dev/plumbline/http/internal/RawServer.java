package dev.plumbline.http.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers the head of each request with the bytes it was given, well-formed or not, and then runs the given action. */
final class RawServer implements AutoCloseable {
    final List<String> heads = new CopyOnWriteArrayList<>();
    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Script> scripts = new ArrayList<>();

    /** What is done with a connection whose first head has been read. */
    interface Script {
        void serve(Socket socket) throws IOException;
    }

    RawServer(Script... each) throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        scripts.addAll(List.of(each));
        Thread thread = new Thread(this::serve, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes these bytes and closes. */
    static Script says(String bytes) {
        return socket -> {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
        };
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/v1");
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress("127.0.0.1", listening.getLocalPort());
    }

    private void serve() {
        try {
            for (Script script : scripts) {
                Socket socket = listening.accept();
                sockets.add(socket);
                heads.add(head(socket.getInputStream()));
                script.serve(socket);
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
