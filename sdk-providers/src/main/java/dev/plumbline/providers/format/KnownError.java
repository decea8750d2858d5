package dev.plumbline.providers.format;

import dev.plumbline.event.AiError.Category;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The errors with the same meaning at every service, under different names. An error is recognised by its code or type,
 * or by its message if it has no code. Data, verified against the recorded bodies in {@code src/test/resources/errors}.
 */
@SuppressWarnings("ImmutableEnumChecker") // what List.of and Set.of return cannot be changed
enum KnownError {
    /** A content filter refused. */
    CONTENT_FILTER(
            Category.CONTENT_FILTERED,
            List.of("content_filter", "content_policy_violation", "data_inspection_failed", "datainspectionfailed"),
            Set.of(400, 403),
            "content exists risk|may contain inappropriate content|content management policy"
                    + "|flagged as potentially violating"),
    /** The conversation exceeds the model's context window. */
    CONTEXT_OVERFLOW(
            Category.CONTEXT_OVERFLOW,
            List.of(
                    "context_length_exceeded",
                    "context_window_exceeded",
                    "model_context_window_exceeded",
                    "exceed_context_size_error",
                    "too_many_prompt_tokens",
                    "too_many_tokens",
                    "input_too_large"),
            Set.of(400, 413, 422, 500),
            "prompt (is )?too long|input is too long|exceed(s|ed)? (the |your |model'?s? )*(maximum |available |current )?context"
                    + "|maximum context length|maximum prompt length|context (window|length) exceed"
                    + "|(greater|longer) than the (model'?s? )?context length|loaded with context length of only"
                    + "|exceeded model token limit|input token count.{0,80}exceeds the maximum"
                    + "|too large for model with \\d+|too many tokens in batch|reduce the length of the (messages|prompt|input)"
                    + "|inputs` tokens \\+ `max_new_tokens` must be|less than or equal to max_seq_len|\\[input_too_large]"
                    + "|^too many tokens|range of input length should be|input tokens exceeded|too many input tokens"
                    + "|number of input tokens exceeds"),
    /** The account has no quota or credit. */
    QUOTA(
            Category.RATE_LIMITED,
            List.of(
                    "insufficient_quota",
                    "exceeded_current_quota_error",
                    "billing_hard_limit_reached",
                    "insufficient_balance",
                    "billing_error",
                    "servicequotaexceededexception"),
            Set.of(400, 402, 403, 429),
            "credit balance is too low|insufficient (account )?balance|requires more credits|used all available credits"
                    + "|monthly spending limit|arrearage|insufficient credits"),
    /** The server cannot write tools in the model's template, mostly llama.cpp without {@code --jinja}. */
    TEMPLATE(
            Category.INVALID_REQUEST,
            List.of("no-chat-template"),
            Set.of(400, 500, 501),
            "requires --jinja|--jinja flag"),
    /** The server cannot do what the call needs as it was started; llama.cpp calls that a failure of its own. */
    UNSUPPORTED(
            Category.INVALID_REQUEST,
            List.of("unsupported"),
            Set.of(500),
            "(image|audio|video) input is not supported|cannot use both json_schema and grammar"),
    /** The key is not accepted. */
    KEY(
            Category.AUTHENTICATION,
            List.of(
                    "invalid_api_key",
                    "api_key_invalid",
                    "wrong_api_key",
                    "authentication_error",
                    "invalid_authentication_error",
                    "unauthenticated",
                    "expiredtokenexception",
                    "unrecognizedclientexception",
                    "invalidsignatureexception",
                    "incompletesignatureexception",
                    "missingauthenticationtokenexception"),
            Set.of(400, 401, 403),
            "api key not valid|(incorrect|invalid|wrong) (x-)?api[- ]key|invalid authentication"
                    + "|security token included in the request is (invalid|expired)"),
    /** The model does not exist, or not for this account. */
    MODEL(
            Category.NOT_FOUND,
            List.of(
                    "model_not_found",
                    "deploymentnotfound",
                    "invalid_model",
                    "model_not_available",
                    "model_decommissioned",
                    "resourcenotfoundexception"),
            Set.of(400, 404, 422),
            "supported api model names are|\\bmodel\\b.{0,120}?(does not exist|doesn't exist|not found|not exist|has been decommissioned)"
                    + "|models/\\S+ is not found|not a valid model|invalid model\\b|model identifier is invalid|^model: ");

    private final Category category;

    /** The code of the error, then the services' names for it, in lower case. */
    private final List<String> words;

    private final Set<Integer> statuses;
    private final Pattern message;

    KnownError(Category category, List<String> words, Set<Integer> statuses, String message) {
        this.category = category;
        this.words = words;
        this.statuses = statuses;
        this.message = Pattern.compile(message, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the error that a code or a type names. */
    static Optional<KnownError> byWord(ProviderErrorBody said) {
        return byWord(said.code()).or(() -> byWord(said.type()));
    }

    private static Optional<KnownError> byWord(String word) {
        for (KnownError known : values()) {
            if (known.words.contains(word.toLowerCase(Locale.ROOT))) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    /** Returns the error that a message describes, unless the status means another one. */
    static Optional<KnownError> byMessage(ProviderErrorBody said, OptionalInt status) {
        for (KnownError known : values()) {
            boolean fits = status.isEmpty() || known.statuses.contains(status.getAsInt());
            if (fits && known.message.matcher(said.message()).find()) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    Category category() {
        return category;
    }

    /** Returns the code of the error, which is the same for every service. */
    String code() {
        return words.get(0);
    }
}
