package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.tool.AiTool.ArgumentValidator;

/**
 * The step that runs a validator of arguments. It is inside all policies, and runs again for arguments that are
 * changed later: see {@link ToolChain#refusal}.
 *
 * @param name the name that traces and the record of the check show
 * @param tools which tools it concerns
 * @param validator the check
 */
record ArgumentCheckStep(String name, Selector tools, ArgumentValidator validator) implements ToolChainStep {
    /** Outside the approval, so that nobody is asked about a call that is refused. */
    private static final int PRIORITY = 49;

    @Override
    public String owner() {
        return "";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean isInnermost() {
        return true;
    }

    @Override
    public FailureMode failureMode() {
        return FailureMode.FAIL;
    }

    @Override
    public boolean wraps(ToolDefinition tool) {
        return false;
    }

    @Override
    public Admission admit(GuardedToolContext call) {
        ValidationResult found = validator.validate(call);
        if (!found.findings().isEmpty()) {
            publish(call, found);
        }
        return found.isOk()
                ? Admission.granted(call)
                : Admission.answered(FailureEnvelopes.invalid(
                        "The arguments are refused by " + name + ": " + ToolCallValidator.faults(found)));
    }

    private void publish(GuardedToolContext call, ValidationResult found) {
        InvocationContext at = call.setting();
        CallRecord.Check check = new CallRecord.Check(
                TelemetryName.of(name),
                found.count(Severity.ERROR),
                found.count(Severity.WARNING),
                found.count(Severity.INFO));
        at.scope()
                .observer()
                .onEvent(new TelemetryEvent.ArgumentsChecked(
                        at.scope().ids(),
                        at.executorContext().time().instant(),
                        at.tool().label(),
                        check));
    }

    @Override
    public ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next) {
        return next.proceed(call);
    }
}
