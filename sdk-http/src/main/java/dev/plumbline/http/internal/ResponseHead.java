package dev.plumbline.http.internal;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;

/** The head of a response: its status and headers. Immutable; {@code toString} shows only the status. */
public final class ResponseHead {
    private final int status;
    private final MessageHeaders headers;

    ResponseHead(int status, MessageHeaders headers) {
        this.status = status;
        this.headers = headers;
    }

    /** Returns the HTTP status, e.g. 200. */
    public int status() {
        return status;
    }

    /** Returns whether the status is 200 to 299. */
    public boolean isOk() {
        return status >= 200 && status <= 299;
    }

    /** Returns the first value of a header, without blanks around it, or empty; names are case-insensitive. */
    public String header(String name) {
        Header first = headers.getFirstHeader(name);
        return first == null || first.getValue() == null ? "" : first.getValue().strip();
    }

    /** Returns the first value of each header, by its name in lower case. */
    public Map<String, String> headers() {
        Map<String, String> all = new TreeMap<>();
        for (Header header : headers.getHeaders()) {
            all.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header(header.getName()));
        }
        return all;
    }

    /** Returns all values of a header, in the order of the response, without blanks around them. */
    Stream<String> headers(String name) {
        return Arrays.stream(headers.getHeaders(name))
                .map(header ->
                        header.getValue() == null ? "" : header.getValue().strip());
    }

    /** Returns the length of the body in bytes as sent, or {@code unsaid} if the head does not state it. */
    long length(long unsaid) {
        String said = header("content-length");
        boolean number = !said.isEmpty() && said.length() <= 18;
        for (int i = 0; number && i < said.length(); i++) {
            number = said.charAt(i) >= '0' && said.charAt(i) <= '9';
        }
        return number ? Long.parseLong(said) : unsaid;
    }

    /**
     * Returns the earliest time of a retry that the server asks for: {@code Retry-After} in seconds, decimals or as a
     * date, or {@code retry-after-ms}, any number of them. Empty if there is none, or it is malformed, in the past, or
     * more than a year away.
     *
     * @param now the local wall-clock time; a date is compared with the server's own time
     */
    public Optional<Instant> retryAt(Instant now) {
        Instant there = RetryAfterParser.instant(header("date")).orElse(now);
        return RetryAfterParser.latest(headers("retry-after-ms"), headers("retry-after"), there)
                .map(now::plus);
    }

    @Override
    public String toString() {
        return "ResponseHead[" + status + "]";
    }
}
