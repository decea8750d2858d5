package dev.plumbline.jsonschema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.NodePath;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Compiles valid schemas and validates values. Findings contain only the keyword
 * and a checked path, because the library's messages and arguments contain content.
 */
final class SchemaCompiler {
    private static final int MOST_FINDINGS = 100;
    private static final int MOST_DEPTH = 2_000;
    private static final Set<String> ABOUT_A_MEMBER =
            Set.of("required", "dependentRequired", "additionalProperties", "unevaluatedProperties", "propertyNames");

    private final RegisteredSchemas registered;
    private final SchemaRegistry registry;
    private final ExecutionConfig settings;

    SchemaCompiler(RegisteredSchemas registered, FormatMode formats) {
        boolean asserted = formats == FormatMode.CHECKED;
        this.registered = registered;
        this.settings = ExecutionConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(asserted)
                .maxEvaluationDepth(MOST_DEPTH)
                .build();
        this.registry = SchemaRegistry.withDialects(
                List.of(CountedKeyword.count(Dialects.getDraft202012()), CountedKeyword.count(Dialects.getDraft7())),
                builder -> builder.schemaRegistryConfig(config(asserted))
                        .schemas(registered.texts())
                        .schemaLoader(loader -> loader.allow(iri -> allowed(iri.toString()))));
    }

    private boolean allowed(String iri) {
        return iri.matches("https?://json-schema\\.org/.*")
                || registered.find(iri).isPresent();
    }

    private static SchemaRegistryConfig config(boolean asserted) {
        return SchemaRegistryConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(asserted)
                .regularExpressionFactory(pattern -> {
                    Predicate<String> compiled = Re2Patterns.compile(pattern);
                    return compiled::test;
                })
                .build();
    }

    /** Validates a schema against the metaschema of its dialect. */
    List<Finding> againstMetaschema(Json schema) {
        Json dialect = schema.get("$schema");
        boolean old = dialect.kind() == Json.Kind.STRING && dialect.asText().startsWith(SchemaGuard.DRAFT_7);
        Schema meta = registry.getSchema(SchemaLocation.of(old ? DialectId.DRAFT_7 : DialectId.DRAFT_2020_12));
        return findings(meta, schema, new ValidationWork(), name -> true);
    }

    /** Returns the compiled schema; refused if the library finds further errors. */
    CheckedSchema compile(Json schema, ValidationResult soundness) {
        try {
            Schema compiled = registry.getSchema(JacksonNodeConverter.of(schema, new ValidationWork()));
            compiled.initializeValidators();
            return new Compiled(soundness, compiled, declared(schema));
        } catch (SchemaException | IllegalArgumentException | ValidationWork.TooMuch | StackOverflowError e) {
            return CheckedSchema.refused(SchemaFindings.error("schema"));
        }
    }

    /** Returns the rule of a part of a valid schema. */
    ValueRule piece(Json schema) {
        CheckedSchema compiled = compile(schema, ValidationResult.OK);
        return (value, work) ->
                compiled.soundness().isOk() && compiled.validate(value, work).isOk();
    }

    /** Returns the member names that a schema declares; all others are content of a value. */
    private Set<String> declared(Json schema) {
        Set<String> names = new HashSet<>();
        SchemaIndex.of(schema, registered, new SchemaFindings()).positions().forEach(position -> {
            Json required = position.schema().get("required");
            Json properties = position.schema().get("properties");
            if (properties.kind() == Json.Kind.OBJECT) {
                names.addAll(properties.fields().keySet());
            }
            if (required.kind() == Json.Kind.ARRAY) {
                required.elements().stream()
                        .filter(name -> name.kind() == Json.Kind.STRING)
                        .forEach(name -> names.add(name.asText()));
            }
        });
        return names;
    }

    private List<Finding> findings(Schema schema, Json value, ValidationWork work, Predicate<String> shown) {
        try {
            CountedKeyword.Context context = new CountedKeyword.Context(work);
            context.setExecutionConfig(settings);
            JsonNode node = JacksonNodeConverter.of(value, work);
            List<Error> errors = schema.validate(context, node, OutputFormat.DEFAULT);
            List<LocatedFinding> located =
                    errors.stream().map(error -> located(error, shown)).toList();
            return LocatedFinding.ofLikelyVariants(located).stream()
                    .limit(MOST_FINDINGS)
                    .map(LocatedFinding::finding)
                    .distinct()
                    .toList();
        } catch (ValidationWork.TooMuch | ValidationLimitExceededException | StackOverflowError e) {
            return SchemaFindings.error("limit").findings();
        } catch (RuntimeException e) {
            // The message of the library may contain content, so it is dropped.
            return SchemaFindings.error("unchecked").findings();
        }
    }

    private static LocatedFinding located(Error error, Predicate<String> shown) {
        JsonNode node = error.getSchemaNode();
        boolean isShort = node != null && LocatedFinding.isShown(error.getKeyword(), node.size());
        Json keyword = isShort ? Json.parse(node.toString()) : Json.object();
        String allowed = LocatedFinding.allowed(error.getKeyword(), keyword);
        Finding finding = new Finding(Severity.ERROR, path(error, shown), error.getKeyword(), allowed);
        boolean excludes = LocatedFinding.isConstant(error.getKeyword(), keyword);
        return new LocatedFinding(finding, String.valueOf(error.getEvaluationPath()), excludes);
    }

    private static String path(Error error, Predicate<String> shown) {
        List<String> segments = new ArrayList<>();
        NodePath place = error.getInstanceLocation();
        for (int i = 0; i < place.getNameCount(); i++) {
            segments.add(segment(place.getElement(i), shown));
        }
        if (error.getProperty() != null && ABOUT_A_MEMBER.contains(error.getKeyword())) {
            segments.add(segment(error.getProperty(), shown));
        }
        return segments.isEmpty() ? "" : "/" + String.join("/", segments);
    }

    private static String segment(Object element, Predicate<String> shown) {
        if (element instanceof Integer) {
            return element.toString();
        }
        String name = String.valueOf(element);
        return shown.test(name) ? PointerSegments.shown(PointerSegments.escape(name)) : "*";
    }

    /** A valid compiled schema; its validators are shared by all threads. */
    private final class Compiled implements CheckedSchema {
        private final ValidationResult soundness;
        private final Schema schema;
        private final Set<String> declared;

        Compiled(ValidationResult soundness, Schema schema, Set<String> declared) {
            this.soundness = soundness;
            this.schema = schema;
            this.declared = declared;
        }

        @Override
        public ValidationResult soundness() {
            return soundness;
        }

        @Override
        public ValidationResult validate(Json value, ValidationWork work) {
            return new ValidationResult(findings(schema, value, work, declared::contains));
        }
    }
}
