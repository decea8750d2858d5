package dev.plumbline.integration.extensions;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.extensions.ToolSelector;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures which share of requests have their tool among the first 1, 5, 10 and 20 that {@link ToolSelector} selects,
 * beside plain BM25 over lower-case words. The arguments are {@code metatool} and a folder with {@code plugin_des.json}
 * and {@code all_clean_data.csv} of MetaTool, or {@code bfcl} and a folder with {@code live_multiple.json}, {@code
 * multiple.json} and their {@code .answer.json} of the Berkeley Function Calling Leaderboard.
 */
final class ToolSelectionMeasurement {
    private static final int[] COUNTS = {1, 5, 10, 20};
    private static final int EXAMPLES = 10;

    private ToolSelectionMeasurement() {}

    /** A request and the names of the tools that it needs. */
    private record Asked(String request, Set<String> tools) {}

    /** Prints the figures of one set. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        if (arguments[0].equals("metatool")) {
            metaTool(folder);
        } else {
            functions(folder);
        }
    }

    private static void metaTool(Path folder) throws IOException {
        List<ToolDefinition> tools =
                Json.parse(Files.readString(folder.resolve("plugin_des.json"))).fields().entrySet().stream()
                        .map(entry -> tool(entry.getKey(), entry.getValue().asText(), Json.object()))
                        .toList();
        Map<String, List<String>> requests = new LinkedHashMap<>();
        for (String line : Files.readAllLines(folder.resolve("all_clean_data.csv"))) {
            int comma = line.lastIndexOf(',');
            if (comma > 0 && tools.stream().anyMatch(tool -> tool.name().equals(line.substring(comma + 1)))) {
                requests.computeIfAbsent(line.substring(comma + 1), tool -> new ArrayList<>())
                        .add(line.substring(0, comma));
            }
        }
        List<Asked> all = requests.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(text -> new Asked(text, Set.of(entry.getKey()))))
                .toList();
        print("plain BM25, all requests", tools, all, new PlainRanking(tools)::select);
        print("selector, all requests", tools, all, selection(ToolSelector.create(), tools));
        examples(tools, requests);
    }

    /** The requests behind the first ten of each tool, with none, three and ten of those as examples. */
    private static void examples(List<ToolDefinition> tools, Map<String, List<String>> requests) {
        requests.values().forEach(list -> Collections.shuffle(list, new Random(7)));
        List<Asked> rest = requests.entrySet().stream()
                .flatMap(entry ->
                        entry.getValue().stream().skip(EXAMPLES).map(text -> new Asked(text, Set.of(entry.getKey()))))
                .toList();
        for (int count : new int[] {0, 3, EXAMPLES}) {
            ToolSelector selector = ToolSelector.create();
            for (Map.Entry<String, List<String>> entry : requests.entrySet()) {
                for (String text : entry.getValue()
                        .subList(0, Math.min(count, entry.getValue().size()))) {
                    selector = selector.withExample(entry.getKey(), text);
                }
            }
            print("selector, " + count + " examples for each tool", tools, rest, selection(selector, tools));
        }
    }

    private static void functions(Path folder) throws IOException {
        Map<String, ToolDefinition> tools = new LinkedHashMap<>();
        List<Asked> all = new ArrayList<>();
        for (String part : List.of("live_multiple", "multiple")) {
            Map<String, Set<String>> answers = new HashMap<>();
            for (String line : Files.readAllLines(folder.resolve(part + ".answer.json"))) {
                Json json = Json.parse(line);
                answers.put(
                        json.get("id").asText(),
                        json.get("ground_truth").elements().stream()
                                .flatMap(call -> call.fields().keySet().stream())
                                .collect(Collectors.toSet()));
            }
            for (String line : Files.readAllLines(folder.resolve(part + ".json"))) {
                Json json = Json.parse(line);
                for (Json function : json.get("function").elements()) {
                    String name = function.get("name").asText();
                    tools.putIfAbsent(
                            name, tool(name, function.get("description").asText(), function.get("parameters")));
                }
                String request = json.get("question").elements().stream()
                        .flatMap(turn -> turn.elements().stream())
                        .filter(said -> said.get("role").asText().equals("user"))
                        .map(said -> said.get("content").asText())
                        .collect(Collectors.joining(" "));
                all.add(new Asked(request, answers.get(json.get("id").asText())));
            }
        }
        List<ToolDefinition> list = List.copyOf(tools.values());
        print("plain BM25", list, all, new PlainRanking(list)::select);
        print("selector", list, all, selection(ToolSelector.create(), list));
    }

    private static ToolDefinition tool(String name, String description, Json parameters) {
        return new ToolDefinition(name, description, parameters, Optional.empty(), Set.of(), "");
    }

    private static BiFunction<String, Integer, List<String>> selection(
            ToolSelector selector, List<ToolDefinition> tools) {
        return (request, count) -> selector.select(tools, request, count).stream()
                .map(ToolDefinition::name)
                .toList();
    }

    private static void print(
            String name,
            List<ToolDefinition> tools,
            List<Asked> all,
            BiFunction<String, Integer, List<String>> ranking) {
        double[] found = new double[COUNTS.length];
        long start = System.nanoTime();
        for (Asked asked : all) {
            List<String> best = ranking.apply(asked.request(), COUNTS[COUNTS.length - 1]);
            for (int i = 0; i < COUNTS.length; i++) {
                Set<String> first = new HashSet<>(best.subList(0, Math.min(COUNTS[i], best.size())));
                found[i] +=
                        (double) asked.tools().stream().filter(first::contains).count()
                                / asked.tools().size();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %d tools, %d requests, %s, %d us a request%n",
                name,
                tools.size(),
                all.size(),
                IntStream.range(0, COUNTS.length)
                        .mapToObj(i ->
                                String.format(Locale.ROOT, "%.1f %% at %d", 100 * found[i] / all.size(), COUNTS[i]))
                        .collect(Collectors.joining(", ")),
                (System.nanoTime() - start) / 1_000 / Math.max(1, all.size()));
    }

    /** The floor: Okapi BM25 over lower-case words of name, description and arguments, with nothing else. */
    private static final class PlainRanking {
        private final List<String> names;
        private final List<Map<String, Integer>> texts;
        private final Map<String, Integer> frequencies = new HashMap<>();
        private final double average;

        PlainRanking(List<ToolDefinition> tools) {
            names = tools.stream().map(ToolDefinition::name).toList();
            texts = tools.stream()
                    .map(tool -> counts(tool.name() + " " + tool.description() + " " + arguments(tool.inputSchema())))
                    .toList();
            texts.forEach(text -> text.keySet().forEach(word -> frequencies.merge(word, 1, Integer::sum)));
            average = texts.stream().mapToInt(PlainRanking::length).average().orElse(1);
        }

        private static String arguments(Json schema) {
            if (!schema.get("properties").exists()) {
                return "";
            }
            return schema.get("properties").fields().entrySet().stream()
                    .map(entry -> entry.getKey() + " "
                            + (entry.getValue().get("description").kind() == Json.Kind.STRING
                                    ? entry.getValue().get("description").asText()
                                    : "")
                            + " " + arguments(entry.getValue()))
                    .collect(Collectors.joining(" "));
        }

        private static Map<String, Integer> counts(String text) {
            Map<String, Integer> counts = new HashMap<>();
            Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^a-z0-9_]+"))
                    .filter(word -> !word.isEmpty())
                    .forEach(word -> counts.merge(word, 1, Integer::sum));
            return counts;
        }

        private static int length(Map<String, Integer> text) {
            return text.values().stream().mapToInt(Integer::intValue).sum();
        }

        List<String> select(String request, int count) {
            Set<String> words = counts(request).keySet();
            return IntStream.range(0, names.size())
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer tool) -> -score(texts.get(tool), words)))
                    .limit(count)
                    .map(names::get)
                    .toList();
        }

        private double score(Map<String, Integer> text, Set<String> words) {
            double norm = 0.25 + 0.75 * length(text) / average;
            return words.stream()
                    .filter(text::containsKey)
                    .mapToDouble(word ->
                            Math.log(1 + (names.size() - frequencies.get(word) + 0.5) / (frequencies.get(word) + 0.5))
                                    * (text.get(word) * 2.2 / (text.get(word) + 1.2 * norm)))
                    .sum();
        }
    }
}
