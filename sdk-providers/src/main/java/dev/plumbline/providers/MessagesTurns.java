package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.JsonWriter;
import java.util.List;

/**
 * Interactions as the {@code system} and {@code messages} of an Anthropic request. Directions in front of the first word
 * are the system text; later ones are told in the user's turn, so that the beginning stays as it was. What stands next to
 * each other and has one role is one turn. One use, one thread.
 */
final class MessagesTurns {
    private static final CallIds.Rule IDS = CallIds.Rule.of("[a-zA-Z0-9_-]{1,64}", 64);
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";

    private final JsonWriter json;
    private final MessagesParts parts;
    private final Encodings kept;
    private final CacheMarks marks;
    private final CallIds ids = new CallIds(IDS);
    private String role = "";

    /** Turns into an object that is open; opaque data is sent if it came from that provider. */
    MessagesTurns(JsonWriter json, String provider, Encodings kept, CacheMarks marks) {
        this.json = json;
        this.parts = new MessagesParts(provider);
        this.kept = kept;
        this.marks = marks;
    }

    void write(List<? extends Interaction> transcript) {
        int first = 0;
        while (first < transcript.size() && Telling.isDirection(transcript.get(first))) {
            first++;
        }
        system(transcript.subList(0, first));
        json.name("messages").array();
        transcript.subList(first, transcript.size()).forEach(this::add);
        endTurn();
        json.end();
    }

    private void system(List<? extends Interaction> directions) {
        List<byte[]> blocks = directions.stream()
                .map(item -> marked(item, blocks(item)))
                .filter(block -> block.length > 0)
                .toList();
        if (blocks.isEmpty()) {
            return;
        }
        json.name("system").array();
        blocks.subList(0, blocks.size() - 1).forEach(json::encoded);
        byte[] last = blocks.get(blocks.size() - 1);
        boolean mark = marks.instructions() && !marks.isMarked(directions.get(directions.size() - 1));
        json.encoded(mark ? marks.mark(last) : last).end();
    }

    private byte[] blocks(Interaction item) {
        return kept.of(List.of(item), "", own -> parts.direction(own, item));
    }

    private void add(Interaction item) {
        byte[] blocks = encoded(item);
        if (blocks.length == 0) {
            return;
        }
        turn(Telling.isAnswer(item) ? ASSISTANT : USER);
        json.encoded(marked(item, blocks));
    }

    private byte[] encoded(Interaction item) {
        List<Interaction> alone = List.of(item);
        if (item instanceof Interaction.Assistant said) {
            return kept.of(alone, "", own -> parts.assistant(own, said.parts()));
        } else if (item instanceof Interaction.User said) {
            return kept.of(alone, "", own -> parts.user(own, said.parts()));
        } else if (item instanceof Interaction.ToolCall call) {
            String id = ids.ofCall(call.id());
            return kept.of(alone, id, own -> parts.call(own, call, id));
        } else if (item instanceof Interaction.ToolResult result) {
            String id = ids.ofResult(result.callId());
            return kept.of(alone, id, own -> parts.result(own, result, id));
        }
        return blocks(item);
    }

    private byte[] marked(Interaction item, byte[] blocks) {
        return marks.isMarked(item) && blocks.length > 0 && isMarkable(item) ? marks.mark(blocks) : blocks;
    }

    /** Thinking cannot be marked. */
    private static boolean isMarkable(Interaction item) {
        if (item instanceof Interaction.Assistant said) {
            Part last = said.parts().get(said.parts().size() - 1);
            return !Telling.words(last).isBlank();
        }
        return true;
    }

    private void turn(String next) {
        if (!role.equals(next)) {
            endTurn();
            json.object().name("role").value(next).name("content").array();
            role = next;
        }
    }

    private void endTurn() {
        if (!role.isEmpty()) {
            json.end().end();
        }
    }
}
