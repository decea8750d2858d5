package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a new schema with the guard and prepares it: a simple schema gets its own validator, all others are compiled
 * by the library, which also reports the errors of simple ones. Thread-safe.
 */
final class SchemaChecker {
    private final RegisteredSchemas registered;
    private final Lazy<SchemaCompiler> compiler;

    SchemaChecker(RegisteredSchemas registered, FormatMode formats) {
        this.registered = registered;
        this.compiler = new Lazy<>(() -> new SchemaCompiler(registered, formats));
    }

    CheckedSchema check(Json schema) {
        ValidationResult found = new ValidationResult(SchemaGuard.check(schema, registered));
        if (!found.isOk()) {
            return CheckedSchema.refused(found);
        }
        return SimpleKeywordRules.shape(schema)
                .<CheckedSchema>map(shape -> new Plain(found, shape, new Lazy<>(() -> compiled(schema, found))))
                .orElseGet(() -> inPieces(schema, compiled(schema, found)));
    }

    /**
     * Returns a schema whose simple parts are validated without the library; the library gets the other members, and
     * the whole value if something is invalid.
     */
    private CheckedSchema inPieces(Json schema, CheckedSchema whole) {
        return Optional.of(schema)
                .filter(sound -> whole.soundness().isOk())
                .flatMap(sound -> MemberValidators.shape(sound, compiler.get()::piece))
                .<CheckedSchema>map(shape -> new Plain(whole.soundness(), shape, new Lazy<>(() -> whole)))
                .orElse(whole);
    }

    private CheckedSchema compiled(Json schema, ValidationResult found) {
        List<Finding> all = new ArrayList<>(compiler.get().againstMetaschema(schema));
        all.addAll(found.findings());
        ValidationResult soundness = new ValidationResult(all);
        return soundness.isOk() ? compiler.get().compile(schema, soundness) : CheckedSchema.refused(soundness);
    }

    /**
     * A schema that uses the library only to report errors and for members that are not simple.
     *
     * @param soundness the findings of its check
     * @param shape accepts valid values
     * @param library validates all others, compiled when first needed
     */
    record Plain(ValidationResult soundness, SimpleSchemaValidator shape, Lazy<CheckedSchema> library)
            implements CheckedSchema {

        @Override
        public ValidationResult validate(Json value, ValidationWork work) {
            return shape.test(value, work) ? ValidationResult.OK : misfit(value, work);
        }

        private ValidationResult misfit(Json value, ValidationWork work) {
            CheckedSchema compiled = library.get();
            return compiled.soundness().isOk() ? compiled.validate(value, work) : SchemaFindings.error("unchecked");
        }
    }
}
