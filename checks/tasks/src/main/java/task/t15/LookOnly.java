package task.t15;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.function.BooleanSupplier;

public final class LookOnly {
    private LookOnly() {}

    public static String ask(AiProvider provider, List<String> parts, BooleanSupplier lookOnly, String request) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(parts))
                .addToolPolicy(
                        "look-only",
                        "*, -#read-only",
                        (call, next) -> lookOnly.getAsBoolean()
                                ? ToolEnvelope.failed(
                                        ToolEnvelope.Code.DENIED,
                                        "The user has switched on \"look only\": nothing may be changed now.")
                                : next.proceed(call))
                .build()) {
            return ai.send(request).text();
        }
    }

    record Tools(List<String> parts) {
        @Tool(value = "Counts the parts.", readOnly = true)
        int countParts() {
            return parts.size();
        }

        @Tool("Adds a part.")
        void addPart(String name) {
            parts.add(name);
        }

        @Tool("Renames a part.")
        void renamePart(String name, String to) {
            int at = parts.indexOf(name);
            if (at < 0) {
                throw new ToolException("There is no part " + name + ".");
            }
            parts.set(at, to);
        }
    }
}
