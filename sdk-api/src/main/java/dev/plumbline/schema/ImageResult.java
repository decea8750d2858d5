package dev.plumbline.schema;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/**
 * An image as an answer or a tool hands it over: the shape to ask for, as a type.
 *
 * @param source where it is: {@code https:}, or {@code data:} with the image in base64; nothing is fetched by the SDK
 * @param mediaType for example {@code image/png}
 * @param description what it shows; the prompt in the provider's own text, if it changed it
 */
public record ImageResult(URI source, String mediaType, Optional<String> description) {
    public ImageResult {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(mediaType, "mediaType");
        Objects.requireNonNull(description, "description");
    }

    /** Kind and length alone: an address may be the image itself. */
    @Override
    public String toString() {
        return "ImageResult[" + mediaType + ", " + source.toString().length() + " characters]";
    }
}
