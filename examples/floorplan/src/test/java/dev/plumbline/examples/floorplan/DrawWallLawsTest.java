package dev.plumbline.examples.floorplan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.ToolChecker;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DrawWallLawsTest extends FloorPlanLaws {
    DrawWallLawsTest() {
        super("drawWall");
    }

    @Property(tries = 200)
    void wall_hasALengthAndAThickness(@ForAll("arguments of the tool") Json arguments) {
        ToolChecker.of(tool()).answersOrRefuses(arguments);

        assertThat(plan().walls()).allMatch(wall -> wall.length() > 0 && wall.thickness() > 0);
    }
}
