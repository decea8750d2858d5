package dev.plumbline.integration.docs;

import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import java.util.List;

/** The laws of tools, with generated arguments. */
class WallPlanLawsTest implements ToolLaws {
    private final WallPlan plan = new WallPlan();

    @Override
    public AiTool tool() {
        return AiTool.from(plan).get(0);
    }

    @Override
    public Object snapshot() {
        return List.copyOf(plan.walls);
    }
}
