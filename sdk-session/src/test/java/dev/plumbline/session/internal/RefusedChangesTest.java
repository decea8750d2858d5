package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.session.state.UsageTotal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A change that does not fit or cannot be written changes nothing: no state, no journal, no event. */
class RefusedChangesTest {
    private static final ConversationEntry.Id UNKNOWN = new ConversationEntry.Id("e99");

    private final FailingSessionStore store = new FailingSessionStore();
    private final EngineFixture fixture = new EngineFixture(
            builder -> builder.journal(store, FailureMode.FAIL).executor(Runnable::run));
    private final RecordingObserver view = new RecordingObserver();
    private ConversationSession session = said();

    private ConversationSession said() {
        fixture.provider.says("Yes.");
        ConversationSession opened = fixture.open();
        opened.send("A wall?");
        opened.observe(view);
        return opened;
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Does what is refused, and requires that nothing has changed, also after everything is written. */
    private void assertUnchanged(Runnable refused) {
        ConversationState before = conversation().state();
        List<Json> records = List.copyOf(store.only());
        refused.run();
        assertThat(conversation().state()).isSameAs(before);
        assertThat(session.written().join()).isTrue();
        assertThat(store.only()).isEqualTo(records);
        assertThat(view.events()).isEmpty();
    }

    private Conversation conversation() {
        return MarkingClock.conversation(session.state());
    }

    private void apply(ConversationChange... changes) {
        synchronized (conversation().lock) {
            if (changes.length == 1) {
                conversation().apply(CallIds.NONE, changes[0]);
            } else {
                conversation().apply(CallIds.NONE, List.of(changes));
            }
        }
    }

    private static ConversationChange fits() {
        return new ConversationChange.UsageAdded("main", UsageTotal.NONE);
    }

    private List<ConversationChange> changesThatDoNotFit() {
        return List.of(
                new ConversationChange.Opened(2, "", AiBody.builder().build(), List.of(), null),
                new ConversationChange.HeadMoved("main", UNKNOWN, true),
                new ConversationChange.BranchCreated("side", UNKNOWN, "main"),
                new ConversationChange.SubtreeDeleted(UNKNOWN),
                new ConversationChange.MessageWithdrawn("main", "nobody"),
                new ConversationChange.InterjectionRefused("main"),
                new ConversationChange.EntryAppended("main", session.head()));
    }

    @Test
    @DisplayName("Order: a change that does not fit changes nothing")
    void doesNotFit_changesNothing() {
        for (ConversationChange change : changesThatDoNotFit()) {
            assertUnchanged(() -> assertThatIllegalArgumentException().isThrownBy(() -> apply(change)));
        }
    }

    @Test
    @DisplayName("Order: of changes that are made at once, none is made if one does not fit")
    void oneOfSeveral_changesNothing() {
        for (ConversationChange change : changesThatDoNotFit()) {
            assertUnchanged(() -> assertThatIllegalArgumentException().isThrownBy(() -> apply(fits(), change)));
        }
    }

    @Test
    @DisplayName("Order: a refused change does not raise the format of an older conversation, and changes at once do")
    void olderFormat_isRaisedWithTheFirstChangeThatFits() {
        session.close();
        List<Json> records = new ArrayList<>(store.only());
        records.set(0, records.get(0).with("format", 1));
        String id = session.id();
        store.records.put(id, new ArrayList<>(records));
        session = fixture.engine.resume(id, SessionOptions.none());
        view.events().forEach(event -> {});
        ConversationState before = conversation().state();

        assertThatIllegalArgumentException().isThrownBy(() -> apply(new ConversationChange.SubtreeDeleted(UNKNOWN)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> apply(fits(), new ConversationChange.SubtreeDeleted(UNKNOWN)));

        assertThat(conversation().state()).isSameAs(before);
        apply(fits(), fits());
        apply(fits());
        session.written().join();
        assertThat(store.records.get(id).subList(records.size(), records.size() + 4))
                .extracting(record -> record.get("kind").asText())
                .containsExactly("format", "usage", "usage", "usage");
        assertThat(ConversationReplay.of(store.records.get(id).stream()))
                .isEqualTo(conversation().state().kept());
    }

    @Test
    @DisplayName("Order: a value that cannot be written changes nothing")
    void valueThatCannotBeWritten_changesNothing() {
        StateKey<Json> key =
                StateKey.of("deep", StateKey.Scope.BRANCH, Json.object()).withPersistent();
        assertUnchanged(() -> assertThatThrownBy(() -> session.state().update(key, before -> deep(150)))
                .isInstanceOf(JsonException.class));
    }

    /** An object of so many levels. */
    private static Json deep(int levels) {
        Json json = Json.object();
        for (int i = 1; i < levels; i++) {
            json = Json.object().with("a", json);
        }
        return json;
    }

    @Test
    @DisplayName("Order: a call whose changed arguments cannot be written does not run, and the conversation goes on")
    void changedArgumentsThatCannotBeWritten_doNotRun() {
        fixture.tools.echo("draw").edited(deep(200));
        fixture.provider.callsTool("draw", Map.of("wall", 1)).says("Done.").says("Fine.");

        AiReturn ret = session.send("Draw.");

        assertThat(fixture.tools.ran).isEmpty();
        assertThat(store.only())
                .allSatisfy(record -> assertThat(Json.parse(record.text())).isEqualTo(record));
        assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        assertThat(ret.toolResults()).hasSize(1);
        assertThat(session.send("And now?").isOk()).isTrue();
    }
}
