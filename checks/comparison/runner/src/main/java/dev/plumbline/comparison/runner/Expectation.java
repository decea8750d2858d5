package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.TaskOutcome;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.testkit.server.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A condition that must hold after a fault, for every peer. */
@FunctionalInterface
interface Expectation {

    /** Returns the fault in a few words; empty if the expectation holds. */
    Optional<String> broken(TaskOutcome outcome, FaultServer stand);

    /** Returns the conjunction of both expectations. */
    default Expectation and(Expectation other) {
        return (outcome, stand) -> broken(outcome, stand).or(() -> other.broken(outcome, stand));
    }

    private static Expectation that(boolean kept, String otherwise) {
        return (outcome, stand) -> kept ? Optional.empty() : Optional.of(otherwise);
    }

    /** The caller gets an outcome, and the process survives. */
    Expectation ENDS = (outcome, stand) -> switch (outcome.end()) {
        case HUNG -> Optional.of("hung");
        case DIED -> Optional.of("the process died");
        default ->
            that(!outcome.error().endsWith("OutOfMemoryError"), "out of memory").broken(outcome, stand);
    };

    /** The task fails. */
    Expectation FAILS = ENDS.and((outcome, stand) -> that(
                    outcome.end() == TaskOutcome.End.THREW, "passed for an answer: \"" + head(outcome.text()) + "\"")
            .broken(outcome, stand));

    /** There was exactly one request. */
    Expectation ONCE = requests(1, 1);

    /** Expects that the shown and the returned text are equal to that text. */
    static Expectation completes(String text) {
        return returns(text)
                .and((outcome, stand) -> that(
                                outcome.shown().equals(TaskOutcome.summary(text)),
                                "showed \"" + head(outcome.shown()) + "\"")
                        .broken(outcome, stand));
    }

    /** Expects that the returned text is equal to that text. */
    static Expectation returns(String text) {
        return ENDS.and((outcome, stand) -> that(
                                outcome.end() == TaskOutcome.End.RETURNED, "failed: " + simple(outcome.error()))
                        .broken(outcome, stand))
                .and((outcome, stand) -> that(
                                outcome.text().equals(TaskOutcome.summary(text)),
                                "returned \"" + head(outcome.text()) + "\"")
                        .broken(outcome, stand));
    }

    /** Expects a failure after exactly that text was shown. */
    static Expectation failsKeeping(String shown) {
        return FAILS.and(
                (outcome, stand) -> that(outcome.shown().equals(shown), "showed \"" + head(outcome.shown()) + "\"")
                        .broken(outcome, stand));
    }

    /** Expects a failure after at least that text was shown. */
    static Expectation failsShowing(String start) {
        return FAILS.and(
                (outcome, stand) -> that(outcome.shown().startsWith(start), "showed \"" + head(outcome.shown()) + "\"")
                        .broken(outcome, stand));
    }

    /** Expects that number of requests. */
    static Expectation requests(int least, int most) {
        return (outcome, stand) -> that(
                        stand.requests().size() >= least && stand.requests().size() <= most,
                        stand.requests().size() + " requests")
                .broken(outcome, stand);
    }

    /** Expects that the task took at most that long. */
    static Expectation within(long millis) {
        return (outcome, stand) -> that(outcome.millis() <= millis, "took " + outcome.millis() + " ms")
                .broken(outcome, stand);
    }

    /** Expects at least that time between two requests. */
    static Expectation waits(long millis) {
        return (outcome, stand) -> that(
                        stand.shortestGap() >= millis, "asked again after " + stand.shortestGap() + " ms")
                .broken(outcome, stand);
    }

    /** Expects at least that time between the first and the last request. */
    static Expectation lasts(long millis) {
        return (outcome, stand) -> that(
                        stand.duration() >= millis,
                        stand.requests().size() + " requests in " + stand.duration() + " ms")
                .broken(outcome, stand);
    }

    /** Expects that neither the exception nor its causes contain that text. */
    static Expectation hides(String secret) {
        return (outcome, stand) -> that(!outcome.message().contains(secret), "the exception quotes it")
                .broken(outcome, stand);
    }

    /** Expects that no request contains that text. */
    static Expectation keepsFromModel(String secret) {
        return (outcome, stand) -> that(
                        stand.requests().stream()
                                .noneMatch(request -> request.text().contains(secret)),
                        "sent to the model")
                .broken(outcome, stand);
    }

    /** Expects that no request is larger. */
    static Expectation sendsAtMost(long bytes) {
        return (outcome, stand) -> {
            long most = stand.requests().stream()
                    .mapToLong(request -> request.body().size())
                    .max()
                    .orElse(0);
            return that(most <= bytes, "sent " + (most >> 20) + " MB to the model")
                    .broken(outcome, stand);
        };
    }

    /** Expects that these tools ran, in that order. */
    static Expectation ran(String tools) {
        return (outcome, stand) -> that(outcome.ran().equals(tools), "ran [" + head(outcome.ran()) + "]")
                .broken(outcome, stand);
    }

    /** The other origin got neither the key nor the messages. */
    Expectation STAYS = (outcome, stand) -> {
        boolean strayed = stand.strayed().stream()
                .anyMatch(request -> request.header("authorization").isPresent()
                        || request.body().size() > 0);
        return that(!strayed, "another origin got the key or the words").broken(outcome, stand);
    };

    /** The connection was closed within a second. */
    Expectation LETS_GO = (outcome, stand) ->
            that(stand.isLetGo(), "the connection stayed open").broken(outcome, stand);

    /** In every request, each tool call has one result with its id, in order, before any other message. */
    Expectation ORDERLY = (outcome, stand) -> stand.requests().stream()
            .map(Expectation::disorder)
            .flatMap(Optional::stream)
            .findFirst();

    private static Optional<String> disorder(ServerRequest request) {
        try {
            List<String> open = new ArrayList<>();
            for (Json message : request.json().get("messages").elements()) {
                boolean result = message.get("role").asText().equals("tool");
                String id = result ? message.get("tool_call_id").asText() : "";
                boolean fits = result ? !open.isEmpty() && open.remove(0).equals(id) : open.isEmpty();
                if (!fits) {
                    return Optional.of("the next request is one the service refuses");
                }
                calls(message).forEach(call -> open.add(call.get("id").asText()));
                if (open.stream().distinct().count() < open.size() || open.contains("")) {
                    return Optional.of("the next request has calls without an id of their own");
                }
            }
            return open.isEmpty() ? Optional.empty() : Optional.of("the next request leaves a call open");
        } catch (JsonException e) {
            return Optional.of("the next request is not of the format");
        }
    }

    private static List<Json> calls(Json message) {
        Json calls = message.get("tool_calls");
        return calls.exists() && calls.kind() == Json.Kind.ARRAY ? calls.elements() : List.of();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String head(String text) {
        String line = text.replace('\n', ' ').replace('|', '/').replace('\uFEFF', '?');
        return line.length() > 40 ? line.substring(0, 40) + "…" : line;
    }
}
