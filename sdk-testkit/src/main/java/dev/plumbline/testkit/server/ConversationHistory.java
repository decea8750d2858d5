package dev.plumbline.testkit.server;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The answers that were sent, and for what; it says of a request whether it starts over. One thread. */
final class ConversationHistory {
    private final Map<String, Answered> answers = new HashMap<>();
    private final Set<String> requests = new HashSet<>();

    /** Stores the answer to a request. */
    void add(Prompt request, ScriptedOutput answer) {
        String words = answer.text()
                + answer.calls().stream().map(ScriptedOutput.Call::id).collect(Collectors.joining());
        requests.add(request.contentBefore(request.blocks().size()));
        answers.put(
                words.strip(),
                new Answered(request.contentOf(ServiceBill.Part.TOOLS), request.contentOf(ServiceBill.Part.SYSTEM)));
    }

    /**
     * Returns what differs before the last answer in a request from what it was made for; empty if nothing does, if all that is
     * before it was a request itself, as after an edit, or if that answer was made by somebody else.
     */
    Optional<ServiceBill.Part> beginning(Prompt request) {
        List<PromptBlock> blocks = request.blocks();
        int end = blocks.size();
        while (end > 0 && blocks.get(end - 1).kind() == PromptBlock.Kind.INPUT) {
            end--;
        }
        int from = end;
        while (from > 0 && blocks.get(from - 1).kind() != PromptBlock.Kind.INPUT) {
            from--;
        }
        String words = blocks.subList(from, end).stream()
                .filter(block -> !block.isReasoning())
                .map(PromptBlock::words)
                .collect(Collectors.joining());
        return requests.contains(request.contentBefore(from))
                ? Optional.empty()
                : Optional.ofNullable(answers.get(words.strip())).map(made -> made.difference(request));
    }

    /** Digests of a request that was answered. */
    private record Answered(String tools, String system) {
        ServiceBill.Part difference(Prompt request) {
            return !tools.equals(request.contentOf(ServiceBill.Part.TOOLS))
                    ? ServiceBill.Part.TOOLS
                    : !system.equals(request.contentOf(ServiceBill.Part.SYSTEM))
                            ? ServiceBill.Part.SYSTEM
                            : ServiceBill.Part.MESSAGES;
        }
    }
}
