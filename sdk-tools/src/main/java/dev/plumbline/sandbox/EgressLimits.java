package dev.plumbline.sandbox;

import java.time.Duration;

/**
 * The limits of files and HTTP for one tool call. Immutable.
 *
 * @param maxFileBytes the maximum size of a file, read or written
 * @param maxListedNames the maximum number of listed names of a folder
 * @param maxResponseBytes the maximum size of a response
 * @param maxRequestBytes the maximum size of a request
 * @param maxRedirects the maximum number of consecutive redirects
 * @param connectTimeout the time limit for connecting
 */
public record EgressLimits(
        long maxFileBytes,
        int maxListedNames,
        int maxResponseBytes,
        int maxRequestBytes,
        int maxRedirects,
        Duration connectTimeout) {

    public EgressLimits {
        if (maxFileBytes < 1
                || maxFileBytes > Integer.MAX_VALUE - 16
                || maxListedNames < 1
                || maxResponseBytes < 1
                || maxRequestBytes < 0) {
            throw new IllegalArgumentException("sizes must be positive, and a file or body must be smaller than 2 GiB");
        }
        if (maxRedirects < 0 || connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("maxRedirects must not be negative and connectTimeout must be positive");
        }
    }

    /**
     * Returns the default limits: 16 MiB per file, 1,000 names, 4 MiB per response, 1 MiB per request, 5 redirects, 10
     * seconds to connect.
     */
    public static EgressLimits ofDefaults() {
        return new EgressLimits(16 << 20, 1_000, 4 << 20, 1 << 20, 5, Duration.ofSeconds(10));
    }

    /** Returns a copy with that maximum size of files. */
    public EgressLimits withMaxFileBytes(long bytes) {
        return new EgressLimits(bytes, maxListedNames, maxResponseBytes, maxRequestBytes, maxRedirects, connectTimeout);
    }

    /** Returns a copy with that maximum size of responses. */
    public EgressLimits withMaxResponseBytes(int bytes) {
        return new EgressLimits(maxFileBytes, maxListedNames, bytes, maxRequestBytes, maxRedirects, connectTimeout);
    }
}
