package dev.plumbline.providers;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The bytes of media as the wire wants them. */
final class Media {

    private Media() {}

    static String dataUrl(Blob blob) {
        return "data:" + blob.mediaType() + ";base64," + base64(blob);
    }

    static String base64(Blob blob) {
        return Base64.getEncoder().encodeToString(bytes(blob));
    }

    static String text(Blob blob) {
        return new String(bytes(blob), StandardCharsets.UTF_8);
    }

    /** What stands in the place of media a format has no form for, so that the model knows there was something. */
    static String leftOut(Part part) {
        String type = part instanceof Part.Audio audio
                ? audio.blob().mediaType()
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
