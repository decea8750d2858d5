package dev.plumbline.integration.docs;

import dev.plumbline.integration.docs.ExtensionPointsExamples.CountedBudgets;
import dev.plumbline.integration.docs.ExtensionPointsExamples.MapStore;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.RedactorLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.jqwik.api.Group;

/** The programs of docs/extension-points.md keep the laws that the page names. */
class ExtensionPointsLawsTest {
    @Group
    class OfItsRedactor implements RedactorLaws {
        @Override
        public Redactor redactor() {
            return ExtensionPointsExamples.named("Anna Berg");
        }
    }

    @Group
    class OfItsResponseStore implements ResponseStoreLaws {
        @Override
        public ResponseStore store() {
            return new MapStore(new ConcurrentHashMap<>());
        }
    }

    @Group
    class OfItsToolPolicy implements ToolPolicyLaws {
        @Override
        public ToolPolicy toolPolicy() {
            return ExtensionPointsExamples.SHORT_WORDS;
        }
    }

    @Group
    class OfItsBudgetStore implements BudgetStoreLaws {
        private final VirtualClock clock = VirtualClock.create();

        @Override
        public BudgetStore store() {
            return new CountedBudgets(Policies.localBudgets(clock), new LongAdder());
        }

        @Override
        public BudgetStore another(BudgetStore first) {
            return first; // in memory there is one
        }

        @Override
        public void advance(Duration time) {
            clock.advance(time);
        }
    }
}
