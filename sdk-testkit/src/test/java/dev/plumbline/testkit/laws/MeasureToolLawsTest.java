package dev.plumbline.testkit.laws;

import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The laws hold for a tool that draws, refuses, and can take back. */
class MeasureToolLawsTest implements ToolLaws {
    private final List<Wall> walls = new ArrayList<>();

    record Wall(int length, Optional<Side> side, List<String> labels) {}

    enum Side {
        LEFT,
        RIGHT
    }

    @Override
    public AiTool tool() {
        return AiTool.of("drawWall", "Draws a wall.", Wall.class, (wall, context) -> {
            context.cancellation().throwIfCancelled();
            if (wall.length() <= 0) {
                throw new ToolException("A wall needs a length of more than 0 mm.");
            }
            walls.add(wall);
            return wall;
        });
    }

    @Override
    public Object snapshot() {
        return List.copyOf(walls);
    }

    @Override
    public Optional<Runnable> undo() {
        return Optional.of(() -> walls.remove(walls.size() - 1));
    }
}
