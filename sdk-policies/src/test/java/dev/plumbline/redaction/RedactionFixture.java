package dev.plumbline.redaction;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.State;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;

/** One conversation with redaction: what is sent, what is shown, what is published. */
final class RedactionFixture {
    static final Secret KEY = Secret.of("a key for tests, and only for them".toCharArray());
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    final ScriptedProvider provider = ScriptedProvider.create();
    final Redaction redaction;
    final State state = State.inMemory();
    final Cancellation cancellation = Cancellation.create();
    final List<AiDelta> shown = new ArrayList<>();
    final List<TelemetryEvent> events = new ArrayList<>();

    RedactionFixture(RedactionOptions options) {
        this.redaction = Redaction.of(options, KEY);
    }

    static RedactionFixture ofDefaults() {
        return new RedactionFixture(RedactionOptions.ofDefaults());
    }

    AiCall call(List<? extends Interaction> said) {
        return builder(said).build();
    }

    AiCall.Builder builder(List<? extends Interaction> said) {
        return AiCall.builder(AiBody.of("asked"), MODEL)
                .effective(said)
                .namespace("drawing")
                .state(state)
                .cancellation(cancellation)
                .observer(events::add)
                .sink(shown::add);
    }

    AiReturn ask(Interaction... said) {
        return ask(call(List.of(said)));
    }

    AiReturn ask(AiCall call) {
        return ask(redaction.policy(), call);
    }

    AiReturn ask(Policy policy, AiCall call) {
        return PolicyChain.builder()
                .addPolicy("redaction", policy)
                .build(provider)
                .call(call);
    }

    /** What the provider got last. */
    List<Interaction> sent() {
        return last().effective();
    }

    AiCall last() {
        return provider.calls().get(provider.calls().size() - 1);
    }

    /** The same as one text, to look for what must not be there. */
    String sentText() {
        StringBuilder text = new StringBuilder();
        sent().forEach(each -> text.append(each.toJson().text()).append('\n'));
        last().tools()
                .forEach(tool -> text.append(tool.description())
                        .append(tool.inputSchema().text()));
        last().outputSchema().ifPresent(schema -> text.append(schema.text()));
        return text.toString();
    }

    /** The pseudonym of a value, as the policy makes it. */
    static String pseudonym(String kind, String value) {
        return new PseudonymGenerator(KEY, "drawing").of(kind, value);
    }
}
