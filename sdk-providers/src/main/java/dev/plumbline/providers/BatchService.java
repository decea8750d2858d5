package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The batches of OpenAI and Anthropic: many requests that the service answers within a day, at half the price of single
 * ones. A request is what the provider would send for a call, and an answer is decoded as that of a call is. Thread-safe.
 */
public final class BatchService {
    /** The most requests of one batch, so that its answers fit into memory. */
    public static final int MOST_REQUESTS = 1_000;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final String JSON = "application/json";

    private final ProviderClient provider;
    private final boolean anthropic;

    private BatchService(ProviderClient provider) {
        this.provider = provider;
        this.anthropic = provider.format() == ApiFormat.MESSAGES;
    }

    /**
     * Returns the batches of the service of a provider. The provider stays open.
     *
     * @throws IllegalArgumentException if its format has none
     */
    public static BatchService of(AiProvider provider) {
        if (provider instanceof ProviderClient client
                && List.of(ApiFormat.CHAT, ApiFormat.RESPONSES, ApiFormat.MESSAGES)
                        .contains(client.format())) {
            return new BatchService(client);
        }
        throw new IllegalArgumentException(
                "batches exist for OpenAiChat, OpenAiResponses and AnthropicMessages, not for " + provider.id());
    }

    /**
     * Returns the request of a call, which the service answers as a whole.
     *
     * @throws AiException if the format cannot express the call
     */
    public Json request(AiCall call) {
        return Json.parse(provider.wholeRequest(call));
    }

    /**
     * Creates a batch and returns its id.
     *
     * @param requests the requests by ids of at most 64 letters, digits, {@code _} and {@code -}
     * @throws IllegalArgumentException if there are none, or more than {@link #MOST_REQUESTS}
     * @throws AiException if the service does not take them
     */
    public String submit(Map<String, Json> requests) {
        if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
            throw new IllegalArgumentException(
                    "a batch has 1 to " + MOST_REQUESTS + " requests, not " + requests.size());
        }
        return checked(text(anthropic ? toAnthropic(requests) : toOpenAi(requests), "id"));
    }

    private Json toAnthropic(Map<String, Json> requests) {
        List<Json> all = requests.entrySet().stream()
                .map(each -> Json.object()
                        .with("custom_id", each.getKey())
                        .with("params", each.getValue().without("stream")))
                .toList();
        return post("/messages/batches", Json.object().with("requests", Json.of(all)));
    }

    private Json toOpenAi(Map<String, Json> requests) {
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
        String file = checked(text(parsed(provider.service().ask("POST", "/files", form.type(), form.body())), "id"));
        return post(
                "/batches",
                Json.object()
                        .with("input_file_id", file)
                        .with("endpoint", endpoint)
                        .with("completion_window", "24h"));
    }

    private Json post(String path, Json body) {
        return parsed(provider.service().ask("POST", path, JSON, body.text()));
    }

    /**
     * Returns the state of a batch.
     *
     * @throws AiException if the service does not tell it
     */
    public State state(String id) {
        return State.of(get(id));
    }

    private Json get(String id) {
        return parsed(provider.service().ask("GET", path(id), "", ""));
    }

    private String path(String id) {
        return (anthropic ? "/messages/batches/" : "/batches/") + checked(id);
    }

    /** Asks the service to end a batch; what is finished by then has a result and is billed. */
    public void cancel(String id) {
        provider.service().ask("POST", path(id) + "/cancel", JSON, "");
    }

    /**
     * Returns the results of a batch that ended, by the ids of their requests; {@link #read} decodes them. A request
     * without one was not answered.
     *
     * @throws AiException if the service refused the batch as a whole
     */
    public Map<String, Json> results(String id) {
        Map<String, Json> all = new LinkedHashMap<>();
        if (anthropic) {
            lines(provider.service().ask("GET", path(id) + "/results", "", ""), all);
            return all;
        }
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
                lines(provider.service().ask("GET", "/files/" + checked(file) + "/content", "", ""), all);
            }
        }
        return all;
    }

    private static void lines(byte[] bytes, Map<String, Json> all) {
        new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> parsed(line.getBytes(StandardCharsets.UTF_8)))
                .forEach(line -> all.put(text(line, "custom_id"), line));
    }

    /** Decodes a result of {@link #results} as the answer of its call. */
    public AiReturn read(AiCall call, Json result) {
        return anthropic ? ofAnthropic(call, result.get("result")) : ofOpenAi(call, result);
    }

    private AiReturn ofAnthropic(AiCall call, Json result) {
        return switch (text(result, "type")) {
            case "succeeded" -> provider.decode(call, result.get("message"));
            case "errored" -> AnswerAssembler.failed(call, ProviderErrorMapper.of(body(result.get("error"))));
            default -> unanswered(call, text(result, "type"), "");
        };
    }

    private AiReturn ofOpenAi(AiCall call, Json result) {
        Json response = result.get("response");
        if (response.kind() != Json.Kind.OBJECT) {
            return unanswered(call, text(result.get("error"), "code"), text(result.get("error"), "message"));
        }
        int status = (int) Math.min(Integer.MAX_VALUE, JsonDocumentStream.tokens(response.get("status_code")));
        return status < 400
                ? provider.decode(call, response.get("body"))
                : AnswerAssembler.failed(call, ProviderErrorMapper.of(status, body(response.get("body"))));
    }

    private static ProviderErrorBody body(Json error) {
        byte[] bytes = error.text().getBytes(StandardCharsets.UTF_8);
        return ErrorBodyReader.ofBody(bytes, bytes.length);
    }

    private static AiReturn unanswered(AiCall call, String word, String message) {
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
                        .withRetryable(false)
                        .withProviderMessage(SensitiveText.of(message)));
    }

    private static Json parsed(byte[] bytes) {
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

    private static String checked(String id) {
        if (!ID.matcher(id).matches()) {
            throw DecodingErrors.protocol("batch", "the id of a batch or file is missing, or none of this service");
        }
        return id;
    }

    private static String text(Json json, String member) {
        return json.get(member).findText().orElse("");
    }

    /**
     * The state of a batch.
     *
     * @param word the service's word for it, for example {@code in_progress}
     * @param ended whether its results are ready; there are none if the service refused it
     * @param done the number of requests that were processed
     */
    public record State(String word, boolean ended, long done) {
        private static final List<String> ENDS = List.of("completed", "failed", "expired", "cancelled", "ended");
        private static final List<String> COUNTS =
                List.of("completed", "failed", "succeeded", "errored", "canceled", "expired");

        static State of(Json batch) {
            String word = text(batch, "status").isEmpty() ? text(batch, "processing_status") : text(batch, "status");
            long done = COUNTS.stream()
                    .mapToLong(name -> JsonDocumentStream.tokens(batch.at("/request_counts/" + name)))
                    .reduce(0, SaturatingMath::plus);
            return new State(word, ENDS.contains(word), done);
        }
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
