package dev.plumbline.policies;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies.InjectionAction;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Marks, shows or removes passages of tool results that read like instructions to the model. Stateless. */
final class InjectionGuardPolicy implements ToolPolicy {
    static final String REMOVED = "[removed: text that reads like an instruction]";
    private static final String COUNT = "instructions";
    private static final String PASS_ON = "Pass it on, marked";
    private static final String REMOVE = "Remove it";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SHOWN = 300;

    private final InjectionAction action;

    InjectionGuardPolicy(InjectionAction action) {
        this.action = action;
    }

    @Override
    public ToolEnvelope around(ToolContext call, Next next) {
        ToolEnvelope envelope = next.proceed(call);
        Search search = new Search(false);
        search.read(envelope.result());
        if (search.count == 0) {
            return envelope;
        }
        boolean remove = switch (action) {
            case MARK -> false;
            case STRIP -> true;
            case ASK -> isRefused(call, search.first);
        };
        ToolEnvelope marked = envelope.withMeta(COUNT, search.count);
        return remove ? marked.withResult(new Search(true).read(envelope.result())) : marked;
    }

    private static boolean isRefused(ToolContext call, String passage) {
        Optional<String> answer = call.ask(
                "The result of " + call.call().name() + " contains text that reads like an instruction to the model: \""
                        + passage + "\"",
                List.of(PASS_ON, REMOVE),
                PATIENCE);
        return !answer.equals(Optional.of(PASS_ON));
    }

    /** Returns a text without the passages that read like instructions. */
    static String stripped(String text) {
        return new Search(true).text(text);
    }

    /** One walk through a value, which counts passages and may replace them. */
    private static final class Search {
        private final boolean replaces;
        private int count;
        private String first = "";

        Search(boolean replaces) {
            this.replaces = replaces;
        }

        Json read(Json value) {
            return switch (value.kind()) {
                case STRING -> Json.of(text(value.asText()));
                case ARRAY -> Json.of(value.elements().stream().map(this::read).toList());
                case OBJECT -> object(value);
                default -> value;
            };
        }

        private Json object(Json value) {
            Map<String, Json> members = new LinkedHashMap<>();
            value.fields().forEach((name, member) -> members.put(name, read(member)));
            return Json.of(members);
        }

        String text(String text) {
            List<InstructionFinder.Passage> passages = InstructionFinder.find(text);
            if (passages.isEmpty()) {
                return text;
            }
            count += passages.size();
            first = first.isEmpty() ? shown(text, passages.get(0)) : first;
            return replaces ? replaced(text, passages) : text;
        }

        private static String replaced(String text, List<InstructionFinder.Passage> passages) {
            StringBuilder rest = new StringBuilder();
            int from = 0;
            for (InstructionFinder.Passage passage : passages) {
                rest.append(text, from, passage.from()).append(REMOVED);
                from = passage.to();
            }
            return rest.append(text, from, text.length()).toString();
        }

        /** Returns the beginning of a passage; characters that nobody sees are question marks. */
        private static String shown(String text, InstructionFinder.Passage passage) {
            int to = Math.min(passage.to(), passage.from() + SHOWN);
            return text.substring(passage.from(), to).strip().replaceAll("[\\p{C}\"]", "?");
        }
    }
}
