package task.t09;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

public final class SpendingLimit {
    private SpendingLimit() {}

    public record Bill(List<String> lines, BigDecimal dollars) {}

    public static Bill askAll(AiProvider provider, byte[] prices, String limit, List<String> questions) {
        List<String> lines = new ArrayList<>();
        BigDecimal spent = BigDecimal.ZERO;
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addModels(prices)
                .spending(SpendingLimits.of("USD").withDay(limit))
                .build()) {
            for (String question : questions) {
                AiReturn ret = ai.send(question);
                lines.add(ret.error().map(AiError::userMessage).orElseGet(ret::text));
                spent = spent.add(ret.cost().map(Cost::amount).orElse(BigDecimal.ZERO));
                if (ret.error()
                        .filter(error -> error.category() == AiError.Category.BUDGET)
                        .isPresent()) {
                    break;
                }
            }
        }
        return new Bill(lines, spent);
    }
}
