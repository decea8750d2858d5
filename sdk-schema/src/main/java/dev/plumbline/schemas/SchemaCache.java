package dev.plumbline.schemas;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Schemas that were checked and compiled, by the hash of their canonical text: once each, the latest 500 of them. */
final class SchemaCache {
    private static final int MOST = 500;

    private final Registered registered;
    private final SchemaCompiler compiler;

    // The caller's thread does the housekeeping, so that no pool of the host is asked to.
    private final Cache<String, CheckedSchema> checked =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    SchemaCache(Registered registered, Formats formats) {
        this.registered = registered;
        this.compiler = new SchemaCompiler(registered, formats);
    }

    CheckedSchema get(Json schema) {
        try {
            return checked.get(hash(schema), hash -> check(schema));
        } catch (StackOverflowError e) {
            // The caller's stack is too small for this schema; another thread's may do, so nothing is remembered.
            return CheckedSchema.refused(
                    new ValidationResult(List.of(new Finding(ValidationResult.Severity.ERROR, "", "depth"))));
        }
    }

    private CheckedSchema check(Json schema) {
        List<Finding> found = Guard.check(schema, registered);
        if (!new ValidationResult(found).ok()) {
            return CheckedSchema.refused(new ValidationResult(found));
        }
        List<Finding> all = new ArrayList<>(compiler.againstMetaschema(schema));
        all.addAll(found);
        ValidationResult soundness = new ValidationResult(all);
        return soundness.ok() ? compiler.compile(schema, soundness) : CheckedSchema.refused(soundness);
    }

    private static String hash(Json schema) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(schema.canonicalBytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
