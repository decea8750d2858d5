package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.jsonschema.internal.SchemaValidators;
import dev.plumbline.jsonschema.internal.ValidatorList;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.Validator;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.tool.AiTool.ArgumentValidator;
import dev.plumbline.tools.ToolRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The validators of a runtime and their strictness. For calls: {@code body-shape} and {@code schemas} (both STRICT),
 * then the host's. For answers: {@code content} and {@code tool-calls} (both WARN), then the host's. The policy {@code
 * models} checks the capabilities of a model. For arguments of tools: the host's, after the tool's schema. Immutable.
 */
final class ValidationSettings {
    private final List<Named<AiCall>> calls;
    private final List<Named<AiReturn>> answers;
    private final List<ArgumentCheck> arguments;
    private final List<Setting> settings;

    private ValidationSettings(
            List<Named<AiCall>> calls,
            List<Named<AiReturn>> answers,
            List<ArgumentCheck> arguments,
            List<Setting> settings) {
        this.calls = calls;
        this.answers = answers;
        this.arguments = arguments;
        this.settings = settings;
    }

    static ValidationSettings ofDefaults() {
        return new ValidationSettings(List.of(), List.of(), List.of(), List.of());
    }

    /** Returns a copy with one more validator of calls, after the built-in ones. */
    ValidationSettings withCallValidator(String name, Strictness strictness, Validator<AiCall> validator) {
        return new ValidationSettings(
                and(calls, new Named<>(name, strictness, validator)), answers, arguments, settings);
    }

    /** Returns a copy with one more validator of answers. */
    ValidationSettings withReturnValidator(String name, Strictness strictness, Validator<AiReturn> validator) {
        return new ValidationSettings(
                calls, and(answers, new Named<>(name, strictness, validator)), arguments, settings);
    }

    /** Returns a copy with a validator of the arguments of tool calls. */
    ValidationSettings withArgumentValidator(
            String name, Strictness strictness, String tools, ArgumentValidator validator) {
        ArgumentCheck check = new ArgumentCheck(name, Selector.of(tools), strictness, validator);
        return new ValidationSettings(calls, answers, and(arguments, check), settings);
    }

    /** Returns a copy with the strictness of the named validator. */
    ValidationSettings with(String name, Strictness strictness) {
        return new ValidationSettings(calls, answers, arguments, and(settings, new Setting(name, strictness)));
    }

    private static <E> List<E> and(List<E> list, E last) {
        List<E> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }

    /** Adds the validators of arguments to an executor. */
    void addTo(ToolRuntime.Builder tools) {
        for (ArgumentCheck check : arguments) {
            Strictness strictness = settings.stream()
                    .filter(setting -> setting.name().equals(check.name()))
                    .reduce((first, last) -> last)
                    .map(Setting::strictness)
                    .orElse(check.strictness());
            if (strictness != Strictness.OFF) {
                tools.addArgumentValidator(
                        check.name(),
                        check.tools(),
                        call -> strictness.of(check.validator().validate(call)));
            }
        }
    }

    /** Adds the selectors of the validators of arguments. */
    void addToolPatterns(Map<String, Selector> patterns) {
        for (ArgumentCheck check : arguments) {
            patterns.put("addArgumentValidator \"" + check.name() + "\"", check.tools());
        }
    }

    private boolean isOfArguments(String name) {
        return arguments.stream().anyMatch(check -> check.name().equals(name));
    }

    ValidatorLists lists(JsonSchemaService schemas) {
        ValidatorList<AiCall> ofCalls = ValidatorList.<AiCall>empty()
                .with("body-shape", Strictness.STRICT, SchemaValidators.bodyShape())
                .with("schemas", Strictness.STRICT, SchemaValidators.schemaDefined(schemas));
        ValidatorList<AiReturn> ofAnswers = ValidatorList.<AiReturn>empty()
                .with("content", Strictness.WARN, SchemaValidators.assistantContent())
                .with("tool-calls", Strictness.WARN, SchemaValidators.toolCallShape(schemas));
        ValidatorLists lists = new ValidatorLists(given(ofCalls, calls), given(ofAnswers, answers));
        for (Setting setting : settings) {
            lists = isOfArguments(setting.name()) ? lists : lists.with(setting);
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

    /** The lists of validators that run. */
    record ValidatorLists(ValidatorList<AiCall> calls, ValidatorList<AiReturn> answers) {

        private ValidatorLists with(Setting setting) {
            return calls.names().contains(setting.name())
                    ? new ValidatorLists(calls.with(setting.name(), setting.strictness()), answers)
                    : new ValidatorLists(calls, answers.with(setting.name(), setting.strictness()));
        }
    }

    private record Named<T>(String name, Strictness strictness, Validator<T> validator) {}

    private record ArgumentCheck(String name, Selector tools, Strictness strictness, ArgumentValidator validator) {}

    private record Setting(String name, Strictness strictness) {}
}
