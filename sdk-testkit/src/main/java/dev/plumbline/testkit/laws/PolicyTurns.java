package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Plays a conversation with a service that binds its answers to all that was sent before them: questions with any words, and rounds of
 * tools. As in a session, what was answered is sent with the next question, and so are the facts that a policy adds.
 */
final class PolicyTurns {
    private static final ModelId MODEL = ModelId.parse("scripted:script");
    private static final int SHOWN = 300;
    private static final int ASKED = 80;

    private final List<String> words;
    private final VirtualClock clock;
    private final ScriptedProvider script = ScriptedProvider.create();
    private final BindingProvider service = BindingProvider.of(script);
    private final PolicyChain chain;
    private final List<Interaction> said = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();

    PolicyTurns(Policy policy, List<String> words, VirtualClock clock) {
        this.words = words.isEmpty() ? List.of("a wall") : words;
        this.clock = clock;
        this.chain = PolicyChain.builder().addPolicy("probed", policy).build(service);
    }

    /** Checks that no call sends something else before an earlier answer: each number is a question and its answer. */
    void check(List<Integer> steps) {
        int first = steps.get(0);
        if (first % 3 == 0) {
            said.add(new Interaction.System("You draw plans."));
        }
        AiCall plain = CallInput.plain(MODEL, "A question?").toBuilder()
                .tools(first % 2 == 0 ? List.of() : List.of(LawConversation.DEFINED))
                .namespace("plan-7")
                .build();
        for (int i = 0; i < steps.size(); i++) {
            ask(steps.get(i));
            answer(steps.get(i), i);
            AiCall call = plain.withEffective(said).toBuilder()
                    .cancellation(Cancellation.create(clock))
                    .build()
                    .withAttribute(AiCall.SCHEDULER, clock);
            PolicyChain.ChainResult result = chain.execute(call);
            if (script.calls().size() != i + 1 || !result.ret().isOk()) {
                return; // it refuses, answers itself, or asks again: then nothing is known of what should be sent
            }
            compare(call);
            result.facts().ifPresent(said::add);
            said.addAll(result.ret().interactions());
        }
    }

    /** Answers the tool that was called, or asks something. */
    private void ask(int number) {
        if (!said.isEmpty() && said.get(said.size() - 1) instanceof Interaction.ToolCall call) {
            said.add(new Interaction.ToolResult(call.id(), ToolEnvelope.ok(number)));
            history.append("\n    the result of the tool");
        } else {
            Random any = new Random(number);
            String question = CallInput.question(number) + " " + PolicyWords.text(words, any);
            said.add(Interaction.user(question));
            history.append("\n    ").append(question.length() <= ASKED ? question : question.substring(0, ASKED) + "…");
        }
    }

    private void answer(int number, int turn) {
        if (number % 4 == 3) {
            script.callsTool("call_" + turn, "definedmark", Map.of("wall", number));
        } else {
            script.says("Answer " + number + ".");
        }
    }

    private void compare(AiCall given) {
        List<AiCall> calls = script.calls();
        AiCall now = calls.get(calls.size() - 1);
        LawAssertion verdict = new LawAssertion("what was sent stays sent", "a conversation of" + history);
        String fix =
                "services bind each answer to all that was sent before it, and their caches read only what is equal: add what"
                        + " is the same in each call, change each message by that message alone, or let a context source or"
                        + " withFacts(…) add what is new at the end; a policy that starts over on purpose overrides startsOver()";
        verdict.check(
                service.restarts().isEmpty() && service.refused().isEmpty(),
                "other " + String.join(", ", service.restarts()) + difference(calls),
                fix);
        verdict.check(
                opaque(now) == opaque(given),
                opaque(now) + " signed parts of answers, of " + opaque(given),
                "send answers as they came, with their opaque parts");
    }

    private static long opaque(AiCall call) {
        return call.effective().stream()
                .filter(Interaction.Assistant.class::isInstance)
                .flatMap(each -> ((Interaction.Assistant) each).parts().stream())
                .filter(Part.Opaque.class::isInstance)
                .count();
    }

    /** Returns the first part that differs from that of the call before it. */
    private static String difference(List<AiCall> calls) {
        if (calls.size() < 2) {
            return "";
        }
        AiCall before = calls.get(calls.size() - 2);
        AiCall now = calls.get(calls.size() - 1);
        if (!before.tools().equals(now.tools())) {
            return ": " + now.tools().size() + " tools, and in the call before "
                    + before.tools().size();
        }
        List<Interaction> then = Interaction.withoutOpaque(before.effective());
        List<Interaction> sent = Interaction.withoutOpaque(now.effective());
        for (int i = 0; i < then.size(); i++) {
            if (i >= sent.size() || !then.get(i).equals(sent.get(i))) {
                return ": " + (i < sent.size() ? shown(sent.get(i)) : "nothing") + ", and in the call before "
                        + shown(then.get(i));
            }
        }
        return "";
    }

    private static String shown(Interaction item) {
        return shortened(item.toJson().text());
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
