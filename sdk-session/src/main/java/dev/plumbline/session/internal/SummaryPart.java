package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Chooses what a request for a summary sends, so that the request itself fits. */
final class SummaryPart {
    private static final String CUT = " … (shortened)";
    private static final int FEWEST_CHARACTERS = 40;

    private SummaryPart() {}

    /** Returns the oldest turns that have at most that many tokens; at least one turn that is not a summary. */
    static List<ConversationEntry> of(List<ConversationEntry> old, long tokens) {
        int end = 0;
        for (int i = 1; i <= old.size(); i++) {
            boolean ends = i == old.size() || (isQuestion(old.get(i)) && !isQuestion(old.get(i - 1)));
            if (ends) {
                List<ConversationEntry> part = old.subList(0, i);
                if (shortens(old.subList(0, end)) && TokenEstimate.of(SideTurnRunner.said(part)) > tokens) {
                    break;
                }
                end = i;
            }
        }
        return old.subList(0, end);
    }

    private static boolean shortens(List<ConversationEntry> part) {
        return part.stream()
                .anyMatch(entry -> entry.interactions().isEmpty() || entry.kind() != Interaction.Kind.SUMMARY);
    }

    private static boolean isQuestion(ConversationEntry entry) {
        return !entry.interactions().isEmpty() && entry.kind() == Interaction.Kind.USER;
    }

    /** Returns these interactions if they have at most that many tokens; otherwise with their longest texts cut. */
    static List<Interaction> shortened(List<Interaction> said, long tokens) {
        List<Interaction> shorter = said;
        for (long most = Math.min(Integer.MAX_VALUE / 2, tokens * 4);
                TokenEstimate.of(shorter) > tokens && most > FEWEST_CHARACTERS;
                most /= 2) {
            shorter = cut(said, (int) most);
        }
        return shorter;
    }

    private static List<Interaction> cut(List<Interaction> said, int most) {
        List<Interaction> cut = new ArrayList<>();
        for (Interaction item : said) {
            if (TokenEstimate.of(List.of(item)) <= most / 4) {
                cut.add(item);
            } else if (item instanceof Interaction.User user) {
                cut.add(new Interaction.User(parts(user.parts(), most)));
            } else if (item instanceof Interaction.Assistant answer) {
                cut.add(new Interaction.Assistant(List.of(Part.text(cut(answer.text(), most)))));
            } else if (item instanceof Interaction.ToolResult result) {
                cut.add(new Interaction.ToolResult(
                        result.callId(),
                        ToolEnvelope.ok(cut(result.envelope().toJson().text(), most))));
            } else if (item instanceof Interaction.ToolCall call) {
                cut.add(new Interaction.ToolCall(call.id(), call.name(), Json.object()));
            } else if (item instanceof Interaction.Summary summary) {
                cut.add(new Interaction.Summary(cut(summary.text(), most)));
            } else if (!(item instanceof Interaction.Context)) {
                cut.add(item);
            }
        }
        return cut;
    }

    private static List<Part> parts(List<Part> parts, int most) {
        List<Part> cut = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                cut.add(Part.text(cut(text.text(), most)));
            } else if (part instanceof Part.File file) {
                cut.add(Part.text(file.name() + CUT));
            }
        }
        return cut;
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + CUT;
    }
}
