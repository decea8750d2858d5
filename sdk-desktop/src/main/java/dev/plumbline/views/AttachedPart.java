package dev.plumbline.views;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;

/**
 * A part that is sent with the next message, and what a person reads of it.
 *
 * @param label its name and size
 */
record AttachedPart(String label, Part part) {
    private static final int KILO = 1_000;

    static AttachedPart of(Part part) {
        return new AttachedPart(labelOf(part), part);
    }

    /** Returns the name of a file, or the type of what has no name, with its size. */
    static String labelOf(Part part) {
        if (part instanceof Part.File file) {
            return file.name() + ", " + size(file.blob());
        } else if (part instanceof Part.Image image) {
            return type(image.blob()) + ", " + size(image.blob());
        } else if (part instanceof Part.Audio audio) {
            return type(audio.blob()) + ", " + size(audio.blob());
        }
        return part.toString();
    }

    private static String type(Blob blob) {
        return blob.mediaType().substring(blob.mediaType().indexOf('/') + 1);
    }

    private static String size(Blob blob) {
        long kilo = Math.max(1, blob.size() / KILO);
        return kilo < KILO ? kilo + " kB" : kilo / KILO + " MB";
    }
}
