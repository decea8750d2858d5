package dev.plumbline.runtime;

/**
 * What was left when a runtime was closed.
 *
 * @param threadsInUserCode threads that did not end because code of the host's did not return
 */
public record CloseReport(int threadsInUserCode) {

    /** Whether nothing is left. */
    public boolean isClean() {
        return threadsInUserCode == 0;
    }
}
