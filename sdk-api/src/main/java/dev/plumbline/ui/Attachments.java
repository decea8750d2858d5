package dev.plumbline.ui;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import java.awt.Image;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.Transferable;
import java.awt.datatransfer.UnsupportedFlavorException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates the parts of a message from pictures and files of a user, in a size that every large service takes. An image in
 * PNG, JPEG, GIF or WebP of at most 8,000 pixels an edge and 3.7 MB (5 MB in base64) stays as it is. Another one is
 * redrawn: with 2,000 pixels an edge at most, as PNG, or as JPEG if PNG would be larger than that. Needs the module {@code
 * java.desktop}, but no display. Redrawing takes some tenths of a second for a large photo. Thread-safe.
 */
public final class Attachments {
    private static final String WEBP = "image/webp";
    private static final String UNKNOWN = "application/octet-stream";
    private static final Set<String> SENT_AS_IS = Set.of("image/png", "image/jpeg", "image/gif", WEBP);

    private Attachments() {}

    /**
     * Returns an image from memory, for example a drawing.
     *
     * @throws IllegalArgumentException if its size is not known yet, because it is still loading
     */
    public static Part.Image image(Image image) {
        try {
            return new Part.Image(ImageReducer.drawn(image));
        } catch (IOException e) {
            throw refused(e.getMessage(), e);
        }
    }

    /**
     * Returns an image from bytes. Types that no service takes, such as BMP and TIFF, are redrawn.
     *
     * @throws IllegalArgumentException if it cannot be sent: it is damaged, Java cannot read its type, it has more than 64
     *     million pixels, or it is WebP, which Java cannot draw, of more than 3.7 MB
     */
    public static Part.Image image(Blob blob) {
        if (!blob.mediaType().equals(WEBP)) {
            return reduced(blob);
        }
        if (blob.size() > ImageReducer.MOST_BYTES) {
            throw refused(
                    "it is WebP of " + blob.size() + " bytes, and at most " + ImageReducer.MOST_BYTES + " can be sent",
                    null);
        }
        return new Part.Image(blob);
    }

    private static Part.Image reduced(Blob blob) {
        try {
            return new Part.Image(ImageReducer.reduced(blob, SENT_AS_IS.contains(blob.mediaType())));
        } catch (IOException e) {
            throw refused(e.getMessage(), e);
        }
    }

    /**
     * Returns a file, which is read at once: an image of any type that Java reads, or else a document under its name. What
     * it is depends on its content, not on its name.
     *
     * @throws UncheckedIOException if the file cannot be read
     * @throws IllegalArgumentException if it is an image that cannot be sent; as {@link #image(Blob)}
     */
    public static Part read(Path file) {
        Blob blob = Blob.read(file);
        boolean image = blob.mediaType().startsWith("image/")
                || (blob.mediaType().equals(UNKNOWN) && ImageReducer.isReadable(blob));
        return image ? image(blob) : new Part.File(file.getFileName().toString(), blob);
    }

    /**
     * Returns what was dropped or pasted: one image, or several files. Call it where the toolkit offers the data, for
     * example in {@code TransferHandler.importData}, or with the contents of the clipboard.
     *
     * @return empty if it is neither an image nor files
     * @throws UncheckedIOException if the data or a file cannot be read
     * @throws IllegalArgumentException if it has an image that cannot be sent; as {@link #image(Blob)}
     */
    public static List<Part> of(Transferable data) {
        try {
            if (data.isDataFlavorSupported(DataFlavor.javaFileListFlavor)) {
                return files((List<?>) data.getTransferData(DataFlavor.javaFileListFlavor));
            }
            return data.isDataFlavorSupported(DataFlavor.imageFlavor)
                    ? List.of(image((Image) data.getTransferData(DataFlavor.imageFlavor)))
                    : List.of();
        } catch (UnsupportedFlavorException gone) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Part> files(List<?> files) {
        List<Part> parts = new ArrayList<>();
        for (Object file : files) {
            parts.add(read(((File) file).toPath()));
        }
        return List.copyOf(parts);
    }

    private static IllegalArgumentException refused(@Nullable String why, @Nullable Throwable cause) {
        return new IllegalArgumentException("the image cannot be sent: " + why + "; use PNG, JPEG, GIF or WebP", cause);
    }
}
