package dev.plumbline.tools;

import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Sandbox;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolResultStore;
import dev.plumbline.ui.UserPrompter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What all calls of an executor share.
 *
 * @param schemas checks arguments and results
 * @param time by whose clock running times are measured
 * @param limits how much at once, how large, how long
 * @param threads the pool
 * @param host the UI thread; null when there is none
 * @param person who is asked
 * @param results where the rest of large results goes
 * @param sandbox what tools can reach
 * @param words by word, the turnstiles of tools that never run at the same time
 * @param invocations numbers the calls
 */
record ToolExecutorContext(
        JsonSchemaService schemas,
        Scheduler time,
        ToolLimits limits,
        ToolThreadPool threads,
        @Nullable UiThreadExecutor host,
        UserPrompter person,
        ToolResultStore results,
        Sandbox sandbox,
        Map<String, SerialExecutor> words,
        AtomicLong invocations) {

    static Map<String, SerialExecutor> noWords() {
        return new ConcurrentHashMap<>();
    }

    /** Where that tool runs. */
    TaskExecutor place(AiTool tool) {
        TaskExecutor place = host == null || tool.affinity() == ThreadAffinity.POOL ? threads : host;
        return tool.exclusive().isEmpty()
                ? place
                : words.computeIfAbsent(tool.exclusive(), word -> new SerialExecutor(limits.patience()))
                        .before(place);
    }

    /** Whether it runs on the UI thread. */
    boolean isOnHost(AiTool tool) {
        return host != null && tool.affinity() != ThreadAffinity.POOL;
    }
}
