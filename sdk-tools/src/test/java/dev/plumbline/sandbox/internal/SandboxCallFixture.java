package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.Sandbox;
import dev.plumbline.tool.internal.SandboxAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A tool call that comes to a sandbox, and remembers what was decided. */
final class SandboxCallFixture {
    final VirtualClock clock = VirtualClock.create();
    final Cancellation cancellation = Cancellation.create(clock);
    private final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();

    ToolSandbox.Builder sandbox(EgressRules rules) {
        return ToolSandbox.builder(rules).time(clock);
    }

    SandboxAccess reach(Sandbox sandbox) {
        return reach(sandbox, "render");
    }

    SandboxAccess reach(Sandbox sandbox, String tool) {
        ToolDefinition definition =
                new ToolDefinition(tool, "Renders.", Json.object(), Optional.empty(), Set.of("open-world"), "");
        CallIds ids = new CallIds("s1", "t1", 1, "r1");
        return sandbox.open(new Sandbox.AccessRequest(ids, definition, cancellation, events::add));
    }

    /** Access, rule and verdict of each decision. */
    List<String> decisions() {
        return events.stream()
                .map(TelemetryEvent.EgressDecided.class::cast)
                .map(e -> e.door() + " " + e.rule() + " " + e.verdict())
                .toList();
    }

    /** The call is refused with that code, in a message that has none of those words. */
    static void refused(ToolEnvelope.Code code, ThrowingCallable call, String... never) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ToolException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .hasMessageNotContainingAny(never);
    }

    String lastDecision() {
        List<String> all = decisions();
        return all.get(all.size() - 1);
    }
}
