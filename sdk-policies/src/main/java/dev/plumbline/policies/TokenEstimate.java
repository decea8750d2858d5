package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates the tokens of texts by the family of the tokenizer: four characters each, and three tenths more for Claude 4.7 and
 * newer, whose tokenizer makes about 30 % more tokens of the same text (Anthropic, "Token counting", 2026).
 */
final class TokenEstimate {
    private static final int CHARACTERS_A_TOKEN = 4;
    private static final Pattern CLAUDE = Pattern.compile("claude-(?:[a-z]+-)?(\\d)(?:[-.](\\d)(?!\\d))?");

    private TokenEstimate() {}

    /** Returns the tokens of what a call sends to its model. */
    static long of(AiCall call) {
        long tokens = of(call.effective()) + ofTools(call.tools());
        return isDenser(call.model()) ? tokens * 13 / 10 : tokens;
    }

    private static boolean isDenser(ModelId model) {
        Matcher name = CLAUDE.matcher(model.name());
        if (!name.find()) {
            return false;
        }
        int major = Integer.parseInt(name.group(1));
        int minor = name.group(2) == null ? 0 : Integer.parseInt(name.group(2));
        return major > 4 || (major == 4 && minor >= 7);
    }

    /** Returns the tokens of interactions, at four characters each. */
    static long of(List<Interaction> interactions) {
        long characters = 0;
        for (Interaction interaction : interactions) {
            characters += characters(interaction);
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    private static long ofTools(List<ToolDefinition> tools) {
        long characters = 0;
        for (ToolDefinition tool : tools) {
            characters += tool.name().length()
                    + tool.description().length()
                    + tool.inputSchema().text().length();
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    private static int characters(Interaction interaction) {
        if (interaction instanceof Interaction.ToolCall call) {
            return call.arguments().text().length();
        }
        if (interaction instanceof Interaction.ToolResult result) {
            return result.envelope().toJson().text().length();
        }
        return interaction instanceof Interaction.Context context
                ? context.values().values().stream()
                        .mapToInt(value -> value.text().length())
                        .sum()
                : interaction.text().length();
    }
}
