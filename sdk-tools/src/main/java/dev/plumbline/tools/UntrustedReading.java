package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.internal.Words;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.internal.ContextOrigins;
import dev.plumbline.ui.Question.CallRisk;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the least trusted content that the model has read before it requested a call. */
final class UntrustedReading {
    private final Words words;
    private ContentOrigin origin;
    private String source;
    private int round;

    private UntrustedReading(IToolExecutor.CallScope scope, Words words) {
        this.words = words;
        this.origin = ContextOrigins.of(scope);
        this.source = "";
        this.round = scope.ids().round();
    }

    /** Returns the least trusted content, the newest of several; null if all is trusted. */
    static CallRisk.@Nullable UntrustedSource of(IToolExecutor.CallScope scope, Words words) {
        UntrustedReading reading = new UntrustedReading(scope, words);
        reading.read(scope.conversation());
        if (!reading.origin.isUntrusted()) {
            return null;
        }
        boolean ofAgent = scope.conversation().isEmpty(); // a call that no session of this program makes
        String where = reading.source.isEmpty() ? words.say(ofAgent ? "source.agent" : "source.fact") : reading.source;
        return new CallRisk.UntrustedSource(reading.origin, where, List.of());
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
                found(ContentOrigin.DOCUMENT, () -> words.say("source.file"));
            } else if (item instanceof Interaction.Context facts) {
                found(ContentOrigin.of(facts), () -> words.say("source.fact"));
            } else if (item instanceof Interaction.Summary) { // it may be made of anything
                found(ContentOrigin.WEB, () -> words.say("source.summary"));
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
        String tool = tool(conversation, result, words);
        return round > 0 ? words.say("source.round", tool, round) : words.say("source.earlier", tool);
    }

    /** Returns the tool that made a result, escaped. */
    static String tool(List<Interaction> conversation, Interaction.ToolResult result, Words words) {
        return VisibleTextEscaper.of(conversation.stream()
                .filter(item ->
                        item instanceof Interaction.ToolCall call && call.id().equals(result.callId()))
                .map(item -> ((Interaction.ToolCall) item).name())
                .findFirst()
                .orElseGet(() -> words.say("source.tool")));
    }

    private static boolean hasFile(Interaction.User user) {
        return user.parts().stream().anyMatch(part -> part instanceof Part.File || part instanceof Part.Image);
    }
}
