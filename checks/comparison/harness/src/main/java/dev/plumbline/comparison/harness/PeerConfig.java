package dev.plumbline.comparison.harness;

import java.net.URI;
import java.time.Duration;

/**
 * The configuration of a peer; everything else has the library's defaults.
 *
 * @param base the base URL of a chat-completions service, e.g. {@code http://127.0.0.1:8080/v1}
 * @param key the API key
 * @param silence the time limit for connecting, for the first byte, and between two pieces
 * @param total the time limit of a call, if the library supports one
 */
public record PeerConfig(URI base, String key, Duration silence, Duration total) {}
