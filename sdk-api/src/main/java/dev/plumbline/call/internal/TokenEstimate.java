package dev.plumbline.call.internal;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
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
public final class TokenEstimate {
    private static final int CHARACTERS_A_TOKEN = 4;
    private static final Pattern CLAUDE = Pattern.compile("claude-(?:[a-z]+-)?(\\d)(?:[-.](\\d)(?!\\d))?");

    private TokenEstimate() {}

    /** Returns the tokens of what a call sends to its model. */
    public static long of(AiCall call) {
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

    /** Returns the tokens of interactions, at four characters each; of media, those of files of text alone. */
    public static long of(List<? extends Interaction> interactions) {
        long characters = 0;
        for (Interaction interaction : interactions) {
            characters += characters(interaction);
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    /** Returns the tokens of the definitions of tools. */
    public static long ofTools(List<ToolDefinition> tools) {
        long characters = 0;
        for (ToolDefinition tool : tools) {
            characters += tool.name().length()
                    + tool.description().length()
                    + tool.inputSchema().text().length();
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    private static long characters(Interaction interaction) {
        if (interaction instanceof Interaction.ToolCall call) {
            return call.arguments().text().length();
        }
        if (interaction instanceof Interaction.ToolResult result) {
            return result.envelope().toJson().text().length();
        }
        if (interaction instanceof Interaction.User said) {
            return said.text().length() + ofFiles(said.parts());
        }
        return interaction instanceof Interaction.Context context
                ? context.values().values().stream()
                        .mapToInt(value -> value.text().length())
                        .sum()
                : interaction.text().length();
    }

    private static long ofFiles(List<Part> parts) {
        long bytes = 0;
        for (Part part : parts) {
            bytes += part instanceof Part.File file && isText(file.blob())
                    ? file.blob().size()
                    : 0;
        }
        return bytes;
    }

    /** Returns whether a file is sent as its text. */
    static boolean isText(Blob blob) {
        String type = blob.mediaType();
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/xml")
                || type.endsWith("+json")
                || type.endsWith("+xml");
    }
}
