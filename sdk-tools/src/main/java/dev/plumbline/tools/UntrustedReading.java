package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.internal.ContextOrigins;
import dev.plumbline.ui.Question.CallRisk;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the least trusted content that the model has read before it requested a call. */
final class UntrustedReading {
    private ContentOrigin origin;
    private String source;
    private int round;

    private UntrustedReading(IToolExecutor.CallScope scope) {
        this.origin = ContextOrigins.of(scope);
        this.source = "a fact of the context";
        this.round = scope.ids().round();
    }

    /** Returns the least trusted content, the newest of several; null if all is trusted. */
    static CallRisk.@Nullable UntrustedSource of(IToolExecutor.CallScope scope) {
        UntrustedReading reading = new UntrustedReading(scope);
        reading.read(scope.conversation());
        return reading.origin.isUntrusted()
                ? new CallRisk.UntrustedSource(reading.origin, reading.source, List.of())
                : null;
    }

    /** Reads the conversation from its end, so that each group of results is one round further back. */
    private void read(List<Interaction> conversation) {
        boolean inResults = false;
        for (int i = conversation.size() - 1; i >= 0; i--) {
            Interaction item = conversation.get(i);
            boolean isResult = item instanceof Interaction.ToolResult;
            round -= isResult && !inResults ? 1 : 0;
            inResults = isResult;
            if (item instanceof Interaction.ToolResult result) {
                found(ContentOrigin.of(result.envelope()), () -> result(conversation, result));
            } else if (item instanceof Interaction.User user && hasFile(user)) {
                found(ContentOrigin.DOCUMENT, () -> "an attached file");
            } else if (item instanceof Interaction.Context facts) {
                found(ContentOrigin.of(facts), () -> "a fact of the context");
            } else if (item instanceof Interaction.Summary) { // it may be made of anything
                found(ContentOrigin.WEB, () -> "the summary of earlier entries");
            }
        }
    }

    private void found(ContentOrigin label, Supplier<String> where) {
        if (label.compareTo(origin) > 0) {
            origin = label;
            source = where.get();
        }
    }

    private String result(List<Interaction> conversation, Interaction.ToolResult result) {
        return "the result of " + tool(conversation, result)
                + (round > 0 ? " in round " + round : " in an earlier turn");
    }

    /** Returns the tool that made a result, escaped. */
    static String tool(List<Interaction> conversation, Interaction.ToolResult result) {
        return VisibleTextEscaper.of(conversation.stream()
                .filter(item ->
                        item instanceof Interaction.ToolCall call && call.id().equals(result.callId()))
                .map(item -> ((Interaction.ToolCall) item).name())
                .findFirst()
                .orElse("a tool"));
    }

    private static boolean hasFile(Interaction.User user) {
        return user.parts().stream().anyMatch(part -> part instanceof Part.File || part instanceof Part.Image);
    }
}
