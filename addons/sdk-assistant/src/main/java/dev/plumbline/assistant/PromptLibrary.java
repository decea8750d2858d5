package dev.plumbline.assistant;

import java.util.LinkedHashMap;
import java.util.Map;

/** The prompts of a user, kept as one text: each begins in a line with a slash and its name, and ends where the next one begins. */
final class PromptLibrary {
    /** The name of the setting. */
    static final String KEY = "prompts";

    private PromptLibrary() {}

    /** Returns the texts by their names, in their order; what stands before the first name belongs to none. */
    static Map<String, String> read(String all) {
        Map<String, String> prompts = new LinkedHashMap<>();
        String name = "";
        for (String line : all.split("\n", -1)) {
            if (line.matches("/\\S+.*")) {
                String[] begun = line.substring(1).split("\\s+", 2);
                name = begun[0];
                prompts.put(name, begun.length > 1 ? begun[1] : "");
            } else if (!name.isEmpty()) {
                prompts.merge(name, line, (before, more) -> before.isEmpty() ? more : before + "\n" + more);
            }
        }
        prompts.replaceAll((key, text) -> text.strip());
        prompts.values().removeIf(String::isEmpty);
        return prompts;
    }
}
