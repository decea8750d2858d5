package dev.plumbline.comparison.harness;

import java.net.URI;
import java.time.Duration;

/**
 * What a contender is set up with; everything else is as its makers ship it.
 *
 * @param base the base URL of a chat-completions service, e.g. {@code http://127.0.0.1:8080/v1}
 * @param key the API key
 * @param silence how long nothing may come: to connect, before the answer, between two pieces
 * @param total how long one call may take in all, where the library knows such a limit
 */
public record PeerConfig(URI base, String key, Duration silence, Duration total) {}
