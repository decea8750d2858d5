package dev.plumbline.testkit.server;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reasoning that is bound to everything before it, as services document it. Its signature names the content before it and the
 * reasoning before it, so that reasoning at the beginning may be left out, and reasoning between other reasoning may not.
 * Sources: Anthropic, "Preserved thinking" and "Prefix checks"; OpenAI, "Keep the prefix unchanged"; November 2026.
 */
final class BoundReasoning {
    private static final Pattern SIGNATURE = Pattern.compile("bound\\.([0-9a-f-]+)\\.([0-9a-f-]*)\\.(\\d+)");

    private BoundReasoning() {}

    /** Returns the signature of reasoning that follows a request. */
    static String signature(Prompt request, long tokens) {
        String before = "";
        for (PromptBlock block : request.blocks()) {
            before = block.isReasoning() ? Prompt.digest(block.words()) : before;
        }
        return "bound." + request.contentBefore(request.blocks().size()) + "." + before + "." + tokens;
    }

    /** Returns the tokens of reasoning with that signature; those of another one if it is not of this class. */
    static long tokens(String signature, long otherwise) {
        Matcher own = SIGNATURE.matcher(signature);
        return own.matches() ? Long.parseLong(own.group(3)) : otherwise;
    }

    /** Returns the reasoning before which something has changed, and all behind the first of it. */
    static List<PromptBlock> changed(Prompt request) {
        List<PromptBlock> changed = new ArrayList<>();
        String before = "";
        for (int i = 0; i < request.blocks().size(); i++) {
            PromptBlock block = request.blocks().get(i);
            if (block.isReasoning()) {
                if (!changed.isEmpty() || !fits(block, request.contentBefore(i), before)) {
                    changed.add(block);
                }
                before = Prompt.digest(block.words());
            }
        }
        return changed;
    }

    private static boolean fits(PromptBlock block, String content, String before) {
        Matcher own = SIGNATURE.matcher(block.words());
        return own.matches()
                && own.group(1).equals(content)
                && (before.isEmpty() || own.group(2).equals(before));
    }
}
