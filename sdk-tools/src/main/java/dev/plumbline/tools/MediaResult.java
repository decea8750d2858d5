package dev.plumbline.tools;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Attachments;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/**
 * Converts media that a tool returns into an envelope with parts: a {@link Blob}, a {@link Part} or a {@code
 * BufferedImage}. Pictures are reduced to what every service takes.
 */
final class MediaResult {
    private MediaResult() {}

    /** Returns whether a result is media, by the package of its class, so that no class is loaded for other results. */
    static boolean isMedia(Object result) {
        String type = result.getClass().getName();
        return type.startsWith("dev.plumbline.body.Blob")
                || type.startsWith("dev.plumbline.body.Part$")
                || type.equals("java.awt.image.BufferedImage");
    }

    /** Returns the envelope with the media; INVALID_RESULT if no model can read them. */
    static ToolEnvelope of(Object result) {
        try {
            if (result instanceof Part.Text text) {
                return ToolEnvelope.ok(text.text());
            }
            if (result instanceof Part.Image image) {
                return image(Attachments.image(image.blob()));
            }
            if (result instanceof Part.Audio audio) {
                return attached(audio, audio.blob());
            }
            if (result instanceof Part.File file) {
                return file(file);
            }
            if (result instanceof Blob blob) {
                return blob.mediaType().startsWith("image/")
                        ? image(Attachments.image(blob))
                        : file(new Part.File("result", blob));
            }
            return image(Attachments.image((BufferedImage) result));
        } catch (IllegalArgumentException e) {
            return invalid(e.getMessage());
        }
    }

    private static ToolEnvelope image(Part.Image image) {
        return attached(image, image.blob());
    }

    private static ToolEnvelope file(Part.File file) {
        String type = file.blob().mediaType();
        boolean readable = type.startsWith("text/")
                || type.equals("application/pdf")
                || type.equals("application/json")
                || type.equals("application/xml");
        return readable
                ? attached(file, file.blob())
                : invalid("a file of the type " + type + " cannot be sent; return text, PDF or an image");
    }

    private static ToolEnvelope attached(Part part, Blob blob) {
        return ToolEnvelope.ok(Json.object().with("attached", blob.mediaType()).with("bytes", blob.size()))
                .withParts(part);
    }

    private static ToolEnvelope invalid(@Nullable String why) {
        return ToolEnvelope.failed(ToolEnvelope.Code.INVALID_RESULT, "The tool did its work, but " + why);
    }
}
