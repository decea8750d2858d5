package dev.plumbline.providers.format;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The forms in which pictures, sounds and files are sent, and the text in their place where a format has none. */
public final class MediaForm {
    private MediaForm() {}

    /** Returns whether a file is sent as text. */
    public static boolean isText(Blob blob) {
        String type = blob.mediaType();
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/xml")
                || type.endsWith("+json")
                || type.endsWith("+xml");
    }

    /** Returns the text of a text file for formats without a form for it. */
    public static String named(Part.File file) {
        return file.name() + ":\n" + text(file.blob());
    }

    /** Returns whether the file can be sent in any format. */
    public static boolean isSendable(Part.File file) {
        return isText(file.blob()) || file.blob().mediaType().equals("application/pdf");
    }

    public static String dataUrl(Blob blob) {
        return "data:" + blob.mediaType() + ";base64," + base64(blob);
    }

    public static String base64(Blob blob) {
        return Base64.getEncoder().encodeToString(bytes(blob));
    }

    public static String text(Blob blob) {
        return new String(bytes(blob), StandardCharsets.UTF_8);
    }

    /** Returns the text that replaces media for which a format has no form, so that the model knows of them. */
    public static String leftOut(Part part) {
        String type = part instanceof Part.Audio audio
                ? audio.blob().mediaType()
                : part instanceof Part.Image image
                        ? image.blob().mediaType()
                        : part instanceof Part.File file ? file.blob().mediaType() : "another type";
        return "(An attachment of type " + type + " is left out: it cannot be sent to this model.)";
    }

    private static byte[] bytes(Blob blob) {
        try (InputStream bytes = blob.open()) {
            return bytes.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
