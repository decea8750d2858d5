package dev.plumbline.http.internal;

import java.time.Duration;

/**
 * The limits of a server. Each holds before anything is known about who sends a request.
 *
 * @param requests the maximum number of requests at the same time, each of which holds a thread
 * @param waiting the maximum number of requests that wait for a thread; further ones lose their connection
 * @param head how long a client may take to send the head of a request
 * @param patience how long a client may take to send the body, and to read a part of the answer
 * @param end how long the end of an exchange waits for what a client has announced and not sent
 */
public record ServerLimits(int requests, int waiting, Duration head, Duration patience, Duration end) {
    /** The number of connections that the system holds until the server takes them. */
    static final int BACKLOG = 64;

    /** The idle time after which a thread ends. */
    static final Duration IDLE = Duration.ofSeconds(5);

    /** Returns limits with the usual times: ten seconds for head, body and reading, one second for the end. */
    public static ServerLimits of(int requests, int waiting) {
        return new ServerLimits(
                requests, waiting, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(1));
    }
}
