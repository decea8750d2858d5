package dev.plumbline.web;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The options of a {@link WebInspector}. A value; change it with the {@code withX} methods.
 *
 * @param port the port on the loopback address; 0, the default, takes a free one
 * @param body the beginning of conversations that are opened on the page or by AG-UI: system texts and filters; all tools
 *     and no system text by default
 * @param session the options of conversations that are opened or resumed there; none by default
 * @param runs how far runs of bodies are, by the name that the page shows; none by default
 * @param redaction whether AG-UI clients receive what a model receives, if the runtime has redaction: pseudonyms in the
 *     place of personal data and secrets; true by default. The page always shows the values
 */
public record WebInspectorOptions(
        int port, AiBody body, SessionOptions session, Map<String, Supplier<RunProgress>> runs, boolean redaction) {
    private static final int HIGHEST_PORT = 65_535;

    public WebInspectorOptions {
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(session, "session");
        runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port must be 0 to 65535; got " + port);
        }
    }

    /** Returns a free port, conversations with all tools, and no further options. */
    public static WebInspectorOptions ofDefaults() {
        return new WebInspectorOptions(
                0, AiBody.builder().toolFilter("*").build(), SessionOptions.none(), Map.of(), true);
    }

    /** Returns a copy with another port. */
    public WebInspectorOptions withPort(int number) {
        return new WebInspectorOptions(number, body, session, runs, redaction);
    }

    /** Returns a copy with another beginning of new conversations. */
    public WebInspectorOptions withBody(AiBody beginning) {
        return new WebInspectorOptions(port, beginning, session, runs, redaction);
    }

    /** Returns a copy with other options of conversations. */
    public WebInspectorOptions withSession(SessionOptions options) {
        return new WebInspectorOptions(port, body, options, runs, redaction);
    }

    /**
     * Returns a copy with a further run of bodies, whose progress the page shows.
     *
     * @param name the name that the page shows
     * @param progress called about once a second while a page is open, on threads of the server; if it throws, the page
     *     shows that the state cannot be read
     */
    public WebInspectorOptions withRun(String name, Supplier<RunProgress> progress) {
        Map<String, Supplier<RunProgress>> more = new LinkedHashMap<>(runs);
        more.put(name, progress);
        return new WebInspectorOptions(port, body, session, more, redaction);
    }

    /** Returns a copy in which AG-UI clients receive the values themselves. */
    public WebInspectorOptions withoutRedaction() {
        return new WebInspectorOptions(port, body, session, runs, false);
    }
}
