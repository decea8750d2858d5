package dev.plumbline.examples.floorplan;

import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import java.util.List;

/** The laws of tools for those of a plan with one wall, w1. */
abstract class FloorPlanLaws implements ToolLaws {
    private final FloorPlan plan = new FloorPlan();
    private final String name;

    FloorPlanLaws(String name) {
        this.name = name;
        plan.addWall(new FloorPlan.Point(0, 0), FloorPlan.Direction.EAST, 5000, 150);
    }

    @Override
    public AiTool tool() {
        return AiTool.from(new FloorPlanTools(plan)).stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Object snapshot() {
        return List.of(plan.walls(), plan.doors(), plan.rooms());
    }

    FloorPlan plan() {
        return plan;
    }
}
