package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.ProviderErrorMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Message batches of Anthropic. */
final class AnthropicBatches extends BatchForm {
    private static final List<String> COUNTS = List.of("succeeded", "errored", "canceled", "expired");

    AnthropicBatches(ProviderClient provider) {
        super(provider);
    }

    @Override
    String submit(Map<String, Json> requests) {
        List<Json> all = requests.entrySet().stream()
                .map(each -> Json.object()
                        .with("custom_id", each.getKey())
                        .with("params", each.getValue().without("stream")))
                .toList();
        return checked(text(post("/messages/batches", Json.object().with("requests", Json.of(all))), "id"));
    }

    @Override
    String path(String id) {
        return "/messages/batches/" + checked(id);
    }

    @Override
    BatchService.State state(String id) {
        Json batch = get(id);
        String word = text(batch, "processing_status");
        return new BatchService.State(word, word.equals("ended"), done(batch.get("request_counts"), COUNTS));
    }

    @Override
    void cancel(String id) {
        ask("POST", path(id) + "/cancel", JSON, "");
    }

    @Override
    Map<String, Json> results(String id) {
        Map<String, Json> all = new LinkedHashMap<>();
        lines(ask("GET", path(id) + "/results", "", ""), all);
        return all;
    }

    @Override
    AiReturn read(AiCall call, Json line) {
        Json result = line.get("result");
        return switch (text(result, "type")) {
            case "succeeded" -> provider.decode(call, result.get("message"));
            case "errored" -> AnswerAssembler.failed(call, ProviderErrorMapper.of(body(result.get("error"))));
            default -> unanswered(call, text(result, "type"), "");
        };
    }
}
