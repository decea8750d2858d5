package dev.plumbline.web;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import java.util.Objects;

/**
 * The options of a {@link WebInspector}. A value; change it with the {@code withX} methods.
 *
 * @param port the port on the loopback address; 0, the default, takes a free one
 * @param body the beginning of conversations that are opened on the page or by AG-UI: system texts and filters; all tools
 *     and no system text by default
 * @param session the options of conversations that are opened or resumed there; none by default
 */
public record WebOptions(int port, AiBody body, SessionOptions session) {
    private static final int HIGHEST_PORT = 65_535;

    public WebOptions {
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(session, "session");
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port must be 0 to 65535; got " + port);
        }
    }

    /** Returns a free port, conversations with all tools, and no further options. */
    public static WebOptions ofDefaults() {
        return new WebOptions(0, AiBody.builder().toolFilter("*").build(), SessionOptions.none());
    }

    /** Returns a copy with another port. */
    public WebOptions withPort(int number) {
        return new WebOptions(number, body, session);
    }

    /** Returns a copy with another beginning of new conversations. */
    public WebOptions withBody(AiBody beginning) {
        return new WebOptions(port, beginning, session);
    }

    /** Returns a copy with other options of conversations. */
    public WebOptions withSession(SessionOptions options) {
        return new WebOptions(port, body, options);
    }
}
