package dev.plumbline.extensions;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The results of a run of an evaluation, which can be stored and compared with a later one. A value without content of
 * answers.
 *
 * @param results the results, in the order of the cases; unmodifiable
 */
public record EvaluationReport(List<EvaluationResult> results) {
    private static final String FORMAT = "plumbline-evaluation/1";

    public EvaluationReport {
        results = List.copyOf(results);
    }

    /**
     * A score that differs between two runs.
     *
     * @param caseId the case
     * @param scorer the scorer; empty if the case itself differs: it is new, is missing, or has another body
     * @param before the score of the stored run; 0 if there is none
     * @param now the score of this run; 0 if there is none
     */
    public record Difference(String caseId, String scorer, double before, double now) {

        /** Returns whether the score became lower. */
        public boolean isRegression() {
            return !scorer.isEmpty() && now < before;
        }
    }

    /**
     * Reads a report from the form of {@link #toJson()}.
     *
     * @throws IllegalArgumentException for another format
     * @throws dev.plumbline.json.JsonException names the place of a member that is missing or of the wrong kind
     */
    public static EvaluationReport from(Json json) {
        if (!json.get("format").equals(Json.of(FORMAT))) {
            throw new IllegalArgumentException("this is no stored run of an evaluation: \"format\" must be " + FORMAT
                    + "; write it with toJson()");
        }
        return new EvaluationReport(json.get("results").elements().stream()
                .map(EvaluationReport::read)
                .toList());
    }

    private static EvaluationResult read(Json json) {
        Map<String, Double> scores = new LinkedHashMap<>();
        json.get("scores").fields().forEach((name, score) -> scores.put(name, score.asDouble()));
        Json cost = json.get("cost");
        Json error = json.get("error");
        return new EvaluationResult(
                json.get("case").asText(),
                Fingerprint.parse(json.get("body").asText()),
                scores,
                Usage.of(json.get("input").asLong(), json.get("output").asLong()),
                cost.exists()
                        ? Optional.of(new Cost(
                                cost.get("amount").asDecimal(),
                                cost.get("currency").asText()))
                        : Optional.empty(),
                error.exists() ? Optional.of(error.asText()) : Optional.empty(),
                CallIds.NONE,
                Optional.empty());
    }

    /** Returns the report as JSON, with scores, fingerprints, tokens and cost, without any content. */
    public Json toJson() {
        return Json.object()
                .with("format", FORMAT)
                .with("results", results.stream().map(EvaluationReport::json).toList());
    }

    private static Json json(EvaluationResult result) {
        Json json = Json.object()
                .with("case", result.caseId())
                .with("body", result.body().text())
                .with("scores", result.scores())
                .with("input", result.usage().input())
                .with("output", result.usage().output());
        if (result.cost().isPresent()) {
            Cost cost = result.cost().get();
            json = json.with("cost", Json.object().with("amount", cost.amount()).with("currency", cost.currency()));
        }
        return result.error().isPresent() ? json.with("error", result.error().get()) : json;
    }

    /** Returns the average score of each scorer, in the order of the scorers. */
    public Map<String, Double> averages() {
        return scorers().stream()
                .collect(Collectors.toMap(
                        name -> name,
                        name -> results.stream()
                                .mapToDouble(result -> result.scores().getOrDefault(name, 0.0))
                                .average()
                                .orElse(0),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    private Set<String> scorers() {
        Set<String> names = new LinkedHashSet<>();
        results.forEach(result -> names.addAll(result.scores().keySet()));
        return names;
    }

    /** Returns the tokens of all cases together. */
    public Usage usage() {
        return results.stream().map(EvaluationResult::usage).reduce(Usage.NONE, Usage::plus);
    }

    /** Returns the cost of the cases whose cost is known, by currency. */
    public List<Cost> costs() {
        Map<String, Cost> sums = new LinkedHashMap<>();
        results.forEach(result -> result.cost().ifPresent(cost -> sums.merge(cost.currency(), cost, Cost::plus)));
        return List.copyOf(sums.values());
    }

    /**
     * Returns the scores that differ from a stored run by more than the tolerance, in the order of the cases, and the
     * cases that cannot be compared.
     *
     * @param before the stored run
     * @param tolerance the difference up to which a score is the same, e.g. 0 for scorers without chance
     */
    public List<Difference> differences(EvaluationReport before, double tolerance) {
        Map<String, EvaluationResult> known = before.results.stream()
                .collect(Collectors.toMap(EvaluationResult::caseId, result -> result, (one, other) -> one));
        List<Difference> differences = new ArrayList<>();
        for (EvaluationResult now : results) {
            EvaluationResult then = known.remove(now.caseId());
            if (then == null || !then.body().equals(now.body())) {
                differences.add(new Difference(now.caseId(), "", 0, 0));
            } else {
                compare(then, now, tolerance, differences);
            }
        }
        before.results.stream()
                .filter(result -> known.containsKey(result.caseId()))
                .forEach(result -> differences.add(new Difference(result.caseId(), "", 0, 0)));
        return differences;
    }

    private static void compare(
            EvaluationResult then, EvaluationResult now, double tolerance, List<Difference> differences) {
        now.scores().forEach((scorer, score) -> {
            double old = then.scores().getOrDefault(scorer, score);
            if (Math.abs(score - old) > tolerance) {
                differences.add(new Difference(now.caseId(), scorer, old, score));
            }
        });
    }

    /** Returns the report as a table of text: a line for each case with scores, tokens and cost, and their sums. */
    public String toTable() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("case", scorers(), "tokens", "cost"));
        results.forEach(result -> rows.add(row(
                result.caseId(),
                scorers().stream()
                        .map(name -> number(result.scores().getOrDefault(name, 0.0)))
                        .toList(),
                String.valueOf(result.usage().total()),
                result.error().orElse(result.cost().map(Cost::toString).orElse("")))));
        rows.add(row(
                results.size() + " cases",
                averages().values().stream().map(EvaluationReport::number).toList(),
                String.valueOf(usage().total()),
                costs().stream().map(Cost::toString).collect(Collectors.joining(" + "))));
        return TextTable.of(rows);
    }

    private static List<String> row(String first, Iterable<String> scores, String tokens, String cost) {
        List<String> cells = new ArrayList<>(List.of(first));
        scores.forEach(cells::add);
        cells.add(tokens);
        cells.add(cost);
        return cells;
    }

    private static String number(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }
}
