package dev.plumbline.http;

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
 * When a server wants to be asked again: {@code Retry-After} in seconds, decimals or as a date, {@code retry-after-ms}, and
 * any number of them; the latest counts. Times in the past, zero, nonsense and more than a year are no wish at all.
 */
final class RetryAfter {
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");

    private RetryAfter() {}

    static Optional<Instant> of(Head head, Instant now) {
        Stream<Optional<Duration>> millis = head.headers("retry-after-ms").map(v -> number(v, 1_000_000));
        Stream<Optional<Duration>> others =
                head.headers("retry-after").map(v -> number(v, 1_000_000_000).or(() -> date(v, head, now)));
        return Stream.concat(millis, others)
                .flatMap(Optional::stream)
                .filter(wait -> wait.compareTo(Duration.ZERO) > 0 && wait.compareTo(LONGEST) <= 0)
                .max(Comparator.naturalOrder())
                .map(now::plus);
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

    /** The server's own clock says how far away its date is, so that a wrong clock here does not matter. */
    private static Optional<Duration> date(String text, Head head, Instant now) {
        Instant there = instant(head.header("date")).orElse(now);
        return instant(text).map(then -> Duration.between(there, then));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
