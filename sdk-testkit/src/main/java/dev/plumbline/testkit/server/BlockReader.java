package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads the blocks of one request. One thread. */
final class BlockReader {
    private static final Set<String> MARKS = Set.of("cache_control", "prompt_cache_breakpoint");
    private static final Set<String> PICTURES = Set.of("image", "image_url", "input_image");

    private final List<PromptBlock> blocks = new ArrayList<>();
    private final long perThousand;
    private long pictures;

    /**
     * Creates a reader.
     *
     * @param perThousand the tokens of a thousand characters
     */
    BlockReader(long perThousand) {
        this.perThousand = perThousand;
    }

    List<PromptBlock> blocks() {
        return blocks;
    }

    /** Returns whether there was a picture. */
    boolean hasPicture() {
        return pictures > 0;
    }

    void input(ServiceBill.Part part, String role, Json block, String place) {
        add(part, PromptBlock.Kind.INPUT, role, block, place, "");
    }

    void answer(String role, Json block, String place, String words) {
        add(ServiceBill.Part.MESSAGES, PromptBlock.Kind.ANSWER, role, block, place, words);
    }

    void reasoning(Json block, String place, String signature) {
        add(ServiceBill.Part.MESSAGES, PromptBlock.Kind.REASONING, "assistant", block, place, signature);
    }

    private void add(
            ServiceBill.Part part, PromptBlock.Kind kind, String role, Json block, String place, String words) {
        Json read = withoutMarks(block);
        String content = sorted(read).text();
        long before = pictures;
        long characters = withoutPictures(read).text().length();
        long tokens = (characters * perThousand + 999) / 1_000 + (pictures - before) * ServiceRules.PICTURE;
        blocks.add(new PromptBlock(
                part,
                kind,
                role + ' ' + content,
                kind == PromptBlock.Kind.REASONING ? BoundReasoning.tokens(words, tokens) : tokens,
                mark(block),
                place,
                words));
    }

    private static Optional<Duration> mark(Json block) {
        if (block.kind() != Json.Kind.OBJECT) {
            return Optional.empty();
        }
        Json anthropic = block.get("cache_control");
        Json openAi = block.get("prompt_cache_breakpoint");
        if (anthropic.kind() == Json.Kind.OBJECT) {
            return Optional.of(lifeTime(anthropic));
        }
        return openAi.kind() == Json.Kind.OBJECT ? Optional.of(lifeTime(openAi)) : Optional.empty();
    }

    /** Returns the life time that a mark asks for; 5 minutes at Anthropic and 30 at OpenAI if it asks for none. */
    static Duration lifeTime(Json mark) {
        boolean anthropic = ServiceRules.text(mark, "type").equals("ephemeral");
        return switch (ServiceRules.text(mark, "ttl")) {
            case "1h" -> Duration.ofHours(1);
            case "12h" -> Duration.ofHours(12);
            default -> anthropic ? AnthropicRules.USUAL : OpenAiRules.USUAL;
        };
    }

    private static Json withoutMarks(Json value) {
        if (value.kind() == Json.Kind.ARRAY) {
            return Json.of(
                    value.elements().stream().map(BlockReader::withoutMarks).toList());
        } else if (value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new LinkedHashMap<>(value.fields());
            members.keySet().removeAll(MARKS);
            members.replaceAll((name, member) -> withoutMarks(member));
            return Json.of(members);
        }
        return value;
    }

    /** Returns a block with its own members in one order, in which a service reads them; the order within a schema or an input is kept. */
    private static Json sorted(Json block) {
        if (block.kind() == Json.Kind.ARRAY) {
            return Json.of(block.elements().stream().map(BlockReader::sorted).toList());
        } else if (block.kind() == Json.Kind.OBJECT) {
            Map<String, Json> members = new TreeMap<>(block.fields());
            members.computeIfPresent("content", (name, content) -> sorted(content));
            return Json.of(members);
        }
        return block;
    }

    /** Returns a block without the data of its pictures, which are counted. */
    private Json withoutPictures(Json value) {
        if (value.kind() == Json.Kind.ARRAY) {
            return Json.of(value.elements().stream().map(this::withoutPictures).toList());
        } else if (value.kind() == Json.Kind.OBJECT) {
            if (PICTURES.contains(ServiceRules.text(value, "type"))) {
                pictures++;
                return Json.object();
            }
            Map<String, Json> members = new LinkedHashMap<>(value.fields());
            members.replaceAll((name, member) -> withoutPictures(member));
            return Json.of(members);
        }
        return value;
    }
}
