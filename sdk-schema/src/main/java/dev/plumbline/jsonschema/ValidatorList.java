package dev.plumbline.jsonschema;

import dev.plumbline.call.AiCall;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.ArrayList;
import java.util.List;

/**
 * Validators in the order in which they were added, as one: the cheap ones belong first, because the first that finds an
 * error is the last to run. Each that found something is a check in the record of the call. Immutable and thread-safe if its
 * validators are.
 *
 * @param <T> what they look at
 */
public final class ValidatorList<T> implements Validator<T> {
    private final List<Named<T>> validators;

    private ValidatorList(List<Named<T>> validators) {
        this.validators = List.copyOf(validators);
    }

    /** An empty list, which finds nothing. */
    public static <T> ValidatorList<T> empty() {
        return new ValidatorList<>(List.of());
    }

    /** The list with one more at its end, under the name that its checks show. */
    public ValidatorList<T> with(String name, Strictness strictness, Validator<T> validator) {
        List<Named<T>> longer = new ArrayList<>(validators);
        longer.add(new Named<>(TelemetryLabel.of(name), strictness, validator));
        return new ValidatorList<>(longer);
    }

    /**
     * The list with another strictness for one of them.
     *
     * @throws IllegalArgumentException lists the names for one that is not there
     */
    public ValidatorList<T> with(String name, Strictness strictness) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("there is no such validator; there are " + names());
        }
        return new ValidatorList<>(validators.stream()
                .map(each -> each.name().equals(TelemetryLabel.of(name)) ? each.with(strictness) : each)
                .toList());
    }

    /** The names, in the order in which they run. */
    public List<String> names() {
        return validators.stream().map(each -> each.name().text()).toList();
    }

    @Override
    public ValidationResult validate(T subject, AiCall call) {
        List<Finding> all = new ArrayList<>();
        for (Named<T> validator : validators) {
            ValidationResult found = validator.validate(subject, call);
            if (!found.findings().isEmpty()) {
                call.recorder().checked(validator.name(), found.count(Severity.ERROR), found.count(Severity.WARNING));
                all.addAll(found.findings());
            }
            if (!found.isOk()) {
                break;
            }
        }
        return all.isEmpty() ? ValidationResult.OK : new ValidationResult(all);
    }

    private record Named<T>(TelemetryLabel name, Strictness strictness, Validator<T> check) {

        Named<T> with(Strictness other) {
            return new Named<>(name, other, check);
        }

        ValidationResult validate(T subject, AiCall call) {
            return strictness == Strictness.OFF ? ValidationResult.OK : strictness.of(check.validate(subject, call));
        }
    }
}
