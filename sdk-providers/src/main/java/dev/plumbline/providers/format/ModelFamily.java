package dev.plumbline.providers.format;

import dev.plumbline.call.ModelOptions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the models of a family take: parameters, media and modes of reasoning. Data from the documentation of OpenAI and
 * Anthropic and from errors in public reports as of November 2026, beside the list of built-in models. A model of
 * no family takes everything, because its server knows it better.
 *
 * @param names matches the models of the family
 * @param reasons whether they reason, as far as is known; such models return their reasoning encrypted on request, and
 *     others refuse that
 * @param efforts the efforts that they take
 * @param sampling when they take temperature and top_p
 * @param stops whether they take stop texts
 * @param sees whether they take images
 * @param toolsNeedNoReasoning whether chat completions refuses their tools unless reasoning is switched off
 */
public record ModelFamily(
        Pattern names,
        boolean reasons,
        EffortLevels efforts,
        Sampling sampling,
        boolean stops,
        boolean sees,
        boolean toolsNeedNoReasoning) {

    private static final ModelFamily OTHER =
            new ModelFamily(Pattern.compile(".*"), false, EffortLevels.CAUTIOUS, Sampling.ALWAYS, true, true, false);

    /** The families in the order in which they are tried. */
    private static final List<ModelFamily> ALL = List.of(
            plain("(?:chatgpt-|gpt-[\\d.]+-chat).*"),
            reasoning("o\\d-mini.*|o\\d-preview.*", "low medium high", Sampling.NEVER)
                    .blind(),
            reasoning("gpt-5\\.(?:1-codex-max|[2-9]-codex).*", "low medium high xhigh", Sampling.NEVER),
            reasoning("o\\d.*|codex.*|gpt-[\\d.]+-codex.*", "low medium high", Sampling.NEVER),
            family("gpt-5(?:\\.\\d+)?-pro.*", true, EffortLevels.NOT_TAKEN, Sampling.NEVER, false),
            reasoning("gpt-5(?:-.*)?", "minimal low medium high", Sampling.NEVER),
            reasoning("gpt-5\\.1.*", "none low medium high", Sampling.WITHOUT_REASONING),
            reasoning("gpt-5\\.[23].*", "none low medium high xhigh", Sampling.WITHOUT_REASONING),
            reasoning(
                            "gpt-6-astra.*|gpt-6\\.1-sol.*|gpt-6\\.2-(?:astra|sol).*",
                            "low medium high xhigh max",
                            Sampling.NEVER)
                    .withoutReasoningForTools(),
            reasoning("gpt-5\\.[45].*", "none low medium high xhigh", Sampling.WITHOUT_REASONING)
                    .withoutReasoningForTools(),
            reasoning("gpt-(?:5\\.|[6-9]).*", "none low medium high xhigh max", Sampling.WITHOUT_REASONING)
                    .withoutReasoningForTools(),
            family("gpt-oss.*", true, EffortLevels.LOW_TO_HIGH, Sampling.ALWAYS, true)
                    .blind(),
            plain("gpt-3.*|gpt-4-\\d{4}.*|gpt-4").blind(),
            plain("gpt-4.*"));

    /**
     * The models that want the reasoning before a tool call back with it: Kimi answers 400 without, by its
     * documentation and public reports; DeepSeek, GLM and MiMo say so in their documentation.
     */
    private static final LazyPattern WANTS_REASONING = new LazyPattern(
            "(?i)kimi-(k[2-9]|thinking|latest)|deepseek-(reasoner|v3\\.[2-9]|v[4-9])|glm-(4\\.[5-9]|[5-9])|mimo-");

    /** Returns whether the models of that name want the reasoning before a tool call back with it. */
    public static boolean wantsReasoning(String model) {
        return WANTS_REASONING.matcher(model).find();
    }

    private static ModelFamily family(
            String names, boolean reasons, EffortLevels efforts, Sampling sampling, boolean stops) {
        return new ModelFamily(
                Pattern.compile("(?:.*[/])?(?:" + names + ")"), reasons, efforts, sampling, stops, true, false);
    }

    private static ModelFamily plain(String names) {
        return family(names, false, EffortLevels.NOT_TAKEN, Sampling.ALWAYS, true);
    }

    private static ModelFamily reasoning(String names, String efforts, Sampling sampling) {
        return family(names, true, EffortLevels.of(efforts), sampling, false);
    }

    private ModelFamily blind() {
        return new ModelFamily(names, reasons, efforts, sampling, stops, false, toolsNeedNoReasoning);
    }

    private ModelFamily withoutReasoningForTools() {
        return new ModelFamily(names, reasons, efforts, sampling, stops, sees, true);
    }

    /** Returns the family of a model of OpenAI; one that takes everything for other models. */
    public static ModelFamily of(String model) {
        for (ModelFamily family : ALL) {
            if (family.names.matcher(model).matches()) {
                return family;
            }
        }
        return OTHER;
    }

    /** A lookup that keeps the family of the latest model, because calls mostly repeat it. Thread-safe. */
    public static final class Lookup {
        private volatile @Nullable Found latest;

        public ModelFamily of(String model) {
            Found known = latest;
            if (known == null || !known.model.equals(model)) {
                known = new Found(model, ModelFamily.of(model));
                latest = known;
            }
            return known.family;
        }

        private record Found(String model, ModelFamily family) {}
    }

    /** Returns whether they take temperature and top_p together with that effort. */
    public boolean takesSampling(Optional<ModelOptions.Reasoning> effort) {
        return switch (sampling) {
            case ALWAYS -> true;
            case WITHOUT_REASONING -> effort.equals(Optional.of(ModelOptions.Reasoning.NONE));
            case NEVER -> false;
        };
    }

    /** The cases in which temperature and top_p are taken. */
    enum Sampling {
        ALWAYS,
        WITHOUT_REASONING,
        NEVER
    }

    /**
     * The properties of Anthropic's models that a request needs. Data from the provider's documentation and from public
     * reports as of November 2026; the last row is for unlisted models, which are assumed to be newer, and gets what every
     * newer one takes.
     *
     * @param name matches the models by a part of their name
     * @param maxTokens the maximum answer length if the call has no limit; the format requires a number
     * @param thinking how thinking is requested
     * @param efforts the efforts that they take, if thinking is requested so
     * @param traits what they take
     */
    public record Claude(Pattern name, int maxTokens, Thinking thinking, EffortLevels efforts, Set<Trait> traits) {
        private static final Set<Trait> OLD = Set.of(Trait.SAMPLED, Trait.FORCED);
        private static final Set<Trait> SHAPED =
                Set.of(Trait.SAMPLED, Trait.FORCED, Trait.SHAPED, Trait.SHAPED_BY_CONVERSE);
        private static final EffortLevels FIVE = EffortLevels.of("low medium high xhigh max");
        private static final List<Claude> ALL = List.of(
                new Claude(
                        named("claude-(2|instant|3-(opus|sonnet|haiku))"),
                        4_096,
                        Thinking.NONE,
                        EffortLevels.NOT_TAKEN,
                        OLD),
                new Claude(named("claude-3-5-"), 8_192, Thinking.NONE, EffortLevels.NOT_TAKEN, OLD),
                new Claude(named("claude-3-7-"), 16_384, Thinking.BUDGET, EffortLevels.NOT_TAKEN, OLD),
                new Claude(
                        named("claude-(opus|sonnet)-4(-0)?(-?\\d{8}|@.*)?$"),
                        16_384,
                        Thinking.BUDGET,
                        EffortLevels.NOT_TAKEN,
                        OLD),
                new Claude(
                        named("claude-(opus|sonnet|haiku)-4-[1-5]"),
                        16_384,
                        Thinking.BUDGET,
                        EffortLevels.NOT_TAKEN,
                        SHAPED),
                new Claude(
                        named("claude-(opus|sonnet)-4-6"),
                        16_384,
                        Thinking.ADAPTIVE,
                        EffortLevels.of("low medium high max"),
                        SHAPED),
                new Claude(
                        named("claude-haiku-5[-.]5"),
                        16_384,
                        Thinking.ADAPTIVE,
                        FIVE,
                        Set.of(Trait.SHAPED, Trait.FORCED, Trait.DISPLAYED, Trait.THINKS_ALWAYS)),
                new Claude(
                        named("claude-(opus|sonnet)-5[-.]5|claude-fable"),
                        16_384,
                        Thinking.ADAPTIVE,
                        FIVE,
                        Set.of(Trait.SHAPED, Trait.DISPLAYED, Trait.THINKS_ALWAYS)),
                new Claude(
                        named("claude-[a-z]+-(4-[7-9]|5(-[0-4])?(?![-\\d]))"),
                        16_384,
                        Thinking.ADAPTIVE,
                        FIVE,
                        Set.of(Trait.SHAPED, Trait.FORCED)),
                new Claude(named(""), 16_384, Thinking.ADAPTIVE, FIVE, Set.of(Trait.SHAPED)));

        /** Returns whether they accept a schema of the answer. */
        public boolean shaped() {
            return traits.contains(Trait.SHAPED);
        }

        /** Returns whether they accept temperature and top_p. */
        public boolean sampled() {
            return traits.contains(Trait.SAMPLED);
        }

        /** Returns whether they accept that a tool must be called. */
        public boolean forced() {
            return traits.contains(Trait.FORCED);
        }

        public boolean has(Trait trait) {
            return traits.contains(trait);
        }

        /** What a model takes, and some do not. */
        public enum Trait {
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
            THINKS_ALWAYS
        }

        private static Pattern named(String part) {
            return Pattern.compile(part);
        }

        /** Returns the row of a model. */
        public static Claude of(String model) {
            return ALL.stream()
                    .filter(known -> known.name.matcher(model).find())
                    .findFirst()
                    .orElseThrow();
        }

        /** Matches the version in a name, for example 5 and 1 in {@code claude-fable-5-1} and {@code claude-fable-5.1}. */
        private static final LazyPattern VERSION =
                new LazyPattern("claude-(?:[a-z]+-)?(\\d{1,2})(?!\\d)(?:[-.](\\d{1,2})(?!\\d))?");

        /**
         * Returns whether a model may bind its thinking to the content before it: Claude 5.1 and newer do. A name
         * without a version, such as an ARN, may be one of them.
         */
        public static boolean mayBindThinking(String model) {
            Matcher version = VERSION.matcher(model.toLowerCase(Locale.ROOT));
            if (!version.find()) {
                return true;
            }
            int major = Integer.parseInt(version.group(1));
            int minor = version.group(2) == null ? 0 : Integer.parseInt(version.group(2));
            return major > 5 || (major == 5 && minor >= 1);
        }

        /** How thinking is requested from a model. */
        public enum Thinking {
            /** The model cannot think. */
            NONE,
            /** With a budget in tokens. */
            BUDGET,
            /** With an effort; the model decides how long to think. */
            ADAPTIVE
        }
    }
}
