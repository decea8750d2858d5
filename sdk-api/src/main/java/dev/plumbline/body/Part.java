package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UnicodeValidator;
import java.nio.file.Path;
import java.util.Objects;

/**
 * One piece of content inside an interaction. Media travel as {@link Blob}s, never as text. Immutable; {@code toString}
 * shows kind and length only.
 */
public sealed interface Part {

    /** Returns a part of plain text. */
    static Part text(String text) {
        return new Text(text);
    }

    /**
     * Returns an image from a file, read at once.
     *
     * @throws java.io.UncheckedIOException when the file cannot be read
     * @throws IllegalArgumentException when its content is not PNG, JPEG, GIF or WebP
     */
    static Part image(Path file) {
        return image(Blob.read(file));
    }

    /**
     * Returns an image from memory.
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
     * Returns a document that the provider can read, under its own file name, read at once: a PDF, or text, which is
     * sent as text whatever the name of the file.
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
            UnicodeValidator.requireWellFormed(text, "text");
        }

        /**
         * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
         * (0063).
         */
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
     * The model's reasoning, as far as the provider shows it. Data that the provider needs back unchanged follows as
     * {@link Opaque}.
     *
     * @param text the text
     */
    record Reasoning(String text) implements Part {
        public Reasoning {
            UnicodeValidator.requireWellFormed(text, "text");
        }

        @Override
        public String toString() {
            return "Reasoning[" + text.length() + " characters]";
        }
    }

    /**
     * A refusal in the model's own text, if the provider marks it as a refusal.
     *
     * @param text the text
     */
    record Refusal(String text) implements Part {
        public Refusal {
            UnicodeValidator.requireWellFormed(text, "text");
        }

        @Override
        public String toString() {
            return "Refusal[" + text.length() + " characters]";
        }
    }

    /**
     * An image.
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
     * An audio recording.
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
            UnicodeValidator.requireWellFormed(name, "the name of a file");
            Objects.requireNonNull(blob, "blob");
        }

        @Override
        public String toString() {
            return "File[" + blob + "]";
        }
    }

    /**
     * Provider data that is stored and sent back unchanged in its place, such as a signature or encrypted reasoning. It
     * is never shown and never sent to another provider.
     *
     * @param provider the wire format it belongs to, e.g. {@code anthropic}
     * @param data as the provider gave it
     * @param prefix a digest of what was sent before the answer that it belongs to, as the chain computed it: it is sent
     *     behind nothing else. Empty if it is not known, as in a part that a program made; such a part is always sent.
     * @param writer the model and account that gave it, in the provider's own form, because others may be unable to read
     *     it; empty if it is not known. Never a key
     */
    record Opaque(String provider, Json data, String prefix, String writer) implements Part {
        public Opaque {
            UnicodeValidator.requireWellFormed(provider, "provider");
            Objects.requireNonNull(data, "data");
            UnicodeValidator.requireWellFormed(prefix, "prefix");
            UnicodeValidator.requireWellFormed(writer, "writer");
        }

        /** Creates a part that is sent wherever it stands. */
        public Opaque(String provider, Json data) {
            this(provider, data, "", "");
        }

        /** Returns a copy for an answer to that prefix. */
        public Opaque withPrefix(String digest) {
            return new Opaque(provider, data, digest, writer);
        }

        /** Returns a copy with that writer. */
        public Opaque withWriter(String name) {
            return new Opaque(provider, data, prefix, name);
        }

        /** Returns whether it is the same data of the same provider behind the same, whoever wrote it: that is never sent. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Opaque same
                    && provider.equals(same.provider)
                    && data.equals(same.data)
                    && prefix.equals(same.prefix);
        }

        @Override
        public int hashCode() {
            return data.hashCode();
        }

        @Override
        public String toString() {
            return "Opaque[" + provider + "]";
        }
    }
}
