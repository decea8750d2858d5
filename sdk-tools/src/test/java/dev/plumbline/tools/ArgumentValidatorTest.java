package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.tool.AiTool.ArgumentValidator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ArgumentValidatorTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private static ArgumentValidator finding(Severity severity) {
        return call -> new ValidationResult(List.of(new Finding(severity, "/layer", "unknown-layer", "\"walls\"")));
    }

    private List<TelemetryEvent.ArgumentsChecked> checks() {
        return bench.events.stream()
                .filter(TelemetryEvent.ArgumentsChecked.class::isInstance)
                .map(TelemetryEvent.ArgumentsChecked.class::cast)
                .toList();
    }

    @Test
    @Tag("SH138")
    void m4_error_refusesTheCall_beforeAnybodyIsAsked_andSaysWhatIsAllowed() {
        bench.with(b -> b.addArgumentValidator("layers", Selector.ALL, finding(Severity.ERROR))
                        .approvals(ApprovalRules.builder().ask("*").build())
                        .questionHandler(question -> log.add("asked")))
                .with(tool("draw", (in, ctx) -> log.add("drawn")));
        ToolEnvelope envelope = bench.run("draw");
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
        assertThat(envelope.failure().orElseThrow().message())
                .isEqualTo("The arguments are refused by layers: /layer: unknown-layer (allowed: \"walls\")");
        assertThat(log).isEmpty();
        assertThat(checks()).singleElement().satisfies(each -> {
            assertThat(each.check().validator().text()).isEqualTo("layers");
            assertThat(each.check().errors()).isEqualTo(1);
            assertThat(each.tool().text()).isEqualTo("draw");
        });
    }

    @Test
    void m4_warning_isRecorded_andTheToolRuns() {
        bench.with(b -> b.addArgumentValidator("layers", Selector.ALL, finding(Severity.WARNING)))
                .with(tool("draw", (in, ctx) -> log.add("drawn")));
        assertThat(bench.run("draw").isOk()).isTrue();
        assertThat(log).containsExactly("drawn");
        assertThat(checks())
                .singleElement()
                .extracting(each -> each.check().warnings())
                .isEqualTo(1);
    }

    @Test
    void m4_otherTools_areNotChecked_andNoFindingIsNoEvent() {
        bench.with(b -> b.addArgumentValidator("layers", Selector.of("draw_*"), finding(Severity.ERROR))
                        .addArgumentValidator("nothing", Selector.ALL, call -> ValidationResult.OK))
                .with(tool("erase", (in, ctx) -> log.add("erased")));
        assertThat(bench.run("erase").isOk()).isTrue();
        assertThat(checks()).isEmpty();
    }

    @Test
    void m4_nameThatIsTaken_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.with(b -> b.addArgumentValidator("one", Selector.ALL, finding(Severity.ERROR))
                                .addArgumentValidator("one", Selector.ALL, finding(Severity.ERROR)))
                        .with(tool("draw", (in, ctx) -> 1))
                        .executor())
                .withMessageContaining("one");
    }
}
