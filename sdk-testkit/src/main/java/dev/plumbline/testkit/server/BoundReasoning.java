package dev.plumbline.testkit.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reasoning that is bound to everything before it, as services document it. Its signature names who reads it, the content before
 * it and the reasoning before it, so that reasoning at the beginning may be left out, and reasoning between other reasoning may
 * not. Sources: Anthropic, "Preserved thinking", "Prefix checks", "Switching models mid-conversation" and "Thinking blocks stay
 * with the account that produced them"; OpenAI, "Keep the prefix unchanged"; November 2026.
 *
 * @param changed the reasoning before which something has changed, and all behind the first of it
 * @param unread the reasoning that the model or the account does not read, with the reason
 * @param foreign the first that another service has signed
 * @param read how many pieces are read
 */
record BoundReasoning(
        List<PromptBlock> changed, Map<PromptBlock, String> unread, Optional<PromptBlock> foreign, int read) {
    static final BoundReasoning NONE = new BoundReasoning(List.of(), Map.of(), Optional.empty(), 0);

    private static final Pattern SIGNATURE = Pattern.compile(
            "bound\\.([0-9a-f-]+)\\.([0-9a-f-]+)\\.([0-9a-f-]+)\\.([0-9a-f-]+)\\.([0-9a-f-]*)\\.(\\d+)");

    /** Returns the reasoning of a request, for a reader that also reads that of other models. */
    static BoundReasoning of(Prompt request, Reader reader, Set<String> others) {
        List<PromptBlock> changed = new ArrayList<>();
        Map<PromptBlock, String> unread = new LinkedHashMap<>();
        Optional<PromptBlock> foreign = Optional.empty();
        String before = "";
        int read = 0;
        for (int i = 0; i < request.blocks().size(); i++) {
            PromptBlock block = request.blocks().get(i);
            if (!block.isReasoning()) {
                continue;
            }
            Matcher own = SIGNATURE.matcher(block.words());
            if (!own.matches()) {
                changed.add(block);
            } else if (!own.group(1).equals(Prompt.digest(reader.service))) {
                foreign = foreign.or(() -> Optional.of(block));
            } else if (!own.group(3).equals(Prompt.digest(reader.account))) {
                unread.put(block, "organization_binding_mismatch");
            } else if (!own.group(2).equals(Prompt.digest(reader.model))
                    && others.stream().map(Prompt::digest).noneMatch(own.group(2)::equals)) {
                unread.put(block, "model_binding_mismatch");
            } else if (!changed.isEmpty()
                    || !own.group(4).equals(request.contentBefore(i))
                    || !(before.isEmpty() || own.group(5).equals(before))) {
                changed.add(block);
            } else {
                read++;
            }
            before = Prompt.digest(block.words());
        }
        return new BoundReasoning(changed, unread, foreign, read);
    }

    /** Returns the reasoning that the model does not receive. */
    List<PromptBlock> left() {
        List<PromptBlock> left = new ArrayList<>(changed);
        left.addAll(unread.keySet());
        return left;
    }

    /** Returns the signature of reasoning that follows a request. */
    static String signature(Prompt request, Reader reader, long tokens) {
        String before = "";
        for (PromptBlock block : request.blocks()) {
            before = block.isReasoning() ? Prompt.digest(block.words()) : before;
        }
        return String.join(
                ".",
                "bound",
                Prompt.digest(reader.service),
                Prompt.digest(reader.model),
                Prompt.digest(reader.account),
                request.contentBefore(request.blocks().size()),
                before,
                "" + tokens);
    }

    /** Returns the tokens of reasoning with that signature; those of another one if it is not of this class. */
    static long tokens(String signature, long otherwise) {
        Matcher own = SIGNATURE.matcher(signature);
        return own.matches() ? Long.parseLong(own.group(6)) : otherwise;
    }

    /** Who reads reasoning, and may have written it. */
    record Reader(String service, String model, String account) {
        /** Returns a reader where a service does not distinguish them. */
        static Reader any() {
            return new Reader("", "", "");
        }
    }
}
