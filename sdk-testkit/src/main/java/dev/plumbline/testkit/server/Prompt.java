package dev.plumbline.testkit.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A request as a service reads it: tools, instructions and messages, one block after the other.
 *
 * @param model the requested model
 * @param blocks the blocks
 * @param settings the members that are not content and whose change makes a cache of messages unreadable
 */
record Prompt(String model, List<PromptBlock> blocks, String settings) {

    long tokens() {
        return blocks.stream().mapToLong(PromptBlock::tokens).sum();
    }

    /** Returns the tokens of that many blocks. */
    long tokens(int size) {
        return blocks.subList(0, size).stream().mapToLong(PromptBlock::tokens).sum();
    }

    /** Returns this request without some of its reasoning, as a service reads it that has dropped it. */
    Prompt without(List<PromptBlock> dropped) {
        return new Prompt(
                model, blocks.stream().filter(block -> !dropped.contains(block)).toList(), settings);
    }

    /** Returns a digest for each block, of it and of everything before it; equal ones can be read from a cache. */
    List<String> cacheKeys() {
        List<String> keys = new ArrayList<>();
        String before = model;
        boolean messages = false;
        for (PromptBlock block : blocks) {
            boolean first = block.part() == ServiceBill.Part.MESSAGES && !messages;
            messages |= first;
            before = digest(before + (first ? settings : "") + '\n' + block.content());
            keys.add(before);
        }
        return keys;
    }

    /** Returns a digest of the content before a position, without reasoning. */
    String contentBefore(int position) {
        StringBuilder content = new StringBuilder();
        for (PromptBlock block : blocks.subList(0, position)) {
            if (!block.isReasoning()) {
                content.append(block.content()).append('\n');
            }
        }
        return digest(content.toString());
    }

    /** Returns a digest of a part of the content. */
    String contentOf(ServiceBill.Part part) {
        StringBuilder content = new StringBuilder();
        for (PromptBlock block : blocks) {
            if (block.part() == part) {
                content.append(block.content()).append('\n');
            }
        }
        return digest(content.toString());
    }

    static String digest(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
