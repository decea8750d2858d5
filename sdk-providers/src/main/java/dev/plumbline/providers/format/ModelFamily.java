package dev.plumbline.providers.format;

import dev.plumbline.call.ModelOptions;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the models of a family take: a row of {@link ServiceTable}. Immutable.
 *
 * @param names matches the models by a part of their name in lower case
 * @param efforts the efforts of reasoning that they take
 * @param thinking how reasoning is requested
 * @param sampling when they take temperature and top_p
 * @param maxTokens the length of an answer in tokens that is requested if the call has no limit; 0 where none has to be
 * @param traits what else they take or need
 * @param row the row itself
 */
public record ModelFamily(
        LazyPattern names,
        EffortLevels efforts,
        Thinking thinking,
        Sampling sampling,
        int maxTokens,
        Set<Trait> traits,
        Json row) {

    private static final Map<Group, List<LazyRow<ModelFamily>>> ALL = all();

    private static Map<Group, List<LazyRow<ModelFamily>>> all() {
        Map<Group, List<LazyRow<ModelFamily>>> all = new EnumMap<>(Group.class);
        for (ServiceTable.Row row : ServiceTable.lazyRows("families")) {
            Group group = Group.valueOf(row.text("of"));
            List<LazyRow<ModelFamily>> rows = all.get(group);
            if (rows == null) {
                rows = new ArrayList<>();
                all.put(group, rows);
            }
            rows.add(new LazyRow<>(row, ModelFamily::of));
        }
        for (Map.Entry<Group, List<LazyRow<ModelFamily>>> each : all.entrySet()) {
            each.setValue(List.copyOf(each.getValue()));
        }
        return Map.copyOf(all);
    }

    private static ModelFamily of(Json row) {
        return new ModelFamily(
                new LazyPattern(row.get("names").asText()),
                row.get("efforts").exists() ? EffortLevels.of(row.get("efforts").asText()) : EffortLevels.NOT_TAKEN,
                Thinking.valueOf(ServiceTable.text(row, "thinking", Thinking.NONE.name())),
                Sampling.valueOf(ServiceTable.text(row, "sampling", Sampling.ALWAYS.name())),
                ServiceTable.number(row, "maxTokens", 0),
                ServiceTable.constants(row, "traits", Trait.class),
                row);
    }

    /** Returns the family of a model; that of unlisted models for a name that nobody knows. */
    public static ModelFamily of(Group group, String model) {
        String name = model.toLowerCase(Locale.ROOT);
        for (LazyRow<ModelFamily> row : ALL.getOrDefault(group, List.of())) {
            ModelFamily family = row.get();
            if (family.names.matcher(name).find()) {
                return family;
            }
        }
        throw new IllegalStateException("the last row of " + group + " is for every model");
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** Returns whether they take temperature and top_p together with that effort. */
    public boolean takesSampling(Optional<ModelOptions.Reasoning> effort) {
        return switch (sampling) {
            case ALWAYS -> true;
            case WITHOUT_REASONING -> effort.equals(Optional.of(ModelOptions.Reasoning.NONE));
            case NEVER -> false;
        };
    }

    /** A lookup that keeps the family of the latest model, because calls mostly repeat it. Thread-safe. */
    public static final class Lookup {
        private final Group group;
        private volatile @Nullable Found latest;

        public Lookup(Group group) {
            this.group = group;
        }

        public ModelFamily of(String model) {
            Found known = latest;
            if (known == null || !known.model.equals(model)) {
                known = new Found(model, ModelFamily.of(group, model));
                latest = known;
            }
            return known.family;
        }

        private record Found(String model, ModelFamily family) {}
    }

    /** Whose rules count. */
    public enum Group {
        /** The models of OpenAI, and other models at servers with its formats. */
        OPENAI,
        /** The models of Anthropic, at any service. */
        CLAUDE,
        /** The models of Google, in its format. */
        GOOGLE,
        /** All models at Amazon Bedrock. */
        BEDROCK,
        /** All models at Ollama, in its format. */
        OLLAMA,
        /** All models at Groq. */
        GROQ,
        /** All models at Mistral. */
        MISTRAL,
        /** The models of xAI. */
        XAI,
        /** What models at any server of chat completions want back. */
        COMPATIBLE
    }

    /** The cases in which temperature and top_p are taken. */
    enum Sampling {
        ALWAYS,
        WITHOUT_REASONING,
        NEVER
    }

    /** How reasoning is requested from a model. */
    public enum Thinking {
        /** There is no such request, or it is not known; the formats of OpenAI have one form. */
        NONE,
        /** With a budget in tokens. */
        BUDGET,
        /** With an effort; the model decides how long to think. */
        ADAPTIVE,
        /** With a level. */
        LEVEL,
        /** At Bedrock, as the family of the model among {@link Group#CLAUDE} says. */
        CLAUDE,
        /** At Bedrock, with {@code reasoningConfig}. */
        NOVA,
        /** At Bedrock, with {@code reasoning_effort}. */
        EFFORT
    }

    /** What a model takes or needs, and some do not. */
    public enum Trait {
        /** It reasons, and returns its reasoning encrypted on request; others refuse that. */
        REASONS,
        /** Stop texts. */
        STOPS,
        /** Images. */
        SEES,
        /** Chat completions refuses its tools unless reasoning is switched off. */
        TOOLS_WITHOUT_REASONING,
        /** It wants the reasoning before a tool call back with the call. */
        REASONING_WITH_CALLS,
        /** That a tool must be called, only if reasoning is switched off. */
        FORCED_WITHOUT_REASONING,
        /** A schema of the answer. */
        SHAPED,
        /** A schema of the answer in Converse of Amazon Bedrock. */
        SHAPED_BY_CONVERSE,
        /** Temperature and top_p. */
        SAMPLED,
        /** That a tool must be called. */
        FORCED,
        /** The word for how thinking is shown; without it, nothing is. */
        DISPLAYED,
        /** It thinks, whatever it is asked. */
        THINKS_ALWAYS,
        /** It may bind its thinking to the content before it. */
        BINDS,
        /** A tool call must have a thought signature. */
        SIGNED,
        /** Signed parts that another model with this trait wrote. */
        SHARED,
        /** Marks for the prompt cache. */
        CACHED,
        /** The status of a tool result. */
        RESULTS
    }
}
