package dev.plumbline.call;

import dev.plumbline.body.Digest;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a model and a policy know of a tool. A value; part of the cache key.
 *
 * @param name unique in a session
 * @param description what it does, for the model
 * @param inputSchema the JSON Schema of its arguments, an object
 * @param outputSchema the JSON Schema of its result, if it has one
 * @param tags for selectors; the hints are tags with agreed names
 * @param owner the extension it comes from; empty for the host's own
 */
public record ToolDefinition(
        String name,
        String description,
        Json inputSchema,
        Optional<Json> outputSchema,
        Set<String> tags,
        String owner) {

    public ToolDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(inputSchema, "inputSchema");
        Objects.requireNonNull(outputSchema, "outputSchema");
        Objects.requireNonNull(owner, "owner");
        tags = Collections.unmodifiableSet(new TreeSet<>(tags));
    }

    /** Whether it changes nothing ({@code #read-only}). */
    public boolean isReadOnly() {
        return tags.contains("read-only");
    }

    /** Whether it takes something away ({@code #destructive}). */
    public boolean isDestructive() {
        return tags.contains("destructive");
    }

    /** Whether twice is as good as once ({@code #idempotent}). */
    public boolean isIdempotent() {
        return tags.contains("idempotent");
    }

    /** Whether it reaches outside the program ({@code #open-world}). */
    public boolean isOpenWorld() {
        return tags.contains("open-world");
    }

    /** Whether its result depends on the arguments alone ({@code #pure}). */
    public boolean isPure() {
        return tags.contains("pure");
    }

    /** Whether it may run beside other tools: it says so ({@code #concurrent}), or it changes nothing. */
    public boolean isConcurrent() {
        return isReadOnly() || tags.contains("concurrent");
    }

    /** The fingerprint that a user approves with the tool: of everything that was shown of it to them and to the model. */
    public Fingerprint fingerprint() {
        Digest digest = Digest.of("plb1/tool").text(name).text(description).json(inputSchema);
        outputSchema.ifPresentOrElse(digest::json, digest::absent);
        tags.forEach(digest::text);
        return digest.text(owner).fingerprint();
    }
}
