package dev.plumbline.policies;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The values of the placeholders in the system texts of a conversation: <code>{name}</code>, or
 * <code>{name:default}</code> with a default. <code>{guidelines}</code> and <code>{instructions}</code> are replaced by
 * those below; without these placeholders they follow the system texts. <code>{{name}}</code> is sent as
 * <code>{name}</code>; other braces, e.g. those of JSON, are sent unchanged. Immutable; suppliers are called by any
 * thread.
 *
 * @param values the values by name; supplied once for every call that needs them. Text is inserted unchanged,
 * everything else as JSON; null and empty text are no value
 * @param guidelines texts on the use of tools; each is sent if one of its tools is offered
 * @param instructions texts that are sent in every call
 * @param strict whether a placeholder without value and default ends the call; otherwise it is sent as written and
 *     named in the trace
 */
public record PromptTemplateOptions(
        Map<String, Supplier<?>> values, List<ToolGuideline> guidelines, List<String> instructions, boolean strict) {
    static final String GUIDELINES = "guidelines";
    static final String INSTRUCTIONS = "instructions";

    private static final Set<String> TAKEN = Set.of(GUIDELINES, INSTRUCTIONS);
    private static final PromptTemplateOptions DEFAULTS =
            new PromptTemplateOptions(Map.of(), List.of(), List.of(), false);

    public PromptTemplateOptions {
        values = Map.copyOf(values);
        guidelines = List.copyOf(guidelines);
        instructions = List.copyOf(instructions);
        for (String name : values.keySet()) {
            check(name);
        }
    }

    private static void check(String name) {
        if (!PromptTemplate.isName(name)) {
            throw new IllegalArgumentException(
                    "the name of a placeholder must be a letter and at most 63 letters, digits and _ . -");
        }
        if (TAKEN.contains(name)) {
            throw new IllegalArgumentException(
                    "{" + name + "} is reserved; use withGuideline(…) or withInstruction(…)");
        }
    }

    /** Returns options without values, not strict. */
    public static PromptTemplateOptions ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy that adds or replaces a value.
     *
     * @throws IllegalArgumentException for an invalid or reserved name
     */
    public PromptTemplateOptions withValue(String name, Supplier<?> value) {
        Map<String, Supplier<?>> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new PromptTemplateOptions(more, guidelines, instructions, strict);
    }

    /**
     * Returns a copy with one more guideline, which may have placeholders.
     *
     * @param tools a {@link Selector} of its tools, e.g. {@code draw_*}
     */
    public PromptTemplateOptions withGuideline(String tools, String text) {
        return new PromptTemplateOptions(
                values, plus(guidelines, new ToolGuideline(Selector.of(tools), text)), instructions, strict);
    }

    /** Returns a copy with one more instruction, which may have placeholders. */
    public PromptTemplateOptions withInstruction(String text) {
        return new PromptTemplateOptions(values, guidelines, plus(instructions, text), strict);
    }

    /** Returns a copy in which a placeholder without value and default ends the call. */
    public PromptTemplateOptions withStrict() {
        return new PromptTemplateOptions(values, guidelines, instructions, true);
    }

    private static <T> List<T> plus(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    @Override
    public String toString() {
        return "PromptTemplateOptions[" + values.keySet().stream().sorted().toList() + ", " + guidelines.size()
                + " guidelines, " + instructions.size() + " instructions" + (strict ? ", strict]" : "]");
    }

    /**
     * A guideline for the use of some tools. {@code toString} shows no text.
     *
     * @param tools the tools
     * @param text the text for the model
     */
    public record ToolGuideline(Selector tools, String text) {
        boolean isFor(List<ToolDefinition> offered) {
            return offered.stream().anyMatch(tool -> tools.matches(tool.name(), tool.tags(), tool.owner()));
        }

        @Override
        public String toString() {
            return "ToolGuideline[" + tools + ", " + text.length() + " characters]";
        }
    }
}
