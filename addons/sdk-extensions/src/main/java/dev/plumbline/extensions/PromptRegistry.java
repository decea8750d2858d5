package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A list of prompts with names, versions and fingerprints, which finds the prompt that a request was made of. A version
 * never changes: another body needs another version. Immutable; thread-safe.
 */
public final class PromptRegistry {
    private static final String FORMAT = "plumbline-prompts/1";

    private final List<PromptVersion> versions;
    private final Map<String, PromptVersion> newest = new LinkedHashMap<>();
    private final Map<Fingerprint, PromptVersion> byFingerprint = new HashMap<>();

    private PromptRegistry(List<PromptVersion> versions) {
        this.versions = List.copyOf(versions);
        for (PromptVersion each : versions) {
            newest.put(each.name(), each);
            byFingerprint.putIfAbsent(each.fingerprint(), each);
        }
    }

    /** Returns a registry without prompts. */
    public static PromptRegistry empty() {
        return new PromptRegistry(List.of());
    }

    /**
     * Reads a registry from the form of {@link #toJson()}.
     *
     * @throws IllegalArgumentException for another format, or a body whose fingerprint is not the one beside it; the
     *     message names prompt and version
     * @throws dev.plumbline.json.JsonException names the place of a member that is missing or of the wrong kind
     */
    public static PromptRegistry from(Json json) {
        if (!json.get("format").equals(Json.of(FORMAT))) {
            throw new IllegalArgumentException(
                    "this is no registry of prompts: \"format\" must be " + FORMAT + "; write it with toJson()");
        }
        PromptRegistry registry = empty();
        for (Json each : json.get("prompts").elements()) {
            registry = registry.withAdded(read(each));
        }
        return registry;
    }

    private static PromptVersion read(Json json) {
        PromptVersion read = new PromptVersion(
                json.get("name").asText(), json.get("version").asText(), AiBody.from(json.get("body")));
        if (!read.fingerprint().text().equals(json.get("fingerprint").asText())) {
            throw new IllegalArgumentException("prompt " + read + ": the body was changed after it was registered (its"
                    + " fingerprint is " + read.fingerprint() + "); add it as a new version");
        }
        return read;
    }

    /**
     * Returns a copy with one more version, which is the newest of its name. One that is registered already with the same
     * body changes nothing.
     *
     * @throws IllegalArgumentException if name and version are registered with another body
     */
    public PromptRegistry withAdded(PromptVersion added) {
        Optional<PromptVersion> known = find(added.name(), added.version());
        if (known.isPresent()) {
            if (!known.get().fingerprint().equals(added.fingerprint())) {
                throw new IllegalArgumentException(
                        "prompt " + added + " is registered with another body; give this one another version");
            }
            return this;
        }
        List<PromptVersion> more = new ArrayList<>(versions);
        more.add(added);
        return new PromptRegistry(more);
    }

    /** Returns a copy with one more version; as {@link #withAdded(PromptVersion)}. */
    public PromptRegistry withAdded(String name, String version, AiBody body) {
        return withAdded(new PromptVersion(name, version, body));
    }

    /** Returns all versions, in the order in which they were added; unmodifiable. */
    public List<PromptVersion> versions() {
        return versions;
    }

    /** Returns the newest version of a prompt: the one that was added last. */
    public Optional<PromptVersion> find(String name) {
        return Optional.ofNullable(newest.get(name));
    }

    /** Returns a version of a prompt. */
    public Optional<PromptVersion> find(String name, String version) {
        return versions.stream()
                .filter(each -> each.name().equals(name) && each.version().equals(version))
                .findFirst();
    }

    /**
     * Returns the prompt that a request was made of: the registered body with the most interactions that is this body, or
     * its beginning with the same filters and output schema. It answers "what asked this?" for a body that was sent or
     * stored.
     */
    public Optional<PromptVersion> originOf(AiBody body) {
        for (int length = body.interactions().size(); length >= 0; length--) {
            AiBody beginning = length == body.interactions().size()
                    ? body
                    : body.withInteractions(body.interactions().prefix(length));
            PromptVersion found = byFingerprint.get(beginning.fingerprint());
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns the registry as JSON, with the fingerprint of each body; {@link #from} reads it. */
    public Json toJson() {
        List<Json> prompts = versions.stream()
                .map(each -> Json.object()
                        .with("name", each.name())
                        .with("version", each.version())
                        .with("fingerprint", each.fingerprint().text())
                        .with("body", each.body().toJson()))
                .toList();
        return Json.object().with("format", FORMAT).with("prompts", prompts);
    }

    /**
     * A version of a prompt: a body under a name. A value.
     *
     * @param name what it is for, e.g. {@code floor-plan/check}: letters, digits and {@code . _ - /}
     * @param version its version, e.g. {@code 2} or {@code 2026-11-25}: letters, digits and {@code . _ -}
     * @param body the request, to which a message of the user is usually added
     */
    public record PromptVersion(String name, String version, AiBody body) {
        private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._/-]{1,200}");
        private static final Pattern VERSION = Pattern.compile("[\\p{L}\\p{N}._-]{1,100}");

        /**
         * Creates a version.
         *
         * @throws IllegalArgumentException for a name or version of other characters
         */
        public PromptVersion {
            Objects.requireNonNull(body, "body");
            if (!NAME.matcher(name).matches() || !VERSION.matcher(version).matches()) {
                throw new IllegalArgumentException("prompt " + name + ", version " + version
                        + ": a name has letters, digits and . _ - /, a version the same without /");
            }
        }

        /** Returns the fingerprint of the body. */
        public Fingerprint fingerprint() {
            return body.fingerprint();
        }

        /** Returns name and version, without content: {@code floor-plan/check@2}. */
        @Override
        public String toString() {
            return name + "@" + version;
        }
    }
}
