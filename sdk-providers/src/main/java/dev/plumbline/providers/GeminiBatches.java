package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.ProviderErrorMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Batches of the Gemini API, whose requests and results are in the messages themselves. A batch is a long-running operation,
 * and all of its requests are of one model.
 */
final class GeminiBatches extends BatchForm {
    private static final String MODEL = "model";
    private static final String PREFIX = "batches/";
    private static final List<String> COUNTS = List.of("successfulRequestCount", "failedRequestCount");

    GeminiBatches(ProviderClient provider) {
        super(provider);
    }

    @Override
    Json request(AiCall call) {
        return super.request(call).with(MODEL, "models/" + call.model().name());
    }

    @Override
    String submit(Map<String, Json> requests) {
        List<Json> all = requests.entrySet().stream()
                .map(each -> Json.object()
                        .with("request", each.getValue())
                        .with("metadata", Json.object().with("key", each.getKey())))
                .toList();
        String model = text(requests.values().iterator().next(), MODEL);
        Json batch = Json.object()
                .with("displayName", "plumbline")
                .with(
                        "inputConfig",
                        Json.object().with("requests", Json.object().with("requests", Json.of(all))));
        Json operation =
                post("/" + model + ":batchGenerateContent", Json.object().with("batch", batch));
        String name = text(operation, "name");
        return checked(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name);
    }

    @Override
    String path(String id) {
        return "/" + PREFIX + checked(id);
    }

    @Override
    BatchService.State state(String id) {
        Json operation = get(id);
        Json metadata = operation.get("metadata");
        return new BatchService.State(
                text(metadata, "state"),
                operation.get("done").equals(Json.of(true)),
                done(metadata.get("batchStats"), COUNTS));
    }

    @Override
    void cancel(String id) {
        ask("POST", path(id) + ":cancel", JSON, "");
    }

    @Override
    Map<String, Json> results(String id) {
        Json operation = get(id);
        Json refused = operation.get("error");
        Map<String, Json> all = new LinkedHashMap<>();
        Json inlined = operation.at("/response/inlinedResponses");
        for (Json each : JsonMembers.elements(inlined, "inlinedResponses")) {
            all.put(text(each.get("metadata"), "key"), each);
        }
        if (all.isEmpty() && refused.kind() == Json.Kind.OBJECT) {
            throw new AiException(ProviderErrorMapper.of(body(operation)).withRetryable(false));
        }
        return all;
    }

    @Override
    AiReturn read(AiCall call, Json result) {
        if (result.get("response").kind() == Json.Kind.OBJECT) {
            return provider.decode(call, result.get("response"));
        }
        return result.get("error").kind() == Json.Kind.OBJECT
                ? AnswerAssembler.failed(call, ProviderErrorMapper.of(body(result)))
                : unanswered(call, "", "");
    }
}
