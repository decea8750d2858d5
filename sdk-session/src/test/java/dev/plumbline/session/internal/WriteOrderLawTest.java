package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.internal.ConversationProgram.Step;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;

/** What is in the store before something happens that depends on it. */
class WriteOrderLawTest {
    private static final Logger LOG = Logger.getLogger("dev.plumbline.failures");

    @BeforeContainer
    static void expectFailures() {
        LOG.setLevel(Level.OFF); // hooks fail on purpose
    }

    @AfterContainer
    static void restore() {
        LOG.setLevel(null);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label(
            "Order: a call is stored before its tool begins, a value before the result, a result before the model reads it")
    void storedBefore(@ForAll("programs") List<Step> program) {
        FaultyStore store = new FaultyStore(List.of(false));
        ConversationProgram run = new ConversationProgram(
                new ConversationProgram.Setting(Optional.of(store.sessions()), FailureMode.FAIL));
        run.whenDrawn(call -> assertThat(store.only()).anyMatch(record -> isStart(record, call.id())))
                .whenAsked(call -> requireStored(store, call.effective()))
                .play(program);
        assertThat(run.surprises()).isEmpty();
        run.close();
        run.setByTools.forEach((call, value) -> requireBefore(store.only(), call, value));
        // programs without tools would hold for any code
        Statistics.label("tools ran")
                .collect(!run.setByTools.isEmpty())
                .coverage(checked -> checked.check(true).percentage(share -> share > 4));
    }

    private static boolean isStart(Json record, String call) {
        String kind = record.get("kind").asText();
        return (kind.equals("call") || kind.equals("changed-call"))
                && record.get("call").asText().equals(call);
    }

    private static boolean isEnd(Json record, String call) {
        return record.get("kind").asText().equals("result")
                && record.get("result").text().contains("\"" + call + "\"");
    }

    /** Everything that a call sends is in the store, except facts, which are stored with its answer; of a result also its own record. */
    private static void requireStored(FaultyStore store, List<Interaction> sent) {
        List<Json> records = store.only();
        for (Interaction item : sent) {
            if (item instanceof Interaction.Context) {
                continue;
            }
            assertThat(records)
                    .anyMatch(record -> record.text().contains(item.toJson().text())
                            || (item instanceof Interaction.Summary
                                    && record.text().contains("summarized")));
            if (item instanceof Interaction.ToolResult result) {
                assertThat(records)
                        .anyMatch(record -> isEnd(record, result.callId())
                                || record.get("kind").asText().equals("refused"));
            }
        }
    }

    /** A value that is stored has its record before the result of the tool that has set it. */
    private static void requireBefore(List<Json> records, String call, int value) {
        int end = 0;
        while (!isEnd(records.get(end), call)) {
            end++;
        }
        List<Json> before = records.subList(0, end);
        List<Json> after = records.subList(end, records.size());
        assertThat(after).noneMatch(record -> isValue(record, value));
        // values without a stored form have no record
        boolean live = before.stream().noneMatch(record -> isValue(record, value));
        assertThat(live).isEqualTo(value % 6 == 3 || value % 6 == 5);
    }

    private static boolean isValue(Json record, int value) {
        return record.get("kind").asText().equals("state")
                && record.get("value").text().equals(Integer.toString(value));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("Order: if turns end when the store fails, no tool begins and no model is asked until it works again")
    void nothingBegins(@ForAll("programs") List<Step> program, @ForAll("faults") List<Boolean> faults) {
        AtomicBoolean broken = new AtomicBoolean();
        FaultyStore store = new FaultyStore(faults).onAttempt(broken::set);
        ConversationProgram run = new ConversationProgram(
                new ConversationProgram.Setting(Optional.of(store.sessions()), FailureMode.FAIL));
        run.whenDrawn(call -> {
                    assertThat(broken).isFalse();
                    assertThat(store.only()).anyMatch(record -> isStart(record, call.id()));
                })
                .whenAsked(call -> {
                    assertThat(broken).isFalse();
                    requireStored(store, call.effective());
                })
                .afterEach(run::pause)
                .play(program);
        assertThat(run.surprises()).isEmpty();
        store.repair();
        run.close();
    }

    @Provide
    Arbitrary<List<Boolean>> faults() {
        return Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return ConversationSteps.allPrograms();
    }
}
