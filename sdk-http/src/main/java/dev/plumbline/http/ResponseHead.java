package dev.plumbline.http;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;

/** The beginning of an answer: its status and headers. Immutable; {@code toString} shows the status alone. */
public final class ResponseHead {
    private final int status;
    private final MessageHeaders headers;

    ResponseHead(int status, MessageHeaders headers) {
        this.status = status;
        this.headers = headers;
    }

    /** The HTTP status, e.g. 200. */
    public int status() {
        return status;
    }

    /** Whether the status is one of success, 200 to 299. */
    public boolean isOk() {
        return status >= 200 && status <= 299;
    }

    /** The first value of a header, without blanks around it, or empty; names have no case. */
    public String header(String name) {
        Header first = headers.getFirstHeader(name);
        return first == null || first.getValue() == null ? "" : first.getValue().strip();
    }

    /** The first value of each header, by its name in lower case. */
    public Map<String, String> headers() {
        Map<String, String> all = new TreeMap<>();
        for (Header header : headers.getHeaders()) {
            all.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header(header.getName()));
        }
        return all;
    }

    /** All values of a header, in the order of the answer, without blanks around them. */
    Stream<String> headers(String name) {
        return Arrays.stream(headers.getHeaders(name))
                .map(header ->
                        header.getValue() == null ? "" : header.getValue().strip());
    }

    /** How many bytes the body has on the wire, or what is given when the head does not say so. */
    long length(long unsaid) {
        String said = header("content-length");
        boolean number = !said.isEmpty() && said.length() <= 18;
        for (int i = 0; number && i < said.length(); i++) {
            number = said.charAt(i) >= '0' && said.charAt(i) <= '9';
        }
        return number ? Long.parseLong(said) : unsaid;
    }

    /**
     * When the server wants to be asked again: {@code Retry-After} in seconds, decimals or as a date, {@code retry-after-ms},
     * any number of them. Empty for none, nonsense, the past, and more than a year.
     *
     * @param now the wall clock here; a date is read against the server's own
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
