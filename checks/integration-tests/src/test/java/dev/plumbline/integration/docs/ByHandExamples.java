package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.IToolExecutor;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The examples of docs/by-hand.md. */
final class ByHandExamples {
    private ByHandExamples() {}

    /** An executor with one tool, for calls one at a time. */
    record Walls() implements IToolExecutor {
        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            return calls.stream()
                    .map(call -> call.arguments().get("length").asInt() > 0
                            ? ToolEnvelope.ok("wall 7")
                            : ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "length: at least 1 mm"))
                    .toList();
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            Json input = Json.object().with("type", "object");
            return List.of(new ToolDefinition("draw", "Draws a wall.", input, Optional.empty(), Set.of(), ""));
        }

        @Override
        public void close() {}
    }

    static void byHand(ScriptedProvider model, Scheduler time, PrintStream out) {
        AiBody body = AiBody.builder().addSystem("You draw.").addUser("Walls?").build();
        AiBody same = AiBody.from(Json.parse(body.toJson().text()));
        out.println("1 one request: " + body.fingerprint().equals(same.fingerprint()));

        ResponseStore answers = ResponseStore.inMemory(100);
        PolicyChain chain = PolicyChain.builder()
                .addRequestPolicy("context", Policies.contextInjection())
                .addPolicy("cache", Policies.localCache(answers, time))
                .addPolicy("repair", Policies.repair(JsonSchemas.service(), 1))
                .addPolicy("retry", Policies.retry(RetryOptions.ofDefaults(), time, () -> 0.5))
                .build(model);
        AiReturn first = chain.call(AiCall.of(body, ModelId.parse("scripted:script")));
        AiReturn second = chain.call(AiCall.of(same, ModelId.parse("scripted:script")));
        out.println("2 " + first.text() + " " + second.text() + " Calls: "
                + model.calls().size());

        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addToolExecutor(new Walls())
                .build()) {
            AiReturn answer = ai.session(AiBody.of("You draw.")).send("Draw a wall.");
            answer.toolResults()
                    .forEach(result ->
                            out.println("3 " + result.envelope().toJson().text()));
        }

        List<AiDelta> stream = List.of(new AiDelta.Text("a wall"), new AiDelta.Text(" and a window\n"));
        PolicyLaws line = () -> ResponsePolicy.filter(call -> DeltaFilter.byLine(text -> text.replace("wall", "Wall")));
        PolicyLaws piece = () -> ResponsePolicy.filter(call -> (delta, to) ->
                to.accept(delta instanceof AiDelta.Text text ? new AiDelta.Text("[" + text.text() + "]") : delta));
        line.final_answer_is_the_fold_of_what_was_shown(stream);
        try {
            piece.final_answer_is_the_fold_of_what_was_shown(stream);
        } catch (AssertionError broken) {
            out.println("4 " + broken.getMessage().lines().findFirst().orElse(""));
        }
    }
}
