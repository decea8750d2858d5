package dev.plumbline.http;

import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** The beginning of an answer: its status and headers. Immutable; {@code toString} shows the status alone. */
public final class Head {
    private final int status;
    private final HttpHeaders headers;

    Head(int status, HttpHeaders headers) {
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
        return headers.firstValue(name).orElse("").strip();
    }

    /** How many bytes the body has on the wire, if the head says so. */
    OptionalLong length() {
        String said = header("content-length");
        boolean number = !said.isEmpty() && said.length() <= 18 && said.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? OptionalLong.of(Long.parseLong(said)) : OptionalLong.empty();
    }

    /**
     * When the server wants to be asked again: {@code Retry-After} in seconds, decimals or as a date, {@code retry-after-ms},
     * any number of them. Empty for none, nonsense, the past, and more than a year.
     *
     * @param now the wall clock here; a date is read against the server's own
     */
    public Optional<Instant> retryAt(Instant now) {
        return RetryAfter.of(headers, now);
    }

    @Override
    public String toString() {
        return "Head[" + status + "]";
    }
}
