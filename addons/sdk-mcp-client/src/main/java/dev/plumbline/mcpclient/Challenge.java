package dev.plumbline.mcpclient;

import dev.plumbline.http.internal.ResponseHead;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a server refused a request: the header {@code WWW-Authenticate} of the scheme Bearer (RFC 6750, RFC 9728).
 *
 * @param status 401 or 403
 * @param parameters the parameters of the scheme, by name in lower case
 * @param sentHeader the authorization that was refused, if there was one
 */
record Challenge(int status, Map<String, String> parameters, Optional<String> sentHeader) {
    private static final Pattern PARAMETER =
            Pattern.compile("([a-zA-Z0-9_-]{1,40})\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");
    private static final int LONGEST = 8_192;

    static Challenge of(ResponseHead head, Optional<String> sent) {
        return new Challenge(head.status(), parse(head.header("www-authenticate")), sent);
    }

    private static Map<String, String> parse(String header) {
        Map<String, String> found = new TreeMap<>();
        String lower = header.toLowerCase(Locale.ROOT);
        int bearer = lower.indexOf("bearer");
        if (bearer < 0 || header.length() > LONGEST) {
            return found;
        }
        Matcher matcher = PARAMETER.matcher(header.substring(bearer + "bearer".length()));
        while (matcher.find()) {
            String quoted = matcher.group(2);
            String value = quoted != null ? quoted.replaceAll("\\\\(.)", "$1") : matcher.group(3);
            found.putIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), value);
        }
        return found;
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(value -> !value.isBlank());
    }

    /** Returns whether the token is valid, and does not suffice. */
    boolean isStepUp() {
        return status == 403 && parameter("error").equals(Optional.of("insufficient_scope"));
    }

    @Override
    public String toString() {
        return "Challenge[" + status + "]";
    }
}
