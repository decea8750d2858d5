package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

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
}
