package dev.plumbline.mcp;

import java.time.Duration;

/**
 * The limits of a server. A value; change it with the {@code withX} methods.
 *
 * @param bodyBytes the maximum size of a request; 4 MiB by default
 * @param calls the maximum number of calls that run at the same time, those that wait for a person included; 16 by
 *     default. One client has at most three quarters of them. Further ones are answered at once with what is running
 * @param requestsPerSecond the maximum rate of requests of all clients together, after a burst of five times as many;
 *     100 by default. Further ones are answered with status 429
 * @param sessions the maximum number of sessions; 32 by default. A further one ends a
 *     session of the client that has most of them, the one that was idle longest
 * @param streams the maximum number of open streams for notifications; 16 by default. A further one ends
 *     the oldest one of the client that has most of them
 * @param inputTime how long a call waits for a client that was asked for input, and a task for a client that asks for its
 *     state; 5 minutes by default. Then it is cancelled
 * @param pageCharacters the number of characters of a page of a stored result; 32,768 by default
 * @param imageEdge the maximum width and height of an image in pixels; 1,568 by default, because larger ones are made
 *     smaller by the services anyway and cost tokens until then
 */
public record McpLimits(
        int bodyBytes,
        int calls,
        int requestsPerSecond,
        int sessions,
        int streams,
        Duration inputTime,
        int pageCharacters,
        int imageEdge) {
    private static final McpLimits DEFAULTS =
            new McpLimits(4 << 20, 16, 100, 32, 16, Duration.ofMinutes(5), 32_768, 1_568);

    public McpLimits {
        positive(bodyBytes, "bodyBytes");
        positive(calls, "calls");
        positive(requestsPerSecond, "requestsPerSecond");
        positive(sessions, "sessions");
        positive(streams, "streams");
        positive(pageCharacters, "pageCharacters");
        positive(imageEdge, "imageEdge");
        if (inputTime.isNegative() || inputTime.isZero()) {
            throw new IllegalArgumentException("inputTime must be positive; got " + inputTime);
        }
    }

    private static void positive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1; got " + value);
        }
    }

    /** Returns the maximum number of calls of one client at the same time, so that no client takes all places. */
    int callsOfAClient() {
        return Math.max(1, calls - calls / 4);
    }

    /** Returns the limits that hold unless others are set. */
    public static McpLimits ofDefaults() {
        return DEFAULTS;
    }

    /** Returns a copy with another maximum size of a request. */
    public McpLimits withBodyBytes(int most) {
        return new McpLimits(most, calls, requestsPerSecond, sessions, streams, inputTime, pageCharacters, imageEdge);
    }

    /** Returns a copy with another maximum number of calls at the same time. */
    public McpLimits withCalls(int most) {
        return new McpLimits(
                bodyBytes, most, requestsPerSecond, sessions, streams, inputTime, pageCharacters, imageEdge);
    }

    /** Returns a copy with another maximum rate of requests. */
    public McpLimits withRequestsPerSecond(int most) {
        return new McpLimits(bodyBytes, calls, most, sessions, streams, inputTime, pageCharacters, imageEdge);
    }

    /** Returns a copy with another maximum number of sessions. */
    public McpLimits withSessions(int most) {
        return new McpLimits(bodyBytes, calls, requestsPerSecond, most, streams, inputTime, pageCharacters, imageEdge);
    }

    /** Returns a copy with another maximum number of open streams. */
    public McpLimits withStreams(int most) {
        return new McpLimits(bodyBytes, calls, requestsPerSecond, sessions, most, inputTime, pageCharacters, imageEdge);
    }

    /** Returns a copy with another time that a call waits for a client's input. */
    public McpLimits withInputTime(Duration most) {
        return new McpLimits(bodyBytes, calls, requestsPerSecond, sessions, streams, most, pageCharacters, imageEdge);
    }

    /** Returns a copy with another number of characters of a page. */
    public McpLimits withPageCharacters(int most) {
        return new McpLimits(bodyBytes, calls, requestsPerSecond, sessions, streams, inputTime, most, imageEdge);
    }

    /** Returns a copy with another maximum edge of images. */
    public McpLimits withImageEdge(int most) {
        return new McpLimits(bodyBytes, calls, requestsPerSecond, sessions, streams, inputTime, pageCharacters, most);
    }
}
