package task.t17;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Optional;

public final class LongList {
    private LongList() {}

    public static String ask(AiProvider provider, List<String> parts, String request) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(parts))
                .build()) {
            return ai.send(request).text();
        }
    }

    record Page(List<String> parts, int total, Optional<Integer> next) {}

    record Tools(List<String> all) {
        @Tool(value = "Lists the parts, 50 at a time.", readOnly = true)
        Page listParts(@Param("where to begin, counted from 0; 0 unless given") Optional<Integer> from) {
            int begin = from.orElse(0);
            if (begin < 0) {
                throw new ToolException("from is " + begin + ", and must be 0 or more.");
            }
            List<String> now = List.copyOf(all);
            int end = Math.min(now.size(), begin + 50);
            return new Page(
                    now.subList(Math.min(begin, end), end),
                    now.size(),
                    end < now.size() ? Optional.of(end) : Optional.empty());
        }
    }
}
