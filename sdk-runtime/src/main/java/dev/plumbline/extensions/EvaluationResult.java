package dev.plumbline.extensions;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
