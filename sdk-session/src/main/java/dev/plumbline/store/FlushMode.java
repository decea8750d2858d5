package dev.plumbline.store;

import dev.plumbline.json.Json;
import java.util.List;

/**
 * The moments at which a store forces its writes to the disk, so that they survive a power failure. They survive the
 * death of the process in every mode.
 */
public enum FlushMode {
    /** Never: the operating system decides, usually within a minute. */
    NEVER,

    /** At the end of each turn: every turn that was reported as finished survives. */
    AFTER_TURN,

    /** With each append: the start of a tool call survives, too. */
    ALWAYS;

    /** Returns whether writes are forced at the moments of {@link #isMoment}. */
    boolean forces() {
        return this != NEVER;
    }

    /**
     * Returns whether records that were appended together end a turn, or each append counts: the moment at which they
     * are forced, and at which the number of records is stored elsewhere.
     */
    boolean isMoment(List<Json> records) {
        return this == ALWAYS || endsTurns(records.get(records.size() - 1));
    }

    private static boolean endsTurns(Json record) {
        Json open = record.get("open");
        return open.kind() == Json.Kind.BOOLEAN && !open.asBoolean();
    }
}
