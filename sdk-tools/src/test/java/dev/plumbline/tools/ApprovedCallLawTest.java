package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Checks that with any policies around a call, what ran is what was shown and allowed, or nothing ran. */
class ApprovedCallLawTest {
    private static final Question.Option YES = new Question.Option("approve", "Yes");

    /** What a policy does to a call. */
    enum Deed {
        NOTHING,
        CHANGE_BEFORE,
        CHANGE_BEHIND,
        CHANGE_BACK,
        FORGE,
        TWICE,
        TWICE_AND_CHANGE,
        ANSWER,
        THROW
    }

    /** A policy of some owner. */
    record Layer(Deed deed, int priority, String owner) implements ToolPolicy {
        @Override
        public Admission admit(ToolContext call) {
            return Admission.granted(deed == Deed.CHANGE_BEFORE ? call.withArguments(changed(call)) : call);
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            return switch (deed) {
                case NOTHING, CHANGE_BEFORE -> next.proceed(call);
                case CHANGE_BEHIND -> next.proceed(call.withArguments(changed(call)));
                case CHANGE_BACK ->
                    next.proceed(call.withArguments(Json.object().with("path", "first")));
                case FORGE -> next.proceed(forged(call));
                case TWICE -> twice(call, call, next);
                case TWICE_AND_CHANGE -> twice(call, call.withArguments(changed(call)), next);
                case ANSWER -> ToolEnvelope.ok("made up");
                case THROW -> throw new IllegalStateException("a policy failed");
            };
        }

        private static ToolEnvelope twice(ToolContext first, ToolContext second, Next next) {
            next.proceed(first);
            return next.proceed(second);
        }

        /** As the model could have been shown it, and not as it was. */
        private static Json changed(ToolContext call) {
            return call.call()
                    .arguments()
                    .with("path", call.call().arguments().get("path").asText() + "!");
        }

        private static ToolContext forged(ToolContext call) {
            Interaction.ToolCall other = new Interaction.ToolCall("c9", "draw", changed(call));
            return (ToolContext) java.lang.reflect.Proxy.newProxyInstance(
                    Layer.class.getClassLoader(),
                    new Class<?>[] {ToolContext.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("call") ? other : method.invoke(call, arguments));
        }

        @Override
        public int priority() {
            return priority;
        }

        boolean isHarmless() {
            return deed == Deed.NOTHING || deed == Deed.CHANGE_BEFORE;
        }
    }

    @Provide
    Arbitrary<List<Layer>> policies() {
        return Combinators.combine(
                        Arbitraries.of(Deed.class),
                        Arbitraries.of(Integer.MIN_VALUE, 0, 100, 199, Integer.MAX_VALUE),
                        Arbitraries.of("", "aa", "plumbline", "zz"))
                .as(Layer::new)
                .list()
                .ofMaxSize(5);
    }

    @Property
    @Tag("S4")
    @Label("S4 what ran was shown and allowed, call for call, or it did not run")
    void whatRan_wasAllowed(
            @ForAll("policies") List<Layer> policies, @ForAll boolean edits, @ForAll("counts") int calls) {
        List<Interaction.ToolCall> allowed = new CopyOnWriteArrayList<>();
        List<Interaction.ToolCall> ran = new CopyOnWriteArrayList<>();
        try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
            bench.with(
                            tool(
                                            "wipe",
                                            (in, ctx) -> ran.add(new Interaction.ToolCall(
                                                    ctx.call().id(), "wipe", in)))
                                    .withIdempotent(),
                            tool(
                                            "draw",
                                            (in, ctx) -> ran.add(new Interaction.ToolCall(
                                                    ctx.call().id(), "draw", in)))
                                    .withIdempotent())
                    .with(b -> b.approvals(ApprovalRules.builder().ask("*").build())
                            .questionHandler(question -> allow(question, edits, allowed)));
            for (int i = 0; i < policies.size(); i++) {
                Layer policy = policies.get(i);
                String name = "policy-" + i;
                bench.with(b -> b.addToolPolicy(name, Selector.ALL, policy, policy.owner()));
            }
            List<Interaction.ToolCall> batch = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                batch.add(bench.call("wipe", Json.object().with("path", i == 0 ? "first" : "file " + i)));
            }
            bench.run(batch.toArray(Interaction.ToolCall[]::new));
        }
        List<Interaction.ToolCall> left = new ArrayList<>(allowed);
        assertThat(ran).allMatch(left::remove); // each at most once
        if (policies.stream().allMatch(Layer::isHarmless)) {
            assertThat(ran).isEqualTo(allowed).hasSize(calls);
        }
    }

    @Provide
    Arbitrary<Integer> counts() {
        return Arbitraries.integers().between(1, 3);
    }

    private static void allow(Question question, boolean edits, List<Interaction.ToolCall> allowed) {
        Interaction.ToolCall shown = question.toolCall().orElseThrow();
        Json left = edits ? shown.arguments().with("path", "by hand") : shown.arguments();
        allowed.add(new Interaction.ToolCall(shown.id(), shown.name(), left));
        if (edits) {
            question.answer(YES, left);
        } else {
            question.answer(YES);
        }
    }
}
