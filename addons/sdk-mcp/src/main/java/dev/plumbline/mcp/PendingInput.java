package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The inputs that a call waits for, until all have arrived. Thread-safe. */
final class PendingInput {
    private final int round;
    private final Map<String, McpInput> missing;
    private final Map<String, Json> answers = new LinkedHashMap<>();
    private final Consumer<Map<String, Json>> receiver;

    PendingInput(int round, Map<String, McpInput> inputs, Consumer<Map<String, Json>> receiver) {
        this.round = round;
        this.missing = new LinkedHashMap<>(inputs);
        this.receiver = receiver;
    }

    int round() {
        return round;
    }

    synchronized Map<String, McpInput> missing() {
        return new LinkedHashMap<>(missing);
    }

    /** Takes the answers that are missing, and ignores others; passes all on when the last has come. */
    boolean accept(Map<String, Json> given) {
        synchronized (this) {
            given.forEach((key, answer) -> {
                if (missing.remove(key) != null) {
                    answers.put(key, answer);
                }
            });
            if (!missing.isEmpty()) {
                return false;
            }
        }
        receiver.accept(answers);
        return true;
    }
}
