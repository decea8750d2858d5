package dev.plumbline.policy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Transcript;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.ToolDefinitionList;
import dev.plumbline.event.TelemetryName;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is sent before an answer: the tools, the instructions and the messages of a call as they reach the provider, behind all
 * policies. Services bind opaque parts of an answer to it, such as signed thinking, and refuse or drop them behind anything
 * else (docs/decisions/0172). So each such part has its digest, and a call whose newest one was made behind something
 * else starts over: it sends no such part of the answers before it. Used by the thread of the call.
 */
final class SentPrefix {
    private static final int HEX = 16;
    private static final TelemetryName TOOLS = TelemetryName.of("tools");
    private static final TelemetryName INSTRUCTIONS = TelemetryName.of("instructions");
    private static final TelemetryName MESSAGES = TelemetryName.of("messages");

    private final AiCall call;

    /** The number of messages at the front whose opaque parts are not sent. */
    private final int startsAt;

    private @Nullable String digest;

    private SentPrefix(AiCall call, int startsAt) {
        this.call = call;
        this.startsAt = startsAt;
    }

    /** Returns what that call sends. If it starts over, the trace of the call says so. */
    static SentPrefix of(AiCall call) {
        Transcript said = call.effective();
        for (int i = said.lastOpaque(); i >= 0; i--) {
            String made = prefix(said.get(i));
            if (!made.isEmpty()) {
                int behind = matching(call, i, made);
                return behind < 0 ? startingOver(call) : new SentPrefix(call, startsAt(made));
            }
        }
        return new SentPrefix(call, 0);
    }

    private static SentPrefix startingOver(AiCall call) {
        Difference found = difference(call);
        CallAccess.recorder(call).startedOver(found.what());
        call.addRemark("starts over: other " + found
                + "; signed parts of earlier answers are left out, and little is read from the prompt cache");
        AiCall marked = call.withAttribute(AiCall.STARTS_OVER, found.toString());
        return new SentPrefix(marked, call.effective().size());
    }

    /** Returns the call as it can be sent. */
    AiCall call() {
        Transcript said = call.effective();
        return startsAt == 0
                ? call
                : call.withEffective(Stream.concat(
                                Interaction.withoutOpaque(said.subList(0, startsAt)).stream(),
                                said.subList(startsAt, said.size()).stream())
                        .toList());
    }

    /** Returns the delta with the digest if it is an opaque part. */
    AiDelta bound(AiDelta delta) {
        return delta instanceof AiDelta.Whole whole && whole.part() instanceof Part.Opaque part
                ? new AiDelta.Whole(part.withPrefix(digest()))
                : delta;
    }

    /** Returns the return with the digest in its opaque parts. */
    AiReturn bound(AiReturn ret) {
        List<Interaction> answer = ret.interactions();
        if (Transcript.of(answer).lastOpaque() < 0) {
            return ret;
        }
        List<Interaction> bound = new ArrayList<>(answer);
        bound.replaceAll(this::bound);
        return ret.toBuilder().interactions(bound).build();
    }

    private Interaction bound(Interaction item) {
        if (!hasOpaque(item)) {
            return item;
        }
        List<Part> parts = new ArrayList<>(((Interaction.Assistant) item).parts());
        parts.replaceAll(part -> part instanceof Part.Opaque opaque ? opaque.withPrefix(digest()) : part);
        return new Interaction.Assistant(parts);
    }

    private String digest() {
        String known = digest;
        if (known == null) {
            Transcript said = call.effective();
            known = tools(call) + instructions(said) + messages(said) + startsAt;
            digest = known;
        }
        return known;
    }

    private static String tools(AiCall call) {
        return ToolDefinitionList.of(call.tools()).digest().substring(0, HEX);
    }

    private static String instructions(Transcript said) {
        Digest all = Digest.of("plb1/instructions");
        for (int i = 0; i < said.size() && isInFront(said.get(i)); i++) {
            if (said.get(i) instanceof Interaction.System) {
                all.digest(said.digest(i));
            }
        }
        return hex(all.bytes());
    }

    private static boolean isInFront(Interaction item) {
        return item instanceof Interaction.System || item instanceof Interaction.Context;
    }

    private static String messages(Transcript said) {
        return hex(said.digest());
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, HEX / 2);
    }

    private static int startsAt(String digest) {
        return Integer.parseInt(digest, 3 * HEX, digest.length(), 10);
    }

    /** Returns the number of messages to which the answer at that index was made; -1 if it was not made to these. */
    private static int matching(AiCall call, int index, String digest) {
        Transcript said = call.effective();
        if (!digest.startsWith(tools(call))) {
            return -1;
        }
        for (int i = index; i >= 0; i--) { // an answer may be several items
            if (digest.startsWith(messages(said.prefix(i)), 2 * HEX)) {
                return i;
            }
            Interaction before = i == 0 ? null : said.get(i - 1);
            if (!(before instanceof Interaction.Assistant || before instanceof Interaction.ToolCall)) {
                return -1;
            }
        }
        return -1;
    }

    /** Returns what differs from what the answers of that call were made to. */
    private static Difference difference(AiCall call) {
        Transcript said = call.effective();
        for (int i = 0; i < said.size(); i++) {
            String made = prefix(said.get(i));
            if (!made.isEmpty() && matching(call, i, made) < 0) {
                if (!made.startsWith(tools(call))) {
                    return new Difference(TOOLS, "");
                }
                return made.startsWith(instructions(said), HEX)
                        ? new Difference(MESSAGES, " before message " + (i + 1))
                        : new Difference(INSTRUCTIONS, "");
            }
        }
        return new Difference(MESSAGES, "");
    }

    /**
     * What differs.
     *
     * @param place where, for the trace; empty if it is in front
     */
    private record Difference(TelemetryName what, String place) {
        @Override
        public String toString() {
            return what.text() + place;
        }
    }

    private static boolean hasOpaque(Interaction item) {
        return item instanceof Interaction.Assistant answer
                && answer.parts().stream().anyMatch(Part.Opaque.class::isInstance);
    }

    /** Returns the digest of what an interaction was made to; empty if nothing in it is bound. */
    private static String prefix(Interaction item) {
        if (item instanceof Interaction.Assistant answer) {
            for (Part part : answer.parts()) {
                if (part instanceof Part.Opaque opaque && !opaque.prefix().isEmpty()) {
                    return opaque.prefix();
                }
            }
        }
        return "";
    }
}
