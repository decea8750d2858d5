package dev.plumbline.sandbox;

import java.time.Duration;

/**
 * Limits for files and HTTP of one tool call. A value.
 *
 * @param fileBytes of one file, read or written
 * @param listed names of one folder
 * @param bodyBytes of one answer
 * @param sentBytes of one request
 * @param redirects one after another
 * @param connect how long a connection may take to be there
 */
public record EgressLimits(long fileBytes, int listed, int bodyBytes, int sentBytes, int redirects, Duration connect) {

    public EgressLimits {
        if (fileBytes < 1 || fileBytes > Integer.MAX_VALUE - 16 || listed < 1 || bodyBytes < 1 || sentBytes < 0) {
            throw new IllegalArgumentException("sizes are positive, and one file or body is below 2 GiB");
        }
        if (redirects < 0 || connect.isNegative() || connect.isZero()) {
            throw new IllegalArgumentException("redirects are 0 or more, and a connection takes some time");
        }
    }

    /** 16 MiB a file, 1,000 names, 4 MiB an answer, 1 MiB a request, 5 redirects, 10 seconds to connect. */
    public static EgressLimits ofDefaults() {
        return new EgressLimits(16 << 20, 1_000, 4 << 20, 1 << 20, 5, Duration.ofSeconds(10));
    }

    /** A copy for files of at most that size. */
    public EgressLimits withFileBytes(long bytes) {
        return new EgressLimits(bytes, listed, bodyBytes, sentBytes, redirects, connect);
    }

    /** A copy for answers of at most that size. */
    public EgressLimits withBodyBytes(int bytes) {
        return new EgressLimits(fileBytes, listed, bytes, sentBytes, redirects, connect);
    }
}
