package dev.plumbline.sandbox.internal;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The policy that passes on images and files of a result up to a total size; the others are stored, and the model
 * gets references in {@code meta.parts}. Innermost, so that memoization and audit see the same result as the model.
 */
record AttachmentPolicy(ToolResultStore store, long most) implements ToolPolicy {

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        ToolEnvelope envelope = next.proceed(call);
        long bytes = envelope.parts().stream().mapToLong(AttachmentPolicy::size).sum();
        return envelope.isOk() && bytes > most ? fitted(envelope, call.ids().session()) : envelope;
    }

    @Override
    public int priority() {
        return 199;
    }

    private ToolEnvelope fitted(ToolEnvelope envelope, String session) {
        List<Part> through = new ArrayList<>();
        List<Json> references = new ArrayList<>();
        long remainingBytes = most;
        for (Part part : envelope.parts()) {
            if (size(part) <= remainingBytes) {
                through.add(part);
                remainingBytes -= size(part);
            } else {
                references.add(reference(blob(part).orElseThrow(), session));
            }
        }
        return rebuilt(envelope, through).withMeta("parts", references);
    }

    private static ToolEnvelope rebuilt(ToolEnvelope envelope, List<Part> parts) {
        return ToolEnvelope.ok(envelope.result())
                .withParts(parts.toArray(Part[]::new))
                .withMeta(envelope.meta())
                .withStopsTurn(envelope.stopsTurn());
    }

    /** Returns the reference to a stored blob; without an address if it could not be stored. */
    private Json reference(Blob blob, String session) {
        Json about = Json.object().with("mediaType", blob.mediaType()).with("bytes", blob.size());
        try (InputStream content = blob.open()) {
            return store.store(session, blob.mediaType(), content)
                    .map(kept -> about.with("reference", kept.reference()))
                    .orElse(about);
        } catch (IOException full) {
            return about;
        }
    }

    private static long size(Part part) {
        return blob(part).map(Blob::size).orElse(0L);
    }

    private static Optional<Blob> blob(Part part) {
        if (part instanceof Part.Image image) {
            return Optional.of(image.blob());
        }
        if (part instanceof Part.Audio audio) {
            return Optional.of(audio.blob());
        }
        return part instanceof Part.File file ? Optional.of(file.blob()) : Optional.empty();
    }

    @Override
    public String toString() {
        return "AttachmentPolicy[" + most + " bytes]";
    }
}
