package dev.plumbline.http.internal;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the time after which a server accepts a retry: {@code Retry-After} in seconds, decimals or as a date, {@code
 * retry-after-ms}, and any number of them; the latest counts. Times in the past, zero, unparsable values and more than
 * a year are ignored.
 */
final class RetryAfterParser {
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");

    private RetryAfterParser() {}

    /**
     * Returns the time to wait.
     *
     * @param millis the values of {@code retry-after-ms}
     * @param values the values of {@code Retry-After}
     * @param there the server's own time, from which the distance of its date is computed, so that a wrong local clock
     *     does not matter
     */
    static Optional<Duration> latest(Stream<String> millis, Stream<String> values, Instant there) {
        Stream<Optional<Duration>> exact = millis.map(v -> number(v, 1_000_000));
        Stream<Optional<Duration>> others = values.map(v ->
                number(v, 1_000_000_000).or(() -> instant(v).map(then -> Duration.between(there, then))));
        return Stream.concat(exact, others)
                .flatMap(Optional::stream)
                .filter(wait -> wait.compareTo(Duration.ZERO) > 0 && wait.compareTo(LONGEST) <= 0)
                .max(Comparator.naturalOrder());
    }

    private static Optional<Duration> number(String text, long nanosEach) {
        return NUMBER.matcher(text).matches()
                ? Optional.of(duration(new BigDecimal(text).multiply(BigDecimal.valueOf(nanosEach))))
                : Optional.empty();
    }

    private static Duration duration(BigDecimal nanos) {
        return nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0
                ? LONGEST.plusDays(1)
                : Duration.ofNanos(nanos.longValue());
    }

    /** Returns the instant of a date in a header's format; empty for anything else. */
    static Optional<Instant> instant(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
