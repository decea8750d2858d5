package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.Validator;
import dev.plumbline.schemas.SchemaValidators;
import dev.plumbline.schemas.Strictness;
import dev.plumbline.schemas.ValidatorList;
import java.util.ArrayList;
import java.util.List;

/**
 * The validators of a runtime and how strict each is, as a value: of calls {@code body-shape} and {@code schemas}
 * (both STRICT), then the host's; of answers {@code content} and {@code tool-calls} (both WARN), then the host's. The
 * policy {@code repair} checks the shape of answers, the policy {@code models} the capabilities of a model. Changed by
 * copies.
 */
public final class Validation {
    private final List<Named<AiCall>> calls;
    private final List<Named<AiReturn>> answers;
    private final List<Setting> settings;

    private Validation(List<Named<AiCall>> calls, List<Named<AiReturn>> answers, List<Setting> settings) {
        this.calls = calls;
        this.answers = answers;
        this.settings = settings;
    }

    static Validation ofDefaults() {
        return new Validation(List.of(), List.of(), List.of());
    }

    /** A copy with one more validator of calls; domain knowledge belongs here, behind the cheap checks. */
    public Validation withCallValidator(String name, Strictness strictness, Validator<AiCall> validator) {
        return new Validation(and(calls, new Named<>(name, strictness, validator)), answers, settings);
    }

    /** A copy with one more validator of answers. */
    public Validation withReturnValidator(String name, Strictness strictness, Validator<AiReturn> validator) {
        return new Validation(calls, and(answers, new Named<>(name, strictness, validator)), settings);
    }

    /** A copy in which the validator of that name is so strict; that there is one is checked when the runtime is built. */
    public Validation with(String name, Strictness strictness) {
        return new Validation(calls, answers, and(settings, new Setting(name, strictness)));
    }

    private static <E> List<E> and(List<E> list, E last) {
        List<E> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }

    Lists lists(JsonSchemaService schemas) {
        ValidatorList<AiCall> ofCalls = ValidatorList.<AiCall>empty()
                .with("body-shape", Strictness.STRICT, SchemaValidators.bodyShape())
                .with("schemas", Strictness.STRICT, SchemaValidators.schemaDefined(schemas));
        ValidatorList<AiReturn> ofAnswers = ValidatorList.<AiReturn>empty()
                .with("content", Strictness.WARN, SchemaValidators.assistantContent())
                .with("tool-calls", Strictness.WARN, SchemaValidators.toolCallShape(schemas));
        Lists lists = new Lists(given(ofCalls, calls), given(ofAnswers, answers));
        for (Setting setting : settings) {
            lists = lists.with(setting);
        }
        return lists;
    }

    private static <T> ValidatorList<T> given(ValidatorList<T> list, List<Named<T>> more) {
        ValidatorList<T> longer = list;
        for (Named<T> named : more) {
            longer = longer.with(named.name(), named.strictness(), named.validator());
        }
        return longer;
    }

    /** The validators, ready to run. */
    record Lists(ValidatorList<AiCall> calls, ValidatorList<AiReturn> answers) {

        private Lists with(Setting setting) {
            return calls.names().contains(setting.name())
                    ? new Lists(calls.with(setting.name(), setting.strictness()), answers)
                    : new Lists(calls, answers.with(setting.name(), setting.strictness()));
        }
    }

    private record Named<T>(String name, Strictness strictness, Validator<T> validator) {}

    private record Setting(String name, Strictness strictness) {}
}
