package dev.plumbline.call;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UnicodeValidator;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The description of a tool that a model and policies see. A value; part of the cache key.
 *
 * @param name unique in a session
 * @param description what it does, for the model
 * @param inputSchema the JSON Schema of its arguments, an object
 * @param outputSchema the JSON Schema of its result, if it has one
 * @param tags for selectors; the hints are tags with agreed names
 * @param owner the extension that adds it; empty for the host's own
 */
public record ToolDefinition(
        String name,
        String description,
        Json inputSchema,
        Optional<Json> outputSchema,
        Set<String> tags,
        String owner) {

    public ToolDefinition {
        UnicodeValidator.requireWellFormed(name, "name");
        UnicodeValidator.requireWellFormed(description, "description");
        Objects.requireNonNull(inputSchema, "inputSchema");
        Objects.requireNonNull(outputSchema, "outputSchema");
        UnicodeValidator.requireWellFormed(owner, "owner");
        tags.forEach(tag -> UnicodeValidator.requireWellFormed(tag, "a tag"));
        tags = Collections.unmodifiableSet(new TreeSet<>(tags));
    }

    /** Returns whether it changes nothing ({@code #read-only}). */
    public boolean isReadOnly() {
        return tags.contains("read-only");
    }

    /** Returns whether it removes or overwrites something ({@code #destructive}). */
    public boolean isDestructive() {
        return tags.contains("destructive");
    }

    /** Returns whether a repeated call has no further effect ({@code #idempotent}). */
    public boolean isIdempotent() {
        return tags.contains("idempotent");
    }

    /** Returns whether it reaches outside the program ({@code #open-world}). */
    public boolean isOpenWorld() {
        return tags.contains("open-world");
    }

    /** Returns whether its result depends on the arguments alone ({@code #pure}). */
    public boolean isPure() {
        return tags.contains("pure");
    }

    /** Returns whether it may run beside other tools: it is tagged {@code #concurrent}, or it changes nothing. */
    public boolean isConcurrent() {
        return isReadOnly() || tags.contains("concurrent");
    }

    /**
     * Returns the fingerprint that an approval is bound to: of everything that the user and the model see of the tool.
     */
    public Fingerprint fingerprint() {
        Digest digest = Digest.of("plb1/tool").text(name).text(description).json(inputSchema);
        outputSchema.ifPresentOrElse(digest::json, digest::absent);
        tags.forEach(digest::text);
        return digest.text(owner).fingerprint();
    }
}
