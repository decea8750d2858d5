package dev.plumbline.examples.sweethome3d;

import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.List;
import javax.swing.JComponent;

/**
 * The tool that shows the plan, for agents that see.
 *
 * @param view the component that draws the plan
 */
record PictureTools(JComponent view) {

    List<AiTool> tools() {
        return List.of(AiTool.of(
                        "show_plan",
                        "A picture of the plan as the user sees it now.",
                        Nothing.class,
                        (in, call) -> picture())
                .withTags("read-only"));
    }

    private BufferedImage picture() {
        Rectangle seen = view.getVisibleRect();
        if (seen.isEmpty()) {
            throw new ToolException("The plan is not shown now.");
        }
        BufferedImage image = new BufferedImage(seen.width, seen.height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.translate(-seen.x, -seen.y);
        graphics.clip(seen);
        view.paint(graphics);
        graphics.dispose();
        return image;
    }

    record Nothing() {}
}
