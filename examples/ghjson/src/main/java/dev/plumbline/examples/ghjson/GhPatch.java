package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import java.util.List;

/**
 * A patch of a document (GhPatch 1.0): changes by identity, not by position. Immutable.
 *
 * @param json an object with {@code kind} and {@code patch}
 */
public record GhPatch(Json json) {
    public GhPatch {
        if (!GhJsonDocument.text(json, "kind").equals("ghpatch")) {
            throw new IllegalArgumentException("a patch is an object with \"kind\": \"ghpatch\"");
        }
    }

    /** Reads a patch. */
    public static GhPatch parse(String text) {
        return new GhPatch(Json.parse(text));
    }

    /** Returns the part of the body at a JSON Pointer, as a list; empty if there is none. */
    List<Json> list(String pointer) {
        Json found = json.get("patch").at(pointer);
        return found.exists() ? found.elements() : List.of();
    }

    /** Returns the checksum of the document that the patch was made for; empty if it has none. */
    String checksum() {
        return GhJsonDocument.text(json.get("patch").get("base"), "checksum");
    }

    /** Returns the checksum to write into a patch of that document. */
    public static String checksumOf(GhJsonDocument document) {
        return DocumentChecksum.of(document);
    }

    /**
     * Applies the patch: what can be applied is applied, and the rest is reported. A patch for another document is
     * refused as a whole.
     */
    public PatchResult applyTo(GhJsonDocument document) {
        return new PatchRun(this, document).result();
    }

    /** Applies the patch without comparing the checksum. */
    public PatchResult applyAnywayTo(GhJsonDocument document) {
        return new PatchRun(new GhPatch(json.with("patch", json.get("patch").without("base"))), document).result();
    }

    /**
     * The result of a patch.
     *
     * @param document the changed document; the given one if the patch was refused
     * @param conflicts what was not applied, in order
     * @param newIds the ids of added components that were taken, as {@code 3 is 7}
     */
    public record PatchResult(GhJsonDocument document, List<Conflict> conflicts, List<String> newIds) {
        public PatchResult {
            conflicts = List.copyOf(conflicts);
            newIds = List.copyOf(newIds);
        }
    }

    /**
     * A part of a patch that was not applied.
     *
     * @param kind as in section 5.3 of the format, e.g. {@code match_not_found}
     * @param path the part, as a JSON Pointer into the patch
     */
    public record Conflict(String kind, String path) {}
}
