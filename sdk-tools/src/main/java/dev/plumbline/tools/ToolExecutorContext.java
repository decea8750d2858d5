package dev.plumbline.tools;

import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.internal.Sandbox;
import dev.plumbline.tool.internal.ToolResultStore;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The services that all calls of an executor share.
 *
 * @param schemas validates arguments and results
 * @param time the clock that measures running times
 * @param limits the limits of number, size and time
 * @param threads the pool
 * @param host the executor of the UI thread; null if there is no host
 * @param prompter asks the user
 * @param results stores the rest of large results
 * @param sandbox opens files and network for tools
 * @param resources the serial executors of exclusive resources, by the name of the resource
 * @param invocations the counter of calls
 */
record ToolExecutorContext(
        JsonSchemaService schemas,
        Scheduler time,
        ToolLimits limits,
        ToolThreadPool threads,
        @Nullable UiThreadExecutor host,
        UserPrompter prompter,
        ToolResultStore results,
        Sandbox sandbox,
        Map<String, SerialExecutor> resources,
        AtomicLong invocations) {

    static Map<String, SerialExecutor> noWords() {
        return new ConcurrentHashMap<>();
    }

    /** Returns the executor of that tool. */
    TaskExecutor place(AiTool tool) {
        TaskExecutor place = host == null || tool.affinity() == ThreadAffinity.POOL ? threads : host;
        return tool.exclusive().isEmpty()
                ? place
                : resources
                        .computeIfAbsent(tool.exclusive(), word -> new SerialExecutor(limits.maxWait()))
                        .before(place);
    }

    /** Returns whether the tool runs on the UI thread. */
    boolean isOnHost(AiTool tool) {
        return host != null && tool.affinity() != ThreadAffinity.POOL;
    }
}
