package dev.plumbline.testkit.server;

/**
 * What goes wrong with one answer on its way, and where.
 *
 * @param kind what goes wrong
 * @param perMille where in the body, from 0 to 1000; without meaning for faults of the whole answer
 */
public record ServerFault(Kind kind, int perMille) {

    /** What can go wrong. */
    public enum Kind {
        /** Nothing, but the bytes come in small pieces. */
        DRIPS,
        /** The connection is closed as if all were said. */
        CLOSES,
        /** The connection is reset. */
        RESETS,
        /** A chunk ends in the middle. */
        BREAKS_CHUNK,
        /** There is another answer: too many requests, come again at once. */
        LIMITS,
        /** There is another answer: the service is overloaded. */
        OVERLOADED
    }

    /**
     * Where it is.
     *
     * @throws IllegalArgumentException outside 0 to 1000
     */
    public ServerFault {
        if (perMille < 0 || perMille > 1000) {
            throw new IllegalArgumentException("a place in a body is 0 to 1000 per mille");
        }
    }

    /** The answer with this fault. */
    public ServerResponse of(ServerResponse whole) {
        int at = (int) ((long) whole.size() * perMille / 1000);
        return switch (kind) {
            case DRIPS -> whole.withBytesAtOnce(1 + at % 16);
            case CLOSES -> whole.closesAfter(at);
            case RESETS -> whole.resetsAfter(at);
            case BREAKS_CHUNK -> whole.breaksChunkAfter(at);
            case LIMITS -> error(429, "rate_limit_exceeded").withHeader("Retry-After", "0");
            case OVERLOADED -> error(503, "overloaded");
        };
    }

    private static ServerResponse error(int status, String code) {
        return ServerResponse.json("{\"error\":{\"code\":\"" + code + "\",\"message\":\"scripted\"}}")
                .withStatus(status);
    }
}
