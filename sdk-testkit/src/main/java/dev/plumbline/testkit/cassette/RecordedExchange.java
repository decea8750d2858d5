package dev.plumbline.testkit.cassette;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.PolicyProbe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call and its answer.
 *
 * @param key the call's fingerprint
 * @param asked the digests of the parts of the call, by name
 * @param deltas the masked answer, piece by piece
 * @param error the error of the call, without its retry time, which has passed
 */
record RecordedExchange(String key, Map<String, String> asked, List<AiDelta> deltas, Optional<AiError> error) {

    static RecordedExchange of(AiCall call, PolicyProbe heard, AnswerMask mask) {
        return new RecordedExchange(
                call.fingerprint().toString(),
                CallPartDigests.of(call),
                mask.of(heard.shown(), call),
                heard.ret().error().map(error -> AiError.of(error.category(), error.code(), "recorded failure")));
    }

    static RecordedExchange from(Json json) {
        Map<String, String> asked = new LinkedHashMap<>();
        json.get("asked").fields().forEach((part, digest) -> asked.put(part, digest.asText()));
        return new RecordedExchange(
                json.get("key").asText(),
                asked,
                json.get("deltas").elements().stream().map(DeltaJson::read).toList(),
                Optional.of(json.get("error"))
                        .filter(Json::exists)
                        .map(error -> AiError.of(
                                AiError.Category.valueOf(error.get("category").asText()),
                                error.get("code").asText(),
                                "recorded failure")));
    }

    Json toJson() {
        Json json = Json.object()
                .with("key", key)
                .with("asked", asked)
                .with("deltas", deltas.stream().map(DeltaJson::write).toList());
        return error.map(e -> json.with(
                        "error",
                        Json.object().with("category", e.category().name()).with("code", e.code())))
                .orElse(json);
    }

    /** Replays the answer; a cancelled call gets the deltas so far. */
    AiReturn play(AiCall call) {
        int pushed = 0;
        while (pushed < deltas.size() && !call.cancellation().isCancelled()) {
            call.sink().accept(deltas.get(pushed++));
        }
        AiReturn ret = AiReturn.builder()
                .deltas(deltas.subList(0, pushed))
                .model(call.model())
                .ids(call.ids())
                .build();
        return pushed < deltas.size()
                ? ret.withError(AiError.of(AiError.Category.CANCELLED, "cassette", "cancelled while it was replayed"))
                : error.map(ret::withError).orElse(ret);
    }
}
