package dev.plumbline.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CostTest {
    private static Cost usd(String amount) {
        return new Cost(new BigDecimal(amount), "USD");
    }

    @Test
    void sum_ofUsualAmounts_isExact() {
        assertThat(usd("0.10").plus(usd("0.000000000000000000000000000001")))
                .isEqualTo(usd("0.100000000000000000000000000001"));
        assertThat(usd("0.10")).hasToString("0.10 USD");
    }

    @Test
    @DisplayName("S24 amounts of absurd size or smallness have a sum and a text")
    void s24_absurdAmounts_haveASum() {
        Cost sum = usd("1E+2000000000").plus(usd("1E-2000000000")).plus(usd("1E+2000000000"));
        assertThat(sum).isEqualTo(usd("1E+2000000000"));
        assertThat(sum.toString()).hasSizeLessThan(60);
        assertThat(usd("1E-2000000000").amount()).isEqualByComparingTo("0");
        assertThat(usd("-1E+2000000000").amount())
                .isEqualByComparingTo(sum.amount().negate());
    }
}
