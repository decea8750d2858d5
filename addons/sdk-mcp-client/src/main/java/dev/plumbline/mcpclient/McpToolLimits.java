package dev.plumbline.mcpclient;

import java.time.Duration;

/**
 * The limits for one server whose tools are used.
 *
 * @param callTime the time of one call; a tool's progress does not extend it
 * @param connectTime the time until a server has started and has listed its tools
 * @param questionTime the time that a person has for an answer to a question about the server
 * @param answerBytes the maximum size of one message, and of one whole stream of a call, in bytes
 * @param tools the maximum number of tools; the rest is left out
 * @param restarts how often a connection that was lost is opened again within ten minutes
 */
public record McpToolLimits(
        Duration callTime, Duration connectTime, Duration questionTime, int answerBytes, int tools, int restarts) {
    private static final McpToolLimits DEFAULTS =
            new McpToolLimits(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofMinutes(5), 8 << 20, 256, 5);

    public McpToolLimits {
        positive(callTime, "callTime");
        positive(connectTime, "connectTime");
        positive(questionTime, "questionTime");
        if (answerBytes < 1 || tools < 1 || restarts < 0) {
            throw new IllegalArgumentException("answerBytes and tools must be >= 1 and restarts >= 0; got "
                    + answerBytes + ", " + tools + " and " + restarts);
        }
    }

    private static void positive(Duration time, String name) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " must be positive; got " + time);
        }
    }

    /** Returns the limits that hold unless others are set: 60 s, 60 s, 5 minutes, 8 MiB, 256 tools, 5 restarts. */
    public static McpToolLimits ofDefaults() {
        return DEFAULTS;
    }

    /** Returns a copy with another time of one call. */
    public McpToolLimits withCallTime(Duration most) {
        return new McpToolLimits(most, connectTime, questionTime, answerBytes, tools, restarts);
    }

    /** Returns a copy with another time until a server has started and has listed its tools. */
    public McpToolLimits withConnectTime(Duration most) {
        return new McpToolLimits(callTime, most, questionTime, answerBytes, tools, restarts);
    }

    /** Returns a copy with another time that a person has for an answer. */
    public McpToolLimits withQuestionTime(Duration most) {
        return new McpToolLimits(callTime, connectTime, most, answerBytes, tools, restarts);
    }

    /** Returns a copy with another maximum size of one message. */
    public McpToolLimits withAnswerBytes(int most) {
        return new McpToolLimits(callTime, connectTime, questionTime, most, tools, restarts);
    }

    /** Returns a copy with another maximum number of tools. */
    public McpToolLimits withTools(int most) {
        return new McpToolLimits(callTime, connectTime, questionTime, answerBytes, most, restarts);
    }

    /** Returns a copy with another number of times that a lost connection is opened again. */
    public McpToolLimits withRestarts(int most) {
        return new McpToolLimits(callTime, connectTime, questionTime, answerBytes, tools, most);
    }
}
