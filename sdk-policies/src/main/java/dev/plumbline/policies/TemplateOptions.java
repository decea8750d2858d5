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
 * <code>{name:default}</code> with a default. <code>{guidelines}</code> and
 * <code>{instructions}</code> say where those below go; unless a text says so, they follow the system texts.
 * <code>{{name}}</code> is sent as <code>{name}</code>; braces that are no such place, e.g. those of JSON, are sent as they
 * are. Immutable; suppliers are asked by any thread.
 *
 * @param values by name; asked once for every call that needs them. Text is inserted as it is, everything else as JSON; null and
 *     empty text are no value
 * @param guidelines how to use tools; one is sent when a tool it is for is offered
 * @param instructions what is sent in every call
 * @param strict whether a place without value and default ends the call, or is sent as it is written and named in the trace
 */
public record TemplateOptions(
        Map<String, Supplier<?>> values, List<Guideline> guidelines, List<String> instructions, boolean strict) {
    static final String GUIDELINES = "guidelines";
    static final String INSTRUCTIONS = "instructions";

    private static final Set<String> TAKEN = Set.of(GUIDELINES, INSTRUCTIONS);
    private static final TemplateOptions DEFAULTS = new TemplateOptions(Map.of(), List.of(), List.of(), false);

    public TemplateOptions {
        values = Map.copyOf(values);
        guidelines = List.copyOf(guidelines);
        instructions = List.copyOf(instructions);
        values.keySet().forEach(TemplateOptions::check);
    }

    private static void check(String name) {
        if (!PromptTemplate.isName(name)) {
            throw new IllegalArgumentException(
                    "the name of a place is a letter and at most 63 letters, digits and _ . -");
        }
        if (TAKEN.contains(name)) {
            throw new IllegalArgumentException(
                    "{" + name + "} has its own values: withGuideline(…), withInstruction(…)");
        }
    }

    /** No values, not strict. */
    public static TemplateOptions ofDefaults() {
        return DEFAULTS;
    }

    /**
     * A copy with one more value, or another one of that name.
     *
     * @throws IllegalArgumentException for a name that no place can have
     */
    public TemplateOptions withValue(String name, Supplier<?> value) {
        Map<String, Supplier<?>> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new TemplateOptions(more, guidelines, instructions, strict);
    }

    /**
     * A copy with one more guideline; it may have places itself.
     *
     * @param tools a {@link Selector} of the tools it is for, e.g. {@code draw_*}
     */
    public TemplateOptions withGuideline(String tools, String text) {
        return new TemplateOptions(
                values, plus(guidelines, new Guideline(Selector.of(tools), text)), instructions, strict);
    }

    /** A copy with one more instruction; it may have places itself. */
    public TemplateOptions withInstruction(String text) {
        return new TemplateOptions(values, guidelines, plus(instructions, text), strict);
    }

    /** A copy in which a place without value and default ends the call. */
    public TemplateOptions withStrict() {
        return new TemplateOptions(values, guidelines, instructions, true);
    }

    private static <T> List<T> plus(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    @Override
    public String toString() {
        return "TemplateOptions[" + values.keySet().stream().sorted().toList() + ", " + guidelines.size()
                + " guidelines, " + instructions.size() + " instructions" + (strict ? ", strict]" : "]");
    }

    /**
     * How to use some tools. {@code toString} shows no text.
     *
     * @param tools which
     * @param text what is sent to the model
     */
    public record Guideline(Selector tools, String text) {
        boolean isFor(List<ToolDefinition> offered) {
            return offered.stream().anyMatch(tool -> tools.matches(tool.name(), tool.tags(), tool.owner()));
        }

        @Override
        public String toString() {
            return "Guideline[" + tools + ", " + text.length() + " characters]";
        }
    }
}
