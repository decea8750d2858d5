package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.Usage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BudgetTrackerTest {
    @Test
    @DisplayName("S24 tokens and bytes without end use a budget up, whatever is added after them")
    void s24_hugeUsage_usesTheBudgetUp() {
        BudgetTracker tokens = BudgetTracker.of(Budget.ofDefaults().withTokens(1_000), () -> 0);
        BudgetTracker bytes = BudgetTracker.of(Budget.ofDefaults().withBytes(1_000), () -> 0);
        for (int i = 0; i < 3; i++) {
            tokens.add(Usage.of(Long.MAX_VALUE, Long.MAX_VALUE));
            bytes.addBytes(Long.MAX_VALUE);
            assertThat(tokens.tryAcquireProviderCall()).isPresent();
            assertThat(bytes.tryAcquireProviderCall()).isPresent();
        }
    }
}
