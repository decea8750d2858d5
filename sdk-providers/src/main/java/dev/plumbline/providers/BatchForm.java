package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The batches of one service: its addresses, and the form of its requests and results. Thread-safe. */
abstract class BatchForm {
    static final String JSON = "application/json";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    final ProviderClient provider;

    BatchForm(ProviderClient provider) {
        this.provider = provider;
    }

    /** Returns the request of a call. */
    Json request(AiCall call) {
        return Json.parse(provider.wholeRequest(call));
    }

    /** Creates a batch and returns its id. */
    abstract String submit(Map<String, Json> requests);

    /** Returns the address of a batch below that of the service. */
    abstract String path(String id);

    abstract BatchService.State state(String id);

    abstract void cancel(String id);

    abstract Map<String, Json> results(String id);

    abstract AiReturn read(AiCall call, Json result);

    final byte[] ask(String method, String path, String type, String body) {
        return provider.service().ask(method, path, type, body);
    }

    final Json post(String path, Json body) {
        return parsed(ask("POST", path, JSON, body.text()));
    }

    final Json get(String id) {
        return parsed(ask("GET", path(id), "", ""));
    }

    /** Returns the sum of counts of requests. */
    static long done(Json counts, List<String> names) {
        return names.stream()
                .mapToLong(name -> JsonDocumentStream.tokens(counts.get(name)))
                .reduce(0, SaturatingMath::plus);
    }

    static void lines(byte[] bytes, Map<String, Json> all) {
        new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> parsed(line.getBytes(StandardCharsets.UTF_8)))
                .forEach(line -> all.put(text(line, "custom_id"), line));
    }

    static ProviderErrorBody body(Json error) {
        byte[] bytes = error.text().getBytes(StandardCharsets.UTF_8);
        return ErrorBodyReader.ofBody(bytes, bytes.length);
    }

    static AiReturn unanswered(AiCall call, String word, String message) {
        boolean expired = word.endsWith("expired");
        return AnswerAssembler.failed(
                call,
                AiError.of(
                                expired ? AiError.Category.TIMEOUT_TOTAL : AiError.Category.CANCELLED,
                                expired ? "batch-expired" : "batch-unanswered",
                                expired
                                        ? "the service did not answer this request of the batch within a day, and does"
                                                + " not bill it; send it again"
                                        : "the service did not answer this request of the batch, and does not bill it;"
                                                + " was the batch cancelled?")
                        .withRetryable(expired)
                        .withProviderMessage(SensitiveText.of(message)));
    }

    static Json parsed(byte[] bytes) {
        try {
            Json json = UntrustedJson.parse(new String(bytes, StandardCharsets.UTF_8));
            if (json.kind() == Json.Kind.OBJECT) {
                return json;
            }
        } catch (JsonException e) {
            // reported below, without the content
        }
        throw DecodingErrors.protocol("batch", "the service did not answer with JSON objects; is baseUrl right?");
    }

    static String checked(String id) {
        if (!ID.matcher(id).matches()) {
            throw DecodingErrors.protocol("batch", "the id of a batch or file is missing, or none of this service");
        }
        return id;
    }

    static String text(Json json, String member) {
        return json.get(member).findText().orElse("");
    }
}
