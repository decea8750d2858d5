package dev.plumbline.integration.docs;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;

/** What the tests are about: a tool that draws walls. */
public final class WallPlan {
    final List<Integer> walls = new ArrayList<>();

    @Tool("Draws a wall and returns its number.")
    public int drawWall(@Param("in millimetres") int length) {
        if (length <= 0) {
            throw new ToolException("A wall needs a length of more than 0 mm.");
        }
        walls.add(length);
        return walls.size();
    }
}
