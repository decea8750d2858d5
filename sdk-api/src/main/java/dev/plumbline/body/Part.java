package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.nio.file.Path;
import java.util.Objects;

/**
 * One piece of content inside an interaction. Media travel as {@link Blob}s, never as text. Immutable; {@code toString}
 * shows kind and length only.
 */
public sealed interface Part {

    /** Plain text. */
    static Part text(String text) {
        return new Text(text);
    }

    /**
     * A picture from a file, read at once.
     *
     * @throws java.io.UncheckedIOException when the file cannot be read
     * @throws IllegalArgumentException when its content is not PNG, JPEG, GIF or WebP
     */
    static Part image(Path file) {
        return image(Blob.read(file));
    }

    /**
     * A picture from memory.
     *
     * @throws IllegalArgumentException when the media type is not {@code image/…}
     */
    static Part image(Blob blob) {
        if (!blob.mediaType().startsWith("image/")) {
            throw new IllegalArgumentException("an image part needs an image/… media type, not " + blob.mediaType());
        }
        return new Image(blob);
    }

    /**
     * A document the provider can read, under its own file name, read at once.
     *
     * @throws java.io.UncheckedIOException when the file cannot be read
     */
    static Part file(Path file) {
        return new File(file.getFileName().toString(), Blob.read(file));
    }

    /**
     * Text.
     *
     * @param text the text
     */
    record Text(String text) implements Part {
        public Text {
            Objects.requireNonNull(text, "text");
        }

        /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
        @Override
        public boolean equals(Object other) {
            return other instanceof Text same && text.equals(same.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        @Override
        public String toString() {
            return "Text[" + text.length() + " characters]";
        }
    }

    /**
     * The model's reasoning, as far as the provider shows it. What the provider wants back unread follows as
     * {@link Opaque}.
     *
     * @param text the text
     */
    record Reasoning(String text) implements Part {
        public Reasoning {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Reasoning[" + text.length() + " characters]";
        }
    }

    /**
     * A refusal in the model's own text, where the provider marks it as such.
     *
     * @param text the text
     */
    record Refusal(String text) implements Part {
        public Refusal {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Refusal[" + text.length() + " characters]";
        }
    }

    /**
     * A picture.
     *
     * @param blob its bytes
     */
    record Image(Blob blob) implements Part {
        public Image {
            Objects.requireNonNull(blob, "blob");
        }

        @Override
        public String toString() {
            return "Image[" + blob + "]";
        }
    }

    /**
     * Sound.
     *
     * @param blob its bytes
     */
    record Audio(Blob blob) implements Part {
        public Audio {
            Objects.requireNonNull(blob, "blob");
        }

        @Override
        public String toString() {
            return "Audio[" + blob + "]";
        }
    }

    /**
     * A file by name and content.
     *
     * @param name the name the model sees
     * @param blob its bytes
     */
    record File(String name, Blob blob) implements Part {
        public File {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(blob, "blob");
        }

        @Override
        public String toString() {
            return "File[" + blob + "]";
        }
    }

    /**
     * What a provider wants back in its place and nobody else reads: a signature, encrypted reasoning. Carried in order,
     * never shown, sent to no other provider.
     *
     * @param provider the wire format it belongs to, e.g. {@code anthropic}
     * @param data as the provider gave it
     */
    record Opaque(String provider, Json data) implements Part {
        public Opaque {
            Objects.requireNonNull(provider, "provider");
            Objects.requireNonNull(data, "data");
        }

        @Override
        public String toString() {
            return "Opaque[" + provider + "]";
        }
    }
}
