package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Batches of OpenAI, whose requests and results are files. */
final class OpenAiBatches extends BatchForm {
    private static final List<String> ENDS = List.of("completed", "failed", "expired", "cancelled");
    private static final List<String> COUNTS = List.of("completed", "failed");

    OpenAiBatches(ProviderClient provider) {
        super(provider);
    }

    @Override
    String submit(Map<String, Json> requests) {
        String endpoint = provider.format() == ApiFormat.RESPONSES ? "/v1/responses" : "/v1/chat/completions";
        StringBuilder lines = new StringBuilder();
        requests.forEach((id, body) -> lines.append(Json.object()
                        .with("custom_id", id)
                        .with("method", "POST")
                        .with("url", endpoint)
                        .with("body", body)
                        .text())
                .append('\n'));
        Form form = Form.of(lines.toString());
        String file = checked(text(parsed(ask("POST", "/files", form.type(), form.body())), "id"));
        Json batch = post(
                "/batches",
                Json.object()
                        .with("input_file_id", file)
                        .with("endpoint", endpoint)
                        .with("completion_window", "24h"));
        return checked(text(batch, "id"));
    }

    @Override
    String path(String id) {
        return "/batches/" + checked(id);
    }

    @Override
    BatchService.State state(String id) {
        Json batch = get(id);
        String word = text(batch, "status");
        return new BatchService.State(word, ENDS.contains(word), done(batch.get("request_counts"), COUNTS));
    }

    @Override
    void cancel(String id) {
        ask("POST", path(id) + "/cancel", JSON, "");
    }

    @Override
    Map<String, Json> results(String id) {
        Map<String, Json> all = new LinkedHashMap<>();
        Json batch = get(id);
        List<Json> errors = JsonMembers.elements(batch.get("errors"), "data");
        if (text(batch, "status").equals("failed")) {
            Json first = errors.isEmpty() ? Json.object() : errors.get(0);
            throw new AiException(ProviderErrorMapper.of(
                            new ProviderErrorBody(text(first, "code"), "", OptionalInt.of(400), text(first, "message")))
                    .withRetryable(false));
        }
        for (String file : List.of(text(batch, "output_file_id"), text(batch, "error_file_id"))) {
            if (!file.isEmpty()) {
                lines(ask("GET", "/files/" + checked(file) + "/content", "", ""), all);
            }
        }
        return all;
    }

    @Override
    AiReturn read(AiCall call, Json result) {
        Json response = result.get("response");
        if (response.kind() != Json.Kind.OBJECT) {
            return unanswered(call, text(result.get("error"), "code"), text(result.get("error"), "message"));
        }
        int status = (int) Math.min(Integer.MAX_VALUE, JsonDocumentStream.tokens(response.get("status_code")));
        return status < 400
                ? provider.decode(call, response.get("body"))
                : AnswerAssembler.failed(call, ProviderErrorMapper.of(status, body(response.get("body"))));
    }

    /** A file in a form (RFC 7578). */
    private record Form(String type, String body) {
        static Form of(String lines) {
            String boundary = "plumbline-" + Integer.toHexString(lines.hashCode()) + "-" + lines.length();
            String line = "\r\n--" + boundary;
            return new Form(
                    "multipart/form-data; boundary=" + boundary,
                    "--" + boundary + "\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch" + line
                            + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"batch.jsonl\"\r\n"
                            + "Content-Type: application/jsonl\r\n\r\n" + lines + line + "--\r\n");
        }
    }
}
