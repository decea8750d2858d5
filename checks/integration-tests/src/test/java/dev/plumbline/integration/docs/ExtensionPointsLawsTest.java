package dev.plumbline.integration.docs;

import dev.plumbline.integration.docs.ExtensionPointsExamples.CountedBudgets;
import dev.plumbline.integration.docs.ExtensionPointsExamples.MapStore;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import dev.plumbline.testkit.laws.RedactorLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ToolRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.jqwik.api.Group;
import net.jqwik.api.Tag;

/** The programs of docs/extension-points.md keep the laws that the page names. */
@Tag("slow")
class ExtensionPointsLawsTest {
    @Group
    class OfTheExecutorOfTools implements ToolExecutorLaws {
        @Override
        public IToolExecutor executor(List<AiTool> tools, Scheduler time) {
            return ToolRuntime.builder(JsonSchemas.service())
                    .addTools(tools, "")
                    .time(time)
                    .build();
        }
    }

    /** T5: the executor of the page. */
    @Group
    class T5OfItsExecutor extends ExtensionPointsExamples.CommandsTest {}

    /** T10: the filter of the page. */
    @Group
    class T10OfItsFilter extends ExtensionPointsExamples.NoSignsTest {}

    /** T4: the provider of the page. */
    @Group
    class T4OfItsProvider extends ExtensionPointsExamples.LineServiceTest {}

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
