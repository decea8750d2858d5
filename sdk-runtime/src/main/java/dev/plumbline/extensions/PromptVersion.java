package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import java.util.Objects;
import java.util.regex.Pattern;

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
