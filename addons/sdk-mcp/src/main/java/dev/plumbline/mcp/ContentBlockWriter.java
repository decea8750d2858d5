package dev.plumbline.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes parts as blocks of content, and as contents of resources. */
final class ContentBlockWriter {
    private final int imageEdge;

    /** Creates the writer; images with a longer edge are made smaller. */
    ContentBlockWriter(int imageEdge) {
        this.imageEdge = imageEdge;
    }

    static Json text(String text) {
        return Json.object().with("type", "text").with("text", text);
    }

    /** Returns a block of content: text, image, audio, or an embedded resource for a file. */
    Json of(Part part) {
        if (part instanceof Part.Image image) {
            return media("image", ImageEdge.limited(image.blob(), imageEdge));
        }
        if (part instanceof Part.Audio audio) {
            return media("audio", audio.blob());
        }
        if (part instanceof Part.File file) {
            return Json.object().with("type", "resource").with("resource", resource(address(file.name()), file.blob()));
        }
        return part instanceof Part.Text text ? text(text.text()) : text("");
    }

    private static Json media(String type, Blob blob) {
        return Json.object().with("type", type).with("data", base64(blob)).with("mimeType", blob.mediaType());
    }

    /** Returns the contents of a resource: as text if its media type is text, JSON or XML, otherwise as bytes. */
    static Json resource(String uri, Blob blob) {
        Json json = Json.object().with("uri", uri).with("mimeType", blob.mediaType());
        return isText(blob.mediaType())
                ? json.with("text", new String(bytes(blob), StandardCharsets.UTF_8))
                : json.with("blob", base64(blob));
    }

    static boolean isText(Blob blob) {
        return isText(blob.mediaType());
    }

    private static boolean isText(String mediaType) {
        return mediaType.startsWith("text/")
                || mediaType.equals("application/json")
                || mediaType.equals("application/xml")
                || mediaType.endsWith("+json")
                || mediaType.endsWith("+xml");
    }

    /** Returns the name of a file as an address: itself if it has a scheme. */
    private static String address(String name) {
        return name.matches("[a-zA-Z][a-zA-Z0-9+.-]+://.+")
                ? name
                : "plumbline://file/"
                        + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String base64(Blob blob) {
        return Base64.getEncoder().encodeToString(bytes(blob));
    }

    static byte[] bytes(Blob blob) {
        try (InputStream in = blob.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory can be read", e);
        }
    }
}
