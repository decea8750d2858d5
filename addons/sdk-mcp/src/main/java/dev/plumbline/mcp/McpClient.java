package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The client whose request is being answered, for a tool ({@code McpServer.clientOf}), a resource or a
 * prompt that needs something from it.
 * Thread-safe; usable until the request is answered.
 */
public interface McpClient {

    /** Returns the name and version by which it introduced itself. */
    McpClientInfo info();

    /** Returns whether it declared that capability. */
    boolean canAnswer(McpInput.Kind kind);

    /**
     * Asks for all of these and waits for all answers. The wait counts for the time limit of a tool. Clients with a
     * version before 2026-07-28 get a request in the stream of the answer, newer ones a result that requires input.
     *
     * @param inputs what is asked for, by a key that the answers have, too
     * @return the answers, by key; JSON objects that are not checked further
     * @throws dev.plumbline.tool.ToolException if the client lacks a capability, refuses with an error, or goes away
     */
    Map<String, Json> ask(Map<String, McpInput> inputs);

    /**
     * Sends a log message if the client asked for messages of this level. Clients show or store it; models do not see
     * it.
     */
    void log(LogLevel level, String message);

    /** The levels of log messages, as in RFC 5424; later constants are more severe. */
    enum LogLevel {
        DEBUG,
        INFO,
        NOTICE,
        WARNING,
        ERROR,
        CRITICAL,
        ALERT,
        EMERGENCY;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Reads a level; empty if there is no such level. */
        static Optional<LogLevel> from(String text) {
            for (LogLevel level : values()) {
                if (level.text().equals(text)) {
                    return Optional.of(level);
                }
            }
            return Optional.empty();
        }
    }
}
