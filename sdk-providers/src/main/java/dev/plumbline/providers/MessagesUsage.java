package dev.plumbline.providers;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;

/**
 * The tokens of an Anthropic message. Each number counts from where it was said last; where the message needed several
 * passes ({@code iterations}), their sum counts, because that is what is billed. Not thread-safe.
 */
final class MessagesUsage {
    private static final long UNSAID = -1;

    private long input = UNSAID;
    private long written = UNSAID;
    private long cached = UNSAID;
    private long output = UNSAID;
    private long thinking = UNSAID;
    private boolean said;

    /** Reads a {@code usage} object. */
    void read(JsonCursor json) {
        MessagesUsage passes = new MessagesUsage();
        if (ChatReader.into(json, Json.Kind.OBJECT)) {
            while (json.next()) {
                member(json, passes);
            }
        }
        take(passes);
    }

    private void member(JsonCursor json, MessagesUsage passes) {
        switch (json.name()) {
            case "input_tokens" -> input = tokens(json);
            case "cache_creation_input_tokens" -> written = tokens(json);
            case "cache_read_input_tokens" -> cached = tokens(json);
            case "output_tokens" -> output = tokens(json);
            case "output_tokens_details" -> thinking = ChatReader.detail(json, "thinking_tokens");
            case "iterations" -> passes.addAll(json);
            default -> {}
        }
        said = true;
    }

    private static long tokens(JsonCursor json) {
        return Math.max(UNSAID, ChatReader.number(json, UNSAID));
    }

    private void addAll(JsonCursor json) {
        if (ChatReader.into(json, Json.Kind.ARRAY)) {
            while (json.next()) {
                MessagesUsage pass = new MessagesUsage();
                pass.read(json);
                add(pass);
            }
        }
    }

    private void add(MessagesUsage pass) {
        input = sum(input, pass.input);
        written = sum(written, pass.written);
        cached = sum(cached, pass.cached);
        output = sum(output, pass.output);
        said |= pass.said;
    }

    private static long sum(long one, long other) {
        return one == UNSAID && other == UNSAID ? UNSAID : Math.max(0, one) + Math.max(0, other);
    }

    /** Takes over what a later object says. */
    void take(MessagesUsage later) {
        input = later.input == UNSAID ? input : later.input;
        written = later.written == UNSAID ? written : later.written;
        cached = later.cached == UNSAID ? cached : later.cached;
        output = later.output == UNSAID ? output : later.output;
        thinking = later.thinking == UNSAID ? thinking : later.thinking;
        said |= later.said;
    }

    boolean isSaid() {
        return said;
    }

    /** The same in this project's words: input is all that was read, from a cache or not. */
    Usage toUsage() {
        long read = Math.max(0, cached);
        return new Usage(
                Math.max(0, input) + Math.max(0, written) + read, Math.max(0, output), read, Math.max(0, thinking), 1);
    }
}
