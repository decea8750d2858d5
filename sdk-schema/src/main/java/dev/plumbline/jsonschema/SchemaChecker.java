package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a schema the first time: the guard looks at it, then it is ready if it is plain; all others, and those whose
 * values turn out not to fit, are compiled by the library. Thread-safe.
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

    /** The library need not read what is plain in a value: it gets the other members, and the whole only when something misfits. */
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
     * A schema that needs the library only to say what is wrong with a value, and for members that are not plain.
     *
     * @param soundness what its check found
     * @param shape takes the values that fit
     * @param library for all others, compiled when the first comes
     */
    record Plain(ValidationResult soundness, SimpleSchemaValidator shape, Lazy<CheckedSchema> library)
            implements CheckedSchema {

        @Override
        public ValidationResult validate(Json value) {
            return shape.test(value) ? ValidationResult.OK : misfit(value);
        }

        private ValidationResult misfit(Json value) {
            CheckedSchema compiled = library.get();
            return compiled.soundness().isOk() ? compiled.validate(value) : FindingCollector.error("unchecked");
        }
    }
}
