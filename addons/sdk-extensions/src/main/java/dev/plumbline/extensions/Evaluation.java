package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An evaluation: cases, and scorers under names. {@link #run} asks each case and scores its answer. Immutable;
 * thread-safe if the scorers are.
 */
public final class Evaluation {
    private final List<EvaluationCase> cases;
    private final Map<String, Scorer> scorers;
    private final List<Consumer<EvaluationResult>> listeners;

    private Evaluation(
            List<EvaluationCase> cases, Map<String, Scorer> scorers, List<Consumer<EvaluationResult>> listeners) {
        this.cases = List.copyOf(cases);
        this.scorers = scorers;
        this.listeners = listeners;
    }

    /** Returns an evaluation of these cases, without scorers. */
    public static Evaluation of(List<EvaluationCase> cases) {
        return new Evaluation(cases, Map.of(), List.of());
    }

    /**
     * Returns a copy with one more scorer.
     *
     * @param name the column of the table, and the name in stored runs
     * @throws IllegalArgumentException if the name is used
     */
    public Evaluation withScorer(String name, Scorer scorer) {
        if (scorers.containsKey(name)) {
            throw new IllegalArgumentException("a scorer of the name " + name + " exists; give this one another name");
        }
        Map<String, Scorer> more = new LinkedHashMap<>(scorers);
        more.put(name, scorer);
        return new Evaluation(cases, more, listeners);
    }

    /** Returns a copy that also tells each result to a listener, on the thread of {@link #run}, for example as telemetry. */
    public Evaluation withListener(Consumer<EvaluationResult> listener) {
        List<Consumer<EvaluationResult>> more = new ArrayList<>(listeners);
        more.add(listener);
        return new Evaluation(cases, scorers, List.copyOf(more));
    }

    /**
     * Asks every case, one after another, and returns the scores. A failed answer has the score 0.
     *
     * @param model answers a request, e.g. {@code ai::send} of a runtime
     * @throws IllegalStateException if a scorer throws or returns a number outside 0 to 1; it names scorer and case
     */
    public EvaluationReport run(Function<AiBody, AiReturn> model) {
        List<EvaluationResult> results = new ArrayList<>();
        for (EvaluationCase asked : cases) {
            EvaluationResult result = result(asked, model.apply(asked.body()));
            results.add(result);
            listeners.forEach(listener -> listener.accept(result));
        }
        return new EvaluationReport(results);
    }

    private EvaluationResult result(EvaluationCase asked, AiReturn answer) {
        Map<String, Double> scores = new LinkedHashMap<>();
        scorers.forEach((name, scorer) -> scores.put(name, answer.isOk() ? score(name, scorer, asked, answer) : 0.0));
        return new EvaluationResult(
                asked.id(),
                asked.body().fingerprint(),
                scores,
                answer.usage(),
                answer.cost(),
                answer.error().map(AiError::category).map(Enum::name),
                answer.ids(),
                answer.requestId());
    }

    private static double score(String name, Scorer scorer, EvaluationCase asked, AiReturn answer) {
        double score;
        try {
            score = scorer.score(asked, answer);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "scorer " + name + " failed at case " + asked.id() + "; check that what it expects is in the case",
                    e);
        }
        if (!(score >= 0 && score <= 1)) {
            throw new IllegalStateException(
                    "scorer " + name + " returned " + score + " for case " + asked.id() + "; a score is 0 to 1");
        }
        return score;
    }

    /**
     * A request of an evaluation, with what its answer should be. A value.
     *
     * @param id unique in its set; comparisons with a stored run go by it
     * @param body the request
     * @param expected what scorers compare the answer with; JSON null if they need nothing
     */
    public record EvaluationCase(String id, AiBody body, Json expected) {

        /**
         * Creates a case.
         *
         * @throws IllegalArgumentException if the id is blank
         */
        public EvaluationCase {
            Objects.requireNonNull(body, "body");
            Objects.requireNonNull(expected, "expected");
            if (id.isBlank()) {
                throw new IllegalArgumentException("a case needs an id, by which it is compared with a stored run");
            }
        }

        /** Returns a case of one user message and a text that its answer is compared with. */
        public static EvaluationCase of(String id, String userText, String expected) {
            return new EvaluationCase(id, AiBody.of(userText), Json.of(expected));
        }

        /**
         * Reads a case: {@code id}, {@code body} (the form of {@link AiBody#toJson()}) or {@code user} (one message), and
         * {@code expected}, which may be missing.
         *
         * @throws JsonException names the place of a member that is missing or of the wrong kind
         */
        public static EvaluationCase from(Json json) {
            AiBody body = json.get("body").exists()
                    ? AiBody.from(json.get("body"))
                    : AiBody.of(json.get("user").asText());
            Json expected = json.get("expected");
            return new EvaluationCase(json.get("id").asText(), body, expected.exists() ? expected : Json.of(null));
        }

        /**
         * Reads a file with a case in JSON on each line; empty lines are ignored.
         *
         * @throws IllegalArgumentException names file and line of an invalid case, and of an id that was used before
         */
        public static List<EvaluationCase> read(Path file) throws IOException {
            List<EvaluationCase> cases = new ArrayList<>();
            Set<String> ids = new HashSet<>();
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank()) {
                    cases.add(read(line, file.getFileName() + ", line " + number, ids));
                }
            }
            return List.copyOf(cases);
        }

        private static EvaluationCase read(String line, String place, Set<String> ids) {
            EvaluationCase read;
            try {
                read = from(Json.parse(line));
            } catch (JsonException | IllegalStateException | IllegalArgumentException e) {
                throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
            }
            if (!ids.add(read.id())) {
                throw new IllegalArgumentException(
                        place + ": the id " + read.id() + " was used before; ids are unique");
            }
            return read;
        }
    }

    /**
     * What an evaluation found out about one case. A value without content of the answer.
     *
     * @param caseId the id of the case
     * @param body the fingerprint of the request
     * @param scores the score of each scorer, by its name, 0 to 1; in the order of the scorers; unmodifiable
     * @param usage the tokens
     * @param cost the cost, if prices are known
     * @param error the category of the error of a failed answer
     * @param ids the ids of the call; none in a report that was read
     * @param requestId the id that the service gave to the call, if there is one; none in a report that was read
     */
    public record EvaluationResult(
            String caseId,
            Fingerprint body,
            Map<String, Double> scores,
            Usage usage,
            Optional<Cost> cost,
            Optional<String> error,
            CallIds ids,
            Optional<String> requestId) {

        public EvaluationResult {
            scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
        }
    }

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
                throw new IllegalArgumentException("this is no stored run of an evaluation: \"format\" must be "
                        + FORMAT + "; write it with toJson()");
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
                    .with(
                            "results",
                            results.stream().map(EvaluationReport::json).toList());
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
                json = json.with(
                        "cost", Json.object().with("amount", cost.amount()).with("currency", cost.currency()));
            }
            return result.error().isPresent()
                    ? json.with("error", result.error().get())
                    : json;
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
}
