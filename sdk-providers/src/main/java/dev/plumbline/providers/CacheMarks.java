package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.PromptCache;
import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Behind which instructions and interactions of one call Anthropic is asked to keep what it has read: four at most. */
final class CacheMarks {
    private static final int MOST = 4;
    private static final Json SHORT = Json.object().with("type", "ephemeral");
    private static final Json LONG = SHORT.with("ttl", "1h");

    private final boolean instructions;
    private final Set<Interaction> marked = Collections.newSetFromMap(new IdentityHashMap<>());
    private final byte[] mark;

    private CacheMarks(boolean instructions, PromptCache.Lasting lasting) {
        this.instructions = instructions;
        Json control = lasting == PromptCache.Lasting.LONG ? LONG : SHORT;
        this.mark = (",\"cache_control\":" + control.text() + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** The marks a call wishes for; none unless a layer left a {@link PromptCache}. */
    static CacheMarks of(AiCall call) {
        PromptCache wish =
                call.get(PromptCache.KEY).orElseGet(() -> new PromptCache(false, List.of(), PromptCache.Lasting.SHORT));
        CacheMarks marks = new CacheMarks(wish.instructions(), wish.lasting());
        wish.behind().stream()
                .filter(at -> at >= 0 && at < call.effective().size())
                .distinct()
                .sorted(Collections.reverseOrder())
                .limit(wish.instructions() ? MOST - 1 : MOST)
                .forEach(at -> marks.marked.add(call.effective().get(at)));
        return marks;
    }

    boolean instructions() {
        return instructions;
    }

    boolean isMarked(Interaction item) {
        return marked.contains(item);
    }

    /** A block, or a row of blocks whose last one gets it, with the mark. */
    byte[] mark(byte[] blocks) {
        byte[] marked = Arrays.copyOf(blocks, blocks.length - 1 + mark.length);
        System.arraycopy(mark, 0, marked, blocks.length - 1, mark.length);
        return marked;
    }
}
