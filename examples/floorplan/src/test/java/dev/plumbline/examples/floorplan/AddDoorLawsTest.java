package dev.plumbline.examples.floorplan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.ToolChecker;
import dev.plumbline.testkit.laws.AiArbitraries;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A door goes into the wall that is there, or into none. */
class AddDoorLawsTest extends FloorPlanLaws {
    AddDoorLawsTest() {
        super("addDoor");
    }

    @Override
    public Arbitrary<Json> argumentsOfTheTool() {
        Arbitrary<Json> any = AiArbitraries.instances(ToolChecker.of(tool()).inputSchema());
        return Combinators.combine(any, Arbitraries.of("w1", "w1", "w1", "w2"))
                .as((arguments, wall) -> arguments.with("wall", wall));
    }

    @Property(tries = 200)
    void door_isWithinItsWall(@ForAll("arguments of the tool") Json arguments) {
        ToolChecker.of(tool()).answersOrRefuses(arguments);

        assertThat(plan().doors())
                .allMatch(door -> door.at() >= 0 && door.width() > 0)
                .allMatch(door -> (long) door.at() + door.width() <= 5000);
    }
}
