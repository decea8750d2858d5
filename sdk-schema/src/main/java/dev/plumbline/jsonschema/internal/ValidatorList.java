package dev.plumbline.jsonschema.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import dev.plumbline.schema.Validator.Strictness;
import java.util.ArrayList;
import java.util.List;

/**
 * A validator that runs several validators in order and stops after the first with an error, so that cheap ones should
 * be first. Each that has findings is a check in the record of the call. Immutable and thread-safe if its validators
 * are.
 *
 * @param <T> the validated type
 */
public final class ValidatorList<T> implements Validator<T> {
    private final List<Named<T>> validators;

    private ValidatorList(List<Named<T>> validators) {
        this.validators = List.copyOf(validators);
    }

    /** Returns an empty list, which finds nothing. */
    public static <T> ValidatorList<T> empty() {
        return new ValidatorList<>(List.of());
    }

    /** Returns a copy with one more validator at its end, under the name that its checks show. */
    public ValidatorList<T> with(String name, Strictness strictness, Validator<T> validator) {
        List<Named<T>> longer = new ArrayList<>(validators);
        longer.add(new Named<>(TelemetryName.of(name), strictness, validator));
        return new ValidatorList<>(longer);
    }

    /**
     * Returns a copy with another strictness of the named validator.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists the names
     */
    public ValidatorList<T> with(String name, Strictness strictness) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("there is no validator of that name; there are " + names());
        }
        return new ValidatorList<>(validators.stream()
                .map(each -> each.name().equals(TelemetryName.of(name)) ? each.with(strictness) : each)
                .toList());
    }

    /** Returns the names in the order in which they run. */
    public List<String> names() {
        return validators.stream().map(each -> each.name().text()).toList();
    }

    @Override
    public ValidationResult validate(T subject, AiCall call) {
        List<Finding> all = new ArrayList<>();
        for (Named<T> validator : validators) {
            ValidationResult found = validator.validate(subject, call);
            if (!found.findings().isEmpty()) {
                CallAccess.recorder(call)
                        .validated(
                                validator.name(),
                                found.count(Severity.ERROR),
                                found.count(Severity.WARNING),
                                found.count(Severity.INFO));
                all.addAll(found.findings());
            }
            if (!found.isOk()) {
                break;
            }
        }
        return all.isEmpty() ? ValidationResult.OK : new ValidationResult(all);
    }

    private record Named<T>(TelemetryName name, Strictness strictness, Validator<T> check) {

        Named<T> with(Strictness other) {
            return new Named<>(name, other, check);
        }

        ValidationResult validate(T subject, AiCall call) {
            return strictness == Strictness.OFF ? ValidationResult.OK : strictness.of(check.validate(subject, call));
        }
    }
}
