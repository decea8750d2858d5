package dev.plumbline.call;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of one turn, retries and repairs included. Lower levels can only tighten them.
 *
 * @param rounds provider calls, each with the tools that it requests
 * @param toolCallsPerRound tool calls of one round; further ones are answered with BUDGET. If one answer has more than
 *     256 calls, or than this number if it is higher, none of them runs and the turn ends
 * @param providerCalls provider calls, retries and repairs included
 * @param toolCalls tool calls of the turn
 * @param tokens input and output together
 * @param bytes received from providers and tools
 * @param time from the input to the final result
 * @param onLimit the action when the rounds are used up; every other limit ends the turn
 */
public record Budget(
        int rounds,
        int toolCallsPerRound,
        int providerCalls,
        int toolCalls,
        long tokens,
        long bytes,
        Duration time,
        LimitAction onLimit) {

    private static final Budget DEFAULTS = new Budget(
            8, 32, 24, 128, 1_000_000, 64L << 20, Duration.ofMinutes(10), LimitAction.FINAL_ANSWER_WITHOUT_TOOLS);

    public Budget {
        boolean positive = rounds > 0 && toolCallsPerRound > 0 && providerCalls > 0 && toolCalls > 0;
        if (!positive || tokens <= 0 || bytes <= 0 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("every limit of a budget is at least 1");
        }
        Objects.requireNonNull(onLimit, "onLimit");
    }

    /**
     * Returns the default: 8 rounds of 32 tool calls, 24 provider calls, 128 tool calls, 1,000,000 tokens, 64 MiB, 10
     * minutes.
     */
    public static Budget ofDefaults() {
        return DEFAULTS;
    }

    /** Returns a copy with that many rounds. */
    public Budget withRounds(int limit) {
        return new Budget(limit, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, time, onLimit);
    }

    /** Returns a copy with that many provider calls, retries and repairs included. */
    public Budget withProviderCalls(int limit) {
        return new Budget(rounds, toolCallsPerRound, limit, toolCalls, tokens, bytes, time, onLimit);
    }

    /** Returns a copy with that many tool calls per round and per turn. */
    public Budget withToolCalls(int perRound, int perTurn) {
        return new Budget(rounds, perRound, providerCalls, perTurn, tokens, bytes, time, onLimit);
    }

    /** Returns a copy with that many tokens, input and output together. */
    public Budget withTokens(long limit) {
        return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, limit, bytes, time, onLimit);
    }

    /** Returns a copy with that many bytes received from providers and tools. */
    public Budget withBytes(long limit) {
        return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, limit, time, onLimit);
    }

    /** Returns a copy with that much time. */
    public Budget withTime(Duration limit) {
        return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, limit, onLimit);
    }

    /** Returns a copy with that action when the rounds are used up. */
    public Budget withOnLimit(LimitAction action) {
        return new Budget(rounds, toolCallsPerRound, providerCalls, toolCalls, tokens, bytes, time, action);
    }

    /** Returns the smaller of both, limit by limit; STOP wins over a final answer, and that over asking. */
    public Budget tightest(Budget other) {
        return new Budget(
                Math.min(rounds, other.rounds),
                Math.min(toolCallsPerRound, other.toolCallsPerRound),
                Math.min(providerCalls, other.providerCalls),
                Math.min(toolCalls, other.toolCalls),
                Math.min(tokens, other.tokens),
                Math.min(bytes, other.bytes),
                time.compareTo(other.time) < 0 ? time : other.time,
                onLimit.compareTo(other.onLimit) < 0 ? onLimit : other.onLimit);
    }

    /** The action when the rounds are used up; the strictest first. */
    public enum LimitAction {
        /** The turn fails with BUDGET. */
        STOP,
        /** The model is asked once more, and may call no tool; if it calls one, once again. */
        FINAL_ANSWER_WITHOUT_TOOLS,
        /**
         * The user decides whether the turn gets as many rounds again; without an answer, the model is asked once more,
         * without tools.
         */
        ASK
    }
}
