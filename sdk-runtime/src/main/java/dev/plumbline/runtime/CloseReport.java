package dev.plumbline.runtime;

import java.util.Map;

/**
 * Reports what was left when a runtime was closed.
 *
 * @param threadsInUserCode the number of threads that did not end because code of the host did not return
 * @param lostRecords the number of records that could not be written, by the id of their conversation; for example because
 *     the disk was full to the end
 */
public record CloseReport(int threadsInUserCode, Map<String, Integer> lostRecords) {
    public CloseReport {
        lostRecords = Map.copyOf(lostRecords);
    }

    /** Returns whether no thread is left and nothing was lost. */
    public boolean isClean() {
        return threadsInUserCode == 0 && lostRecords.isEmpty();
    }
}
