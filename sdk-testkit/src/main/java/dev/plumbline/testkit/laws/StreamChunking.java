package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Changes the chunking of a stream to the largest or the smallest pieces. */
final class StreamChunking {

    private StreamChunking() {}

    /** Returns the stream with texts and arguments of tool calls character by character. */
    static List<AiDelta> characters(List<AiDelta> stream) {
        return stream.stream().flatMap(StreamChunking::characters).toList();
    }

    private static Stream<AiDelta> characters(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            return each(text.text()).map(AiDelta.Text::new);
        }
        if (delta instanceof AiDelta.Reasoning reasoning) {
            return each(reasoning.text()).map(AiDelta.Reasoning::new);
        }
        if (delta instanceof AiDelta.Refusal refusal) {
            return each(refusal.text()).map(AiDelta.Refusal::new);
        }
        return delta instanceof AiDelta.ToolCallPart part ? parts(part) : Stream.of(delta);
    }

    private static Stream<AiDelta> parts(AiDelta.ToolCallPart part) {
        AiDelta head = new AiDelta.ToolCallPart(part.index(), part.id(), part.name(), "");
        return Stream.concat(
                Stream.of(head),
                each(part.arguments()).map(piece -> new AiDelta.ToolCallPart(part.index(), "", "", piece)));
    }

    private static Stream<String> each(String text) {
        return text.codePoints().mapToObj(Character::toString);
    }

    /** Returns the stream with neighbouring pieces of one text or tool call joined. */
    static List<AiDelta> joined(List<AiDelta> stream) {
        List<AiDelta> joined = new ArrayList<>();
        for (AiDelta delta : stream) {
            int last = joined.size() - 1;
            Optional<AiDelta> both = last < 0 ? Optional.empty() : join(joined.get(last), delta);
            both.ifPresentOrElse(one -> joined.set(last, one), () -> joined.add(delta));
        }
        return joined;
    }

    private static Optional<AiDelta> join(AiDelta first, AiDelta then) {
        if (first instanceof AiDelta.Text a && then instanceof AiDelta.Text b) {
            return Optional.of(new AiDelta.Text(a.text() + b.text()));
        }
        if (first instanceof AiDelta.Reasoning a && then instanceof AiDelta.Reasoning b) {
            return Optional.of(new AiDelta.Reasoning(a.text() + b.text()));
        }
        if (first instanceof AiDelta.Refusal a && then instanceof AiDelta.Refusal b) {
            return Optional.of(new AiDelta.Refusal(a.text() + b.text()));
        }
        return first instanceof AiDelta.ToolCallPart a
                        && then instanceof AiDelta.ToolCallPart b
                        && a.index() == b.index()
                ? Optional.of(new AiDelta.ToolCallPart(a.index(), a.id(), a.name(), a.arguments() + b.arguments()))
                : Optional.empty();
    }
}
