package dev.plumbline.providers.format;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiError.SensitiveText;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Maps errors of providers to the errors of this library: by a known error, then by the status, then by the type. The
 * provider's own text is only put into {@code providerMessage}.
 */
public final class ProviderErrorMapper {
    /** The code of an error of a server that does not stream. */
    public static final String NO_STREAMING = "no-streaming";

    private static final String TEMPLATE_ADVICE =
            "it cannot use the model's chat template for tools; start llama.cpp with --jinja, or use another model";

    private static final int MOST_WORDS = 2_000;

    private static final Map<String, Category> TYPES = Map.ofEntries(
            Map.entry("invalid_request_error", Category.INVALID_REQUEST),
            Map.entry("invalid_prompt", Category.INVALID_REQUEST),
            Map.entry("permission_error", Category.PERMISSION),
            Map.entry("not_found_error", Category.NOT_FOUND),
            Map.entry("request_too_large", Category.TOO_LARGE),
            Map.entry("rate_limit_error", Category.RATE_LIMITED),
            Map.entry("rate_limit_exceeded", Category.RATE_LIMITED),
            Map.entry("overloaded_error", Category.OVERLOADED),
            Map.entry("timeout_error", Category.SERVER),
            Map.entry("throttlingException", Category.RATE_LIMITED),
            Map.entry("validationException", Category.INVALID_REQUEST),
            Map.entry("serviceUnavailableException", Category.OVERLOADED),
            Map.entry("api_error", Category.SERVER),
            Map.entry("server_error", Category.SERVER));

    /** Matches provider codes that can be used as an error code: a short word. */
    private static final LazyPattern WORD = new LazyPattern("[A-Za-z][A-Za-z0-9_.-]{0,47}");

    /** Matches the messages of servers that do not stream at all, or not this model, or not for this account. */
    private static final LazyPattern NO_STREAM =
            new LazyPattern("(?i)stream(ing)?\\W.{0,40}(not |n't |un)(support|available|allow|"
                    + "implement)|(not |n't )(support|allow|implement)\\w* .{0,40}\\bstream|verified to stream");

    private static final LazyPattern NO_SUMMARY = new LazyPattern("(?i)reasoning.{0,2}summar");

    /** Matches the messages of model servers that have not loaded the model yet. */
    private static final LazyPattern LOADING =
            new LazyPattern("(?i)\\bloading (the )?model|model (is|\\S+ is) (still |currently |being )*load");

    /** Matches the messages of model servers that answer others first. */
    private static final LazyPattern BUSY = new LazyPattern(
            "(?i)\\bbusy\\b|(maximum|max|too many) (pending|queued|concurrent) requests|no (free )?slot|queue is full");

    private ProviderErrorMapper() {}

    /** Returns whether a service refused the summary of reasoning, as OpenAI does for accounts it has not verified. */
    public static boolean isRefusalOfSummary(AiError error) {
        return error.category() == Category.INVALID_REQUEST
                && NO_SUMMARY.matcher(error.providerMessage().text()).find();
    }

    /** Returns whether a server still loads the model. */
    public static boolean isLoading(AiError error) {
        return error.status().orElse(0) == 503
                && LOADING.matcher(error.providerMessage().text()).find();
    }

    /** Returns whether a server will answer the same request soon: it loads the model, or is busy. */
    public static boolean isPassing(AiError error) {
        return isLoading(error)
                || (error.status().orElse(0) == 503
                        && BUSY.matcher(error.providerMessage().text()).find());
    }

    /** Returns the error that was reported inside an answer with a successful HTTP status. */
    public static AiError of(ProviderErrorBody said) {
        return of(said, said.status());
    }

    /** Returns the error of an HTTP error response. */
    public static AiError of(int status, ProviderErrorBody said) {
        return of(said, OptionalInt.of(status)).withStatus(status);
    }

    /** Returns the error for a finish reason; empty if the answer may be complete. */
    public static Optional<AiError> ofFinish(String word) {
        return switch (word) {
            case "error", "abort" -> Optional.of(error(Category.SERVER, "finish-" + word, ProviderErrorBody.SILENT));
            case "insufficient_system_resource" ->
                Optional.of(error(Category.OVERLOADED, "finish-" + word, ProviderErrorBody.SILENT));
            default -> Optional.empty();
        };
    }

    /** Returns the error for an answer without content and with an unknown finish reason. */
    static AiError unknownFinish() {
        return AiError.of(
                        Category.PROTOCOL,
                        "finish-unknown",
                        "the answer is empty and ends with a finish reason that is not known; look at it with tap(…)")
                .withRetryable(false);
    }

    /** Returns the error for a prompt that a service's filter blocked for that reason, a word of the service. */
    public static AiError blocked(String reason) {
        AiError error = AiError.of(
                        Category.CONTENT_FILTERED,
                        "prompt-blocked",
                        "the filter of the service blocked the prompt: " + advice(Category.CONTENT_FILTERED))
                .withRetryable(false);
        return WORD.matcher(reason).matches() ? error.withDetail(AiError.REASON, reason) : error;
    }

    /** Returns the error for an answer that the model broke off, for example within a tool call. */
    public static AiError broken(String reason, boolean retryable) {
        return AiError.of(
                        retryable ? Category.INVALID_RESPONSE : Category.INVALID_REQUEST,
                        "finish-" + reason,
                        "the answer ended with " + reason + ": "
                                + (retryable
                                        ? "the model wrote something that cannot be read; ask again"
                                        : "the conversation lacks what the service needs; begin a new one"))
                .withRetryable(retryable);
    }

    /** Returns the error for the status of an incomplete response. */
    public static AiError ofStatus(String status) {
        return switch (status) {
            case "failed" -> of(ProviderErrorBody.SILENT);
            case "cancelled" -> error(Category.SERVER, "status-cancelled", ProviderErrorBody.SILENT);
            case "queued", "in_progress" ->
                unfinished(status, "it goes on in the background, which is not read; ask again without background");
            case "incomplete" -> unfinished(status, "what arrived is kept; ask for the rest, or for less");
            default ->
                AiError.of(
                                Category.PROTOCOL,
                                "status-unknown",
                                "the response has a status that is not known; look at it with tap(…)")
                        .withRetryable(false);
        };
    }

    private static AiError unfinished(String status, String wayOut) {
        return AiError.of(
                        Category.TRUNCATED,
                        "status-" + status,
                        "the response has the status " + status + " and is not whole: " + wayOut)
                .withRetryable(false);
    }

    private static AiError of(ProviderErrorBody said, OptionalInt status) {
        Optional<KnownError> known = KnownError.byWord(said);
        if (known.isEmpty() && isNoStream(said, status)) {
            return error(Category.INVALID_REQUEST, NO_STREAMING, said).withRetryable(false);
        }
        known = known.isPresent() ? known : KnownError.byMessage(said, status);
        if (known.isEmpty() && status.isPresent() && status.getAsInt() == 402) {
            known = Optional.of(KnownError.QUOTA);
        }
        if (known.isPresent()) {
            return error(known.get().category(), known.get().code(), said).withRetryable(false);
        }
        if (status.isPresent()) {
            int number = status.getAsInt();
            return error(category(number), code(said, "http-" + number), said).withRetryable(isRetryable(number));
        }
        Category byType = TYPES.getOrDefault(said.type(), TYPES.getOrDefault(said.code(), Category.SERVER));
        return error(byType, code(said, "provider-error"), said);
    }

    /** Returns the provider's own code if it is a word. */
    private static String code(ProviderErrorBody said, String otherwise) {
        return WORD.matcher(said.code()).matches() ? said.code() : otherwise;
    }

    private static boolean isNoStream(ProviderErrorBody said, OptionalInt status) {
        int number = status.orElse(400);
        return (number == 400 || number == 403 || number == 405 || number == 422 || number == 501)
                && NO_STREAM.matcher(said.message()).find();
    }

    private static AiError error(Category category, String code, ProviderErrorBody said) {
        String words = said.message();
        String way = code.equals(KnownError.TEMPLATE.code()) ? TEMPLATE_ADVICE : advice(category);
        AiError error = AiError.of(category, code, "the provider answered " + code + ": " + way);
        AiError detailed =
                said.filters().isEmpty() ? error : error.withDetail("filters", String.join(", ", said.filters()));
        return detailed.withProviderMessage(SensitiveText.of(words.substring(0, Math.min(MOST_WORDS, words.length()))));
    }

    public static Category category(int status) {
        return switch (status) {
            case 401 -> Category.AUTHENTICATION;
            case 402, 429 -> Category.RATE_LIMITED;
            case 403 -> Category.PERMISSION;
            case 404 -> Category.NOT_FOUND;
            case 407 -> Category.PROXY;
            case 413 -> Category.TOO_LARGE;
            case 498, 503, 529 -> Category.OVERLOADED;
            case 408, 409, 424, 425 -> Category.SERVER;
            default -> status < 400 ? Category.PROTOCOL : status < 500 ? Category.INVALID_REQUEST : Category.SERVER;
        };
    }

    private static boolean isRetryable(int status) {
        return switch (status) {
            case 408, 409, 424, 425, 429, 498 -> true;
            default -> status >= 500;
        };
    }

    private static String advice(Category category) {
        return switch (category) {
            case AUTHENTICATION -> "it does not accept the key; check apiKey";
            case PERMISSION -> "the key may not do this; check the account and the model";
            case NOT_FOUND -> "no such model or address; check the model's name and baseUrl";
            case TOO_LARGE, CONTEXT_OVERFLOW -> "the request is too long; send less or summarise";
            case RATE_LIMITED -> "too many requests or no quota left; retryAt says when, if somebody said so";
            case OVERLOADED, SERVER -> "it has a problem of its own; try again later";
            case CONTENT_FILTERED -> "its content filter declined";
            case PROXY -> "the proxy wants a login; see NetworkSettings.withProxyLogin";
            case PROTOCOL -> "it redirects, which is not followed; set baseUrl to the final address";
            default -> "it refused the request as it stands; providerMessage has its reason";
        };
    }
}
