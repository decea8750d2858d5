package dev.plumbline.schema.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonAccess;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The one definition of a valid value: it fits its schema, and it can be bound if it will be bound. Used for answers and for
 * the arguments of tools.
 */
public final class ValueCheck {
    /** The code of the finding about a value that fits the schema and cannot be bound. */
    public static final String BINDING = "binding";

    private static final String EXPECTED = "expected ";
    private static final String FOUND = ", but found ";

    private ValueCheck() {}

    /**
     * Validates a value against its schema, and binds it.
     *
     * @param binding creates what the value is bound to, and throws a JsonException if it cannot; empty if a schema is all
     *     that is known
     */
    public static ValidationResult validate(
            JsonSchemaService schemas, Json schema, Json value, Optional<Consumer<Json>> binding) {
        ValidationResult found = schemas.validate(schema, value);
        // Java reads more texts than a format allows, such as a time without seconds; what is read decides.
        if (binding.isEmpty() || !found.findings().stream().allMatch(ValueCheck::isOverruled)) {
            return found;
        }
        Optional<Finding> unbound = fault(value, binding.get());
        if (unbound.isEmpty() && found.findings().isEmpty()) {
            return found;
        }
        if (unbound.isEmpty()) {
            return new ValidationResult(found.findings().stream()
                    .filter(finding -> finding.severity() != Severity.ERROR)
                    .toList());
        }
        return found.isOk()
                ? new ValidationResult(Stream.concat(found.findings().stream(), unbound.stream())
                        .toList())
                : found;
    }

    private static boolean isOverruled(Finding finding) {
        return finding.severity() != Severity.ERROR || finding.code().equals("format");
    }

    /** Returns why a value cannot be bound; empty if it can. */
    public static Optional<Finding> fault(Json value, Consumer<Json> binding) {
        try {
            binding.accept(JsonAccess.atRoot(value));
            return Optional.empty();
        } catch (JsonException e) {
            return Optional.of(new Finding(Severity.ERROR, e.place(), BINDING, allowed(e.rule())));
        } catch (RuntimeException | Error refused) {
            // of a constructor; its words may have content
            return Optional.of(new Finding(Severity.ERROR, "", BINDING));
        }
    }

    /** Returns the findings that say why a value cannot be bound; none if it can. */
    public static ValidationResult bind(Json value, Consumer<Json> binding) {
        return fault(value, binding)
                .map(finding -> new ValidationResult(List.of(finding)))
                .orElse(ValidationResult.OK);
    }

    /** Returns what is allowed, from a rule that may also say what was found. */
    private static String allowed(String rule) {
        int found = rule.indexOf(FOUND);
        return rule.startsWith(EXPECTED) && found > 0 ? rule.substring(EXPECTED.length(), found) : rule;
    }
}
