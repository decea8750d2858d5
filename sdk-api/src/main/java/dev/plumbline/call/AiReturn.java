package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What came back from one call, or from all rounds of one turn. Never null, never thrown; a failed return keeps what had
 * arrived, and {@code text}, {@code json}, {@code as} throw instead of passing a failure for an empty answer. Immutable.
 */
public sealed interface AiReturn permits ReturnValue {

    /** A finished answer of that text, for caches, policies and tests. */
    static AiReturn ofText(String text) {
        return builder()
                .deltas(List.of(new AiDelta.Text(text), new AiDelta.Finish(FinishReason.STOP)))
                .build();
    }

    /** Nothing but an error. */
    static AiReturn failed(AiError error) {
        return builder().error(error).build();
    }

    /** A builder of an empty return, for providers and caches. */
    static Builder builder() {
        return new ReturnBuilder();
    }

    /** Everything this call or turn added, in order. */
    List<Interaction> interactions();

    /** Tokens, summed over attempts and rounds; a cache hit adds nothing. */
    Usage usage();

    /** Why the model stopped. */
    FinishReason finish();

    /** Why it failed; empty when ok. */
    Optional<AiError> error();

    /** Who answered; {@link ModelId#NONE} when nobody did. */
    ModelId model();

    /** Session, turn, round and request. */
    CallIds ids();

    /** The provider's own id of the request, if it gave one. */
    Optional<String> requestId();

    /** The price by the catalogue; empty when one is unknown. */
    Optional<Cost> cost();

    /** What each layer did. */
    Trace trace();

    /** How it ended. */
    default Status status() {
        return error().map(e -> e.category() == AiError.Category.CANCELLED ? Status.CANCELLED : Status.FAILED)
                .orElse(Status.COMPLETED);
    }

    /** Whether it completed. */
    default boolean ok() {
        return error().isEmpty();
    }

    /**
     * The final answer: the text behind the last tool result.
     *
     * @throws AiException when it failed
     */
    default String text() {
        return orThrow().partialText();
    }

    /** Whatever text of the final answer there is, complete or not; never throws. */
    default String partialText() {
        return ReturnText.join(finalAnswer(), Part.Text.class);
    }

    /** The model's reasoning of the final answer, if the provider shows it; never throws. */
    default String reasoning() {
        return ReturnText.join(finalAnswer(), Part.Reasoning.class);
    }

    /**
     * The final answer as JSON.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when the text is not JSON
     */
    default Json json() {
        return ReturnText.json(text());
    }

    /**
     * The final answer bound to a type.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when it does not fit
     */
    default <T> T as(Class<T> type) {
        return as(TypeRef.of(type));
    }

    /**
     * The final answer bound to a generic type.
     *
     * @throws AiException when it failed; INVALID_RESPONSE when it does not fit
     */
    default <T> T as(TypeRef<T> type) {
        return ReturnText.bind(json(), type);
    }

    /** The tool calls among the interactions. */
    default List<Interaction.ToolCall> toolCalls() {
        return ReturnText.only(interactions(), Interaction.ToolCall.class);
    }

    /** The tool results among the interactions, in call order; empty for a single call. */
    default List<Interaction.ToolResult> toolResults() {
        return ReturnText.only(interactions(), Interaction.ToolResult.class);
    }

    /** The interactions behind the last tool result: what the last provider call brought. */
    default List<Interaction> finalAnswer() {
        return ReturnText.behindResults(interactions());
    }

    /** The shortest delta list whose fold is the final answer, with usage and finish reason. */
    default List<AiDelta> deltas() {
        return Unfold.of(finalAnswer(), usage(), finish());
    }

    /**
     * This when ok.
     *
     * @throws AiException otherwise
     */
    default AiReturn orThrow() {
        error().ifPresent(error -> {
            throw new AiException(error);
        });
        return this;
    }

    /** A copy with every text part changed, also of a partial answer. */
    default AiReturn mapText(UnaryOperator<String> change) {
        return toBuilder().interactions(ReturnText.map(interactions(), change)).build();
    }

    /** A copy that failed; what arrived stays readable as partial. */
    default AiReturn withError(AiError error) {
        return toBuilder().error(error).build();
    }

    /** A copy with that usage. */
    AiReturn withUsage(Usage usage);

    /** A copy with that trace. */
    AiReturn withTrace(Trace trace);

    /** A builder that starts with everything of this return. */
    Builder toBuilder();

    /** How a call or turn ended. */
    enum Status {
        COMPLETED,
        FAILED,
        CANCELLED
    }

    /** Builds a return; each call sets one thing, replacing what was set before. Used by one thread. */
    sealed interface Builder permits ReturnBuilder {

        /** Sets content, usage and finish reason to the fold of these. */
        Builder deltas(Iterable<AiDelta> deltas);

        /** Sets the content. */
        Builder interactions(List<? extends Interaction> interactions);

        /** Sets the usage. */
        Builder usage(Usage usage);

        /** Sets why the model stopped. */
        Builder finish(FinishReason finish);

        /** Makes it a failure. */
        Builder error(AiError error);

        /** Sets who answered. */
        Builder model(ModelId model);

        /** Sets for whom. */
        Builder ids(CallIds ids);

        /** Sets the provider's id of the request. */
        Builder requestId(String id);

        /** Sets the price. */
        Builder cost(Cost cost);

        /** Sets what each layer did. */
        Builder trace(Trace trace);

        /** The return; never fails. */
        AiReturn build();
    }
}
