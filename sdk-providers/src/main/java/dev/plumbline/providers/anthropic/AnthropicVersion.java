package dev.plumbline.providers.anthropic;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of Anthropic's API, identified by its date, with its differences.
 *
 * @param date the value of the header {@code anthropic-version}
 */
public record AnthropicVersion(String date) {
    private static final Pattern FORM = Pattern.compile("20\\d\\d-[01]\\d-[0-3]\\d");

    /**
     * The version that the official clients request, since anthropic-java 3.12.0: without sampling, with bearer tokens.
     */
    static final AnthropicVersion LATEST = new AnthropicVersion("2026-10-21");

    /** The version that every server of this format supports. */
    public static final AnthropicVersion FIRST = new AnthropicVersion("2023-06-01");

    public AnthropicVersion {
        if (!FORM.matcher(date).matches()) {
            throw new IllegalArgumentException("a version of Anthropic's API is a date, e.g. 2026-10-21");
        }
    }

    /** Returns the requested version; without one the latest at the service itself, the first at other servers. */
    public static AnthropicVersion of(Optional<String> requested, URI base) {
        if (requested.isPresent()) {
            return new AnthropicVersion(requested.get());
        }
        return "api.anthropic.com".equalsIgnoreCase(base.getHost()) ? LATEST : FIRST;
    }

    /** Returns whether temperature and top_p are accepted. */
    boolean takesSampling() {
        return date.compareTo(LATEST.date) < 0;
    }

    public String keyHeader() {
        return takesSampling() ? "x-api-key" : "Authorization";
    }
}
