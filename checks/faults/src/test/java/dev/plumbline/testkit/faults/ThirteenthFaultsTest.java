package dev.plumbline.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the thirteenth author met: a law that was wrong for a right tool, and messages that did not name the part that differs. */
class ThirteenthFaultsTest {
    @Test
    @DisplayName("I51 tools that change less when a limit comes near are right, with undo and without")
    void i51_rightTools_areGreenWhereALimitComesNear() {
        for (String name : List.of("thirteenth tool", "thirteenth tool without undo", "tool that begins a new sheet")) {
            for (int seed = 1; seed <= 2; seed++) {
                assertThat(LawRun.only(ThirteenthFaults.right().get(name), "calls_at_once_change_as_much", seed))
                        .as(name + ", seed " + seed)
                        .isEmpty();
            }
        }
    }

    private static String message(PlantedFault.LawsOf laws, String law) {
        return LawRun.only(laws, law, 1).orElseThrow().message();
    }

    private static String message(String name, Kind kind) {
        PlantedFault fault = ThirteenthFaults.all().stream()
                .filter(each -> each.kind() == kind && each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return message(fault.laws(), fault.law());
    }

    @Test
    @DisplayName("I51 a message names the part of an entry that differs, and the operation that was cancelled")
    void i51_messagesOfStores_nameThePart() {
        PlantedFault.LawsOf later = () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                super.put(
                        key,
                        new Entry(
                                entry.answer(),
                                entry.stored().plusNanos(1),
                                entry.expires(),
                                entry.model(),
                                entry.tags()),
                        limit,
                        cancellation);
            }
        });
        assertThat(message(later, "what_was_stored_is_found")).contains("seen:  an entry with the time stored ");

        PlantedFault.LawsOf late = () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
            @Override
            public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                boolean isRemoved = kept.remove(place(key)) != null;
                check(limit, cancellation);
                return isRemoved;
            }
        });
        assertThat(message(late, "cancelled_changes_nothing"))
                .contains("seen:  remove that was cancelled and had an effect; find then returns nothing");
    }

    @Test
    @DisplayName("I51 a message shows the call at which a policy and its model differ whole, and names the part")
    void i51_messageOfTheModel_showsWhereTheTwoDiffer() {
        assertThat(message("passes on two brackets when a candidate fails", Kind.POLICY))
                .contains("seen:  the text of the return ", "; of the model ", "[[[K-102]]");
    }

    @Test
    @DisplayName("I51 keys that differ only in where a part ends look different in a message")
    void i51_joinedKeys_lookDifferent() {
        assertThat(message("has resources as Java shows them", Kind.STORE)).contains("{\"a\":\"1, b=2\"}");
    }
}
