package dev.plumbline.providers.client;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.http.internal.Timeouts;
import java.time.Duration;

/**
 * The default deadlines, adapted to what a call has to wait for: a local server loads its model first, reasoning comes
 * before the first event, and a long request is read before it is answered.
 */
public final class AdaptedTimeouts {
    /** The time in which a local server loads a model. */
    public static final Duration LOADING = Duration.ofMinutes(10);

    /** The time between two events of a local server, which may send a tool call or a long word of thought as a whole. */
    private static final Duration LOCAL_IDLE = Duration.ofMinutes(5);

    private static final int USUAL_BYTES = 64 << 10;
    private static final int BYTES_PER_SECOND = 4 << 10;
    private static final Duration LONGEST_READING = Duration.ofMinutes(5);

    private AdaptedTimeouts() {}

    /** Returns the deadlines for a kind of server. */
    public static Timeouts of(boolean local) {
        Timeouts usual = Timeouts.ofDefaults();
        return local ? longer(usual.withIdle(LOCAL_IDLE), LOADING) : usual;
    }

    /**
     * Returns the deadlines for one call.
     *
     * @param usual the deadlines of its server
     * @param bytes the length of its request
     */
    public static Timeouts of(Timeouts usual, AiCall call, int bytes) {
        Duration first = usual.firstEvent();
        if (call.options().reasoning().isPresent()) {
            Duration thinking = thinking(call.options().reasoning().get());
            first = thinking.compareTo(first) > 0 ? thinking : first;
        }
        Duration reading = Duration.ofSeconds(Math.max(0, bytes - USUAL_BYTES) / BYTES_PER_SECOND);
        return longer(usual, first.plus(reading.compareTo(LONGEST_READING) > 0 ? LONGEST_READING : reading));
    }

    /** Returns whether a request of that length takes longer to read than usual. */
    public static boolean isLong(int bytes) {
        return bytes > USUAL_BYTES;
    }

    private static Duration thinking(ModelOptions.Reasoning effort) {
        return switch (effort) {
            case NONE -> Duration.ZERO;
            case LOW -> Duration.ofMinutes(2);
            case MEDIUM -> Duration.ofMinutes(5);
            case HIGH -> Duration.ofMinutes(10);
            case EXTRA_HIGH -> Duration.ofMinutes(20);
            case MAX -> Duration.ofMinutes(30);
        };
    }

    private static Timeouts longer(Timeouts usual, Duration first) {
        return usual.withFirstEvent(first).withTotal(total(first));
    }

    /** Returns the time of an attempt that may wait so long for its first event. */
    static Duration total(Duration first) {
        Timeouts usual = Timeouts.ofDefaults();
        Duration more = first.minus(usual.firstEvent());
        return more.isNegative() ? usual.total() : usual.total().plus(more);
    }
}
