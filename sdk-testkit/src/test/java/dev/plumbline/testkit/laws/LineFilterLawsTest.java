package dev.plumbline.testkit.laws;

import dev.plumbline.policy.DeltaFilter;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import java.util.Locale;

/** Lines are changed whole, also in partial answers. */
class LineFilterLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return ResponsePolicy.filter(call -> DeltaFilter.lines(line -> line.toUpperCase(Locale.ROOT)));
    }
}
