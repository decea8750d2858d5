package dev.plumbline.body;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.ForeignFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * Immutable bytes with a media type and a hash. Equal by media type and content. Safe for any number of threads.
 */
public final class Blob {
    private static final int LARGEST = 256 << 20;

    private final byte[] bytes;
    private final String mediaType;
    private final String sha256;

    private Blob(byte[] bytes, String mediaType) {
        this.bytes = bytes;
        this.mediaType = mediaType;
        this.sha256 = HexFormat.of().formatHex(new Digest().raw(bytes).bytes());
    }

    /**
     * Returns a blob of bytes from memory; they are copied.
     *
     * @param mediaType e.g. {@code image/png}
     * @throws IllegalArgumentException when the media type is not {@code type/subtype}
     */
    public static Blob of(byte[] bytes, String mediaType) {
        if (!mediaType.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}")) {
            throw new IllegalArgumentException("a media type is type/subtype in lower case, e.g. image/png");
        }
        return new Blob(bytes.clone(), mediaType);
    }

    /**
     * Reads a file at once. The media type comes from its content: the type of an image or a PDF, {@code text/plain}
     * for UTF-8 without control characters, {@code application/octet-stream} otherwise.
     *
     * @throws UncheckedIOException when the file cannot be read, is not a file, or has more than 256 MiB
     */
    public static Blob read(Path file) {
        try {
            byte[] bytes = ForeignFile.read(file, LARGEST);
            return new Blob(bytes, sniff(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the media type, e.g. {@code image/png}. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns the number of bytes. */
    public long size() {
        return bytes.length;
    }

    /** Returns the SHA-256 of the bytes in lower-case hex; the fingerprint includes it. */
    public String sha256() {
        return sha256;
    }

    /** Returns a new stream over the bytes. */
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blob blob && mediaType.equals(blob.mediaType) && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mediaType, sha256);
    }

    @Override
    public String toString() {
        return mediaType + ", " + bytes.length + " bytes";
    }

    private static String sniff(byte[] bytes) {
        String head =
                HexFormat.of().formatHex(bytes, 0, Math.min(12, bytes.length)).toLowerCase(Locale.ROOT);
        if (head.startsWith("89504e470d0a1a0a")) {
            return "image/png";
        }
        if (head.startsWith("ffd8ff")) {
            return "image/jpeg";
        }
        if (head.startsWith("474946383761") || head.startsWith("474946383961")) {
            return "image/gif";
        }
        if (head.startsWith("52494646") && head.startsWith("57454250", 16)) {
            return "image/webp";
        }
        if (head.startsWith("255044462d")) {
            return "application/pdf";
        }
        return isText(bytes) ? "text/plain" : "application/octet-stream";
    }

    private static boolean isText(byte[] bytes) {
        for (byte b : bytes) {
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f') {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
