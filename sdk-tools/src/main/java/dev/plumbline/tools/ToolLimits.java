package dev.plumbline.tools;

import java.time.Duration;

/**
 * How much tools may use at once. A value.
 *
 * @param atOnce how many run in the pool at the same time
 * @param abandoned how many more threads may be held by tools that do not stop when interrupted
 * @param argumentBytes how large arguments may be, as JSON in UTF-8
 * @param resultBytes how large a result may be that the model is sent; of what is larger it gets a part
 * @param elements how many elements of a result without end are counted
 * @param patience how long a call may wait for the host's UI thread or for a tool it excludes
 * @param repeats how often a turn may ask for the same call with the same failure before it is ended
 */
public record ToolLimits(
        int atOnce, int abandoned, int argumentBytes, int resultBytes, int elements, Duration patience, int repeats) {

    private static final ToolLimits DEFAULTS =
            new ToolLimits(16, 8, 1 << 20, 64 << 10, 1_000_000, Duration.ofMinutes(2), 3);

    public ToolLimits {
        boolean positive = atOnce > 0 && argumentBytes > 0 && elements > 0 && repeats > 0;
        if (!positive || patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("every limit of tools is at least 1");
        }
        if (abandoned < 0) {
            throw new IllegalArgumentException("the number of abandoned tools is not negative");
        }
        if (resultBytes < 1024) {
            throw new IllegalArgumentException("a result may have at least 1024 bytes");
        }
    }

    /** 16 at once and 8 abandoned; 1 MiB of arguments, 64 KiB of result, 1,000,000 elements; 2 minutes; 3 repeats. */
    public static ToolLimits ofDefaults() {
        return DEFAULTS;
    }

    /** A copy with so many at once. */
    public ToolLimits withAtOnce(int tools) {
        return new ToolLimits(tools, abandoned, argumentBytes, resultBytes, elements, patience, repeats);
    }

    /** A copy with so many abandoned ones. */
    public ToolLimits withAbandoned(int tools) {
        return new ToolLimits(atOnce, tools, argumentBytes, resultBytes, elements, patience, repeats);
    }

    /** A copy with so many bytes of arguments. */
    public ToolLimits withArgumentBytes(int bytes) {
        return new ToolLimits(atOnce, abandoned, bytes, resultBytes, elements, patience, repeats);
    }

    /** A copy with so many bytes of result. */
    public ToolLimits withResultBytes(int bytes) {
        return new ToolLimits(atOnce, abandoned, argumentBytes, bytes, elements, patience, repeats);
    }

    /** A copy that counts so many elements. */
    public ToolLimits withElements(int most) {
        return new ToolLimits(atOnce, abandoned, argumentBytes, resultBytes, most, patience, repeats);
    }

    /** A copy that lets calls wait so long. */
    public ToolLimits withPatience(Duration limit) {
        return new ToolLimits(atOnce, abandoned, argumentBytes, resultBytes, elements, limit, repeats);
    }

    /** A copy that ends a turn at so many repeats. */
    public ToolLimits withRepeats(int times) {
        return new ToolLimits(atOnce, abandoned, argumentBytes, resultBytes, elements, patience, times);
    }
}
