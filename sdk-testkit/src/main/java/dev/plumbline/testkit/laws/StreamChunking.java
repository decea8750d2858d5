package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiDelta;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.internal.DeltaText;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.ArrayList;
import java.util.List;

/** Changes the pieces in which a stream arrives. */
final class StreamChunking {
    private StreamChunking() {}

    /** Returns a delta in those pieces of its text; those of a tool call after its name. */
    static List<AiDelta> inPieces(AiDelta delta, List<String> pieces) {
        List<AiDelta> parts = new ArrayList<>();
        AiDelta next = delta;
        if (delta instanceof AiDelta.ToolCallPart call) {
            parts.add(DeltaText.with(delta, ""));
            next = new AiDelta.ToolCallPart(call.index(), "", "", "");
        }
        for (String piece : pieces) {
            parts.add(DeltaText.with(next, piece));
        }
        return parts;
    }

    /** Returns the stream with texts and arguments of tool calls character by character. */
    static List<AiDelta> characters(List<AiDelta> stream) {
        return stream.stream()
                .flatMap(delta -> DeltaText.isIn(delta)
                        ? inPieces(
                                delta,
                                DeltaText.of(delta)
                                        .codePoints()
                                        .mapToObj(Character::toString)
                                        .toList())
                                .stream()
                        : List.of(delta).stream())
                .toList();
    }

    /** Returns the stream character by character, with a report of tokens between each two of a text or tool call. */
    static List<AiDelta> counted(List<AiDelta> stream) {
        List<AiDelta> counted = new ArrayList<>();
        for (AiDelta delta : characters(stream)) {
            if (!counted.isEmpty() && areOne(counted.get(counted.size() - 1), delta)) {
                counted.add(new AiDelta.UsageReport(Usage.of(1, 2)));
            }
            counted.add(delta);
        }
        return counted;
    }

    /** Returns a stream as text, and one of single characters in few words. */
    static String show(List<AiDelta> stream) {
        List<AiDelta> joined = joined(stream);
        List<AiDelta> uncounted = joined(stream.stream()
                .filter(each -> !(each instanceof AiDelta.UsageReport))
                .toList());
        if (uncounted.size() < joined.size() && stream.equals(counted(uncounted))) {
            return LawAssertion.show(uncounted) + " letter by letter, with a UsageReport between each two";
        }
        return joined.size() < stream.size() && stream.equals(characters(joined))
                ? LawAssertion.show(joined) + " letter by letter"
                : LawAssertion.show(stream);
    }

    /** Returns the stream with neighbouring pieces of one text or tool call joined. */
    static List<AiDelta> joined(List<AiDelta> stream) {
        List<AiDelta> joined = new ArrayList<>();
        for (AiDelta delta : stream) {
            int last = joined.size() - 1;
            if (last >= 0 && areOne(joined.get(last), delta)) {
                AiDelta before = joined.get(last);
                joined.set(last, DeltaText.with(before, DeltaText.of(before) + DeltaText.of(delta)));
            } else {
                joined.add(delta);
            }
        }
        return joined;
    }

    private static boolean areOne(AiDelta first, AiDelta then) {
        return DeltaText.isIn(first)
                && first.getClass() == then.getClass()
                && (!(first instanceof AiDelta.ToolCallPart a && then instanceof AiDelta.ToolCallPart b)
                        || a.index() == b.index());
    }
}
