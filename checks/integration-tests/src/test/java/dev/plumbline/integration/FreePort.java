package dev.plumbline.integration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Finds ports for programs that cannot choose one by themselves, or that are started again on the same one. */
public final class FreePort {
    /** Below the ports that the system gives to clients, one of which could take this one before the program does. */
    private static final int LOWEST = 12_000;

    private static final int COUNT = 9_000;

    private FreePort() {}

    /** Returns a port on which nobody listens now. */
    public static int find() {
        Random random = new Random();
        while (true) {
            int port = LOWEST + random.nextInt(COUNT);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
    }
}
