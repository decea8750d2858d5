package dev.plumbline.extensions;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the tools that fit a request, by the words of their names, descriptions, arguments and examples. It runs in
 * the program, without a model and without the network, and knows English endings; in other languages whole words and
 * parts of words count. The same tools and request give the same selection. Immutable; thread-safe.
 */
public final class ToolSelector {
    private static final double PARTS_WEIGHT = 0.3;

    private final Map<String, List<String>> examples;
    private volatile @Nullable Index latest;

    private ToolSelector(Map<String, List<String>> examples) {
        this.examples = examples;
    }

    /** Returns a selector without examples. */
    public static ToolSelector create() {
        return new ToolSelector(Map.of());
    }

    /**
     * Returns a copy that knows one more request for which that tool is the right one. Examples in the words of users
     * improve a selection most; three for a tool are a good beginning.
     *
     * @param tool the name of a tool; one that does not exist is ignored
     * @param request what a user would write
     */
    public ToolSelector withExample(String tool, String request) {
        Map<String, List<String>> more = new LinkedHashMap<>(examples);
        List<String> requests = new ArrayList<>(more.getOrDefault(tool, List.of()));
        requests.add(request);
        more.put(tool, List.copyOf(requests));
        return new ToolSelector(more);
    }

    /**
     * Returns the tools that fit best, the best one first; of equal ones the first of the list. Tools that share nothing
     * with the request are left out, so there may be fewer than {@code count}, or none.
     *
     * @param count the maximum number of tools
     * @throws IllegalArgumentException if {@code count} is negative
     */
    public List<ToolDefinition> select(List<ToolDefinition> tools, String request, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("the number of tools must be 0 or more; got " + count);
        }
        double[] scores = index(tools).scores(request);
        return IntStream.range(0, tools.size())
                .filter(tool -> scores[tool] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer tool) -> -scores[tool]))
                .limit(count)
                .map(tools::get)
                .toList();
    }

    private Index index(List<ToolDefinition> tools) {
        Index known = latest;
        if (known == null || !known.tools.equals(tools)) {
            known = new Index(tools, examples);
            latest = known;
        }
        return known;
    }

    /** The indexes of one list of tools: by words, and by parts of words. */
    private static final class Index {
        private final List<ToolDefinition> tools;
        private final RankedTexts words;
        private final RankedTexts parts;

        Index(List<ToolDefinition> tools, Map<String, List<String>> examples) {
            this.tools = List.copyOf(tools);
            List<List<String>> texts = tools.stream()
                    .map(tool -> SearchTerms.words(text(tool, examples.getOrDefault(tool.name(), List.of()))))
                    .toList();
            words = new RankedTexts(texts);
            parts = new RankedTexts(texts.stream().map(SearchTerms::parts).toList());
        }

        double[] scores(String request) {
            double[] scores = new double[tools.size()];
            List<String> asked = SearchTerms.words(request);
            words.score(asked, 1, scores);
            parts.score(SearchTerms.parts(asked), PARTS_WEIGHT, scores);
            return scores;
        }

        private static String text(ToolDefinition tool, List<String> examples) {
            StringBuilder text = new StringBuilder(tool.name())
                    .append(' ')
                    .append(tool.description())
                    .append(' ')
                    .append(String.join(" ", examples));
            arguments(tool.inputSchema(), text);
            return text.toString();
        }

        private static void arguments(Json schema, StringBuilder text) {
            if (schema.get("properties").kind() != Json.Kind.OBJECT) {
                return;
            }
            schema.get("properties").fields().forEach((name, property) -> {
                text.append(' ').append(name);
                if (property.kind() == Json.Kind.OBJECT) {
                    describe(property, text);
                    arguments(property, text);
                }
            });
        }

        private static void describe(Json property, StringBuilder text) {
            if (property.get("description").kind() == Json.Kind.STRING) {
                text.append(' ').append(property.get("description").asText());
            }
            if (property.get("enum").kind() == Json.Kind.ARRAY) {
                property.get("enum").elements().stream()
                        .filter(value -> value.kind() == Json.Kind.STRING)
                        .forEach(value -> text.append(' ').append(value.asText()));
            }
        }
    }
}
