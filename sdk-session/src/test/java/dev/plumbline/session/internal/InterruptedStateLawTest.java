package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.internal.ConversationProgram.Step;
import dev.plumbline.session.state.OpenCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The state of branches after a death in the middle of a turn: the session that went on and the next restart agree. */
class InterruptedStateLawTest {
    private final FailingSessionStore store = new FailingSessionStore();
    private final List<Hook.Context> opened = new ArrayList<>();

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label(
            "M1 after a death at any record, the session that goes on and the next restart see the same state everywhere")
    void m1_deathAtAnyRecord(@ForAll("programs") List<Step> program, @ForAll @IntRange(min = 0, max = 999) int place) {
        FailingSessionStore whole = new FailingSessionStore();
        new ConversationProgram(whole).play(program);
        if (whole.only().isEmpty()) {
            return;
        }
        List<Json> records = whole.only();
        store.records.put("s", new ArrayList<>(records.subList(0, 1 + place * records.size() / 1000)));
        List<String> before;
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume("s", SessionOptions.none());
            if (place % 2 == 0) {
                fixture.provider.says("Yes.");
            }
            assertThat(session.send("Go on.").isOk()).isEqualTo(place % 2 == 0);
            before = states(session);
        }
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume("s", SessionOptions.none());
            assertThat(session.recovery()).isEmpty();
            assertThat(states(session)).isEqualTo(before);
        }
    }

    private EngineFixture fixture() {
        opened.clear();
        Hook hook = new Hook() {
            @Override
            public void onSessionOpened(Context context) {
                opened.add(context);
            }

            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                context.state().update(ConversationProgram.KEYS.get(0), before -> before + 1000);
            }
        };
        EngineFixture fixture = new EngineFixture(builder ->
                builder.journal(store, FailureMode.FAIL).executor(Runnable::run).addHook("hook", hook, ""));
        fixture.tools.echo("draw");
        return fixture;
    }

    /** The values of the branch, and those of each entry. */
    private List<String> states(ConversationSession session) {
        ConversationEntry head = session.tree().head("main");
        List<String> states = new ArrayList<>();
        states.add("head " + values());
        Map<String, ConversationEntry> all = new LinkedHashMap<>();
        session.tree()
                .leaves()
                .forEach(leaf -> session.tree()
                        .path(leaf)
                        .forEach(entry -> all.put(entry.id().text(), entry)));
        for (ConversationEntry entry : all.values()) {
            if (!OpenCalls.awaitsResults(entry)) {
                session.continueFrom(entry);
                states.add(entry.id() + " " + values());
            }
        }
        session.continueFrom(head);
        return states;
    }

    private List<Integer> values() {
        List<Integer> values = new ArrayList<>();
        for (StateKey<Integer> key : ConversationProgram.KEYS) {
            values.add(opened.get(0).state().get(key));
        }
        return values;
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return ConversationSteps.programs();
    }
}
