package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;

/** The outcome of a tool policy for one call, the contexts that its tool received, and their threads. */
record ToolPolicyRun(ToolEnvelope outcome, List<ToolContext> contexts, List<Thread> threads) {

    /** Runs the policy around a tool with that answer. */
    static ToolPolicyRun of(ToolPolicy policy, ToolContext call, ToolEnvelope answer) {
        List<ToolContext> contexts = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        ToolPolicy.Next tool = given -> {
            contexts.add(given);
            threads.add(Thread.currentThread());
            return answer;
        };
        ToolPolicy.Admission admission = policy.admit(call);
        ToolEnvelope outcome = admission instanceof ToolPolicy.Admission.Answered answered
                ? answered.envelope()
                : policy.around(((ToolPolicy.Admission.Admitted) admission).call(), tool);
        return new ToolPolicyRun(outcome, List.copyOf(contexts), List.copyOf(threads));
    }
}
