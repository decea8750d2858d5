package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Collectors;

/** The schema service: delegates each method to the class that implements it. */
final class CompositeSchemaService implements JsonSchemaService {
    /** The number of findings in a message; a hostile schema has thousands. */
    private static final int MOST_NAMED = 5;

    private final Lazy<TypeSchemas> types = new Lazy<>(TypeSchemas::new);
    private final Lazy<SchemaCache> compiled;
    private final RegisteredSchemas registered;

    CompositeSchemaService(RegisteredSchemas registered, FormatMode formats) {
        this.registered = registered;
        this.compiled = new Lazy<>(() -> new SchemaCache(new SchemaChecker(registered, formats)::check));
    }

    @Override
    public Json schemaOf(Type type) {
        return types.get().of(type);
    }

    @Override
    public Json schemaOf(List<Member> members) {
        return types.get().of(members);
    }

    @Override
    public ValidationResult check(Json schema) {
        return compiled.get().get(schema).soundness();
    }

    @Override
    public ValidationResult validate(Json schema, Json value) {
        CheckedSchema checked = compiled.get().get(schema);
        if (!checked.soundness().isOk()) {
            throw new IllegalArgumentException("the schema is invalid: " + named(checked.soundness()));
        }
        return validated(checked, value);
    }

    private static ValidationResult validated(CheckedSchema checked, Json value) {
        try {
            return checked.validate(value, new ValidationWork());
        } catch (ValidationWork.TooMuch e) {
            return SchemaFindings.error("limit");
        }
    }

    private static String named(ValidationResult soundness) {
        return soundness.findings().stream()
                .filter(finding -> finding.severity() == ValidationResult.Severity.ERROR)
                .limit(MOST_NAMED)
                .map(finding -> "\"" + finding.path() + "\": " + finding.code())
                .collect(Collectors.joining(", "));
    }

    @Override
    public Json wrap(Json schema, SchemaDialect dialect) {
        return new SchemaDialectAdapter(dialect, registered).wrap(schema);
    }

    @Override
    public Json asMeant(Json value, Json schema) {
        Json whole = SchemaBundler.gathered(schema, registered);
        return withoutOptionalNulls(MeantValues.of(withoutOptionalNulls(value, schema), whole), schema);
    }

    @Override
    public Json unwrap(Json answer, Json schema, SchemaDialect dialect) {
        return new SchemaDialectAdapter(dialect, registered).unwrap(answer, schema);
    }
}
