package dev.plumbline.conversation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Thrown by a store whose place, such as its folder, cannot be written: a file is in its place, the program may not
 * write it, or the disk is full. What was stored before can still be read.
 */
public final class UnwritableStoreException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final String place;

    /**
     * Creates an exception for a place.
     *
     * @param place the place as a user knows it, such as the absolute path of a folder; never content
     * @param reason why it cannot be written, as the end of a sentence
     */
    public UnwritableStoreException(String place, String reason, IOException cause) {
        super(
                "conversations are written into " + place + ", which cannot be written: " + reason
                        + "; give the journal a folder with free space in which this program may create files",
                cause);
        this.place = Objects.requireNonNull(place, "place");
    }

    /** Returns the place that cannot be written, such as the absolute path of a folder. */
    public String place() {
        return place;
    }
}
