package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.viewcontroller.PlanView;
import dev.plumbline.time.Subscription;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JLayeredPane;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/**
 * What a call would do, drawn over the plan while somebody is asked: in red what goes, in blue what comes. The home itself is
 * not changed. Used on the UI thread.
 */
final class PlanGhost extends JComponent {
    static final Color GOES = new Color(0xC62828);
    static final Color COMES = new Color(0x1565C0);

    private static final long serialVersionUID = 1L;
    private static final BasicStroke DASHES =
            new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {8, 5}, 0);

    private final transient PlanView view;
    private final Color tone;
    private final transient List<float[][]> outlines;

    private PlanGhost(PlanView view, Color tone, List<float[][]> outlines) {
        this.view = view;
        this.tone = tone;
        this.outlines = outlines;
        setName("plan-ghost");
    }

    /**
     * Draws outlines, each a list of corners in the plan, and returns what takes them away.
     *
     * @param view the plan on the screen; null in a program without a window
     */
    static Subscription draw(@Nullable PlanView view, Color tone, List<float[][]> outlines) {
        JLayeredPane over = view instanceof JComponent plan && plan.isShowing()
                ? SwingUtilities.getRootPane(plan).getLayeredPane()
                : null;
        if (view == null || over == null) {
            return () -> {};
        }
        PlanGhost ghost = new PlanGhost(view, tone, outlines);
        ghost.setBounds(0, 0, over.getWidth(), over.getHeight());
        over.add(ghost, JLayeredPane.PALETTE_LAYER);
        over.repaint();
        return () -> {
            over.remove(ghost);
            over.repaint();
        };
    }

    /** Returns false: the mouse still meets the plan. */
    @Override
    public boolean contains(int x, int y) {
        return false;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        Graphics2D pen = (Graphics2D) graphics.create();
        JComponent plan = (JComponent) view;
        Rectangle visible = SwingUtilities.convertRectangle(plan, plan.getVisibleRect(), this);
        pen.clip(visible);
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setStroke(DASHES);
        for (float[][] outline : outlines) {
            Polygon shape = shape(outline);
            pen.setColor(new Color(tone.getRed(), tone.getGreen(), tone.getBlue(), 90));
            pen.fill(shape);
            pen.setColor(tone);
            pen.draw(shape);
        }
        pen.dispose();
    }

    private Polygon shape(float[][] outline) {
        Polygon shape = new Polygon();
        for (float[] corner : outline) {
            Point point = new Point(view.convertXModelToScreen(corner[0]), view.convertYModelToScreen(corner[1]));
            SwingUtilities.convertPointFromScreen(point, this);
            shape.addPoint(point.x, point.y);
        }
        return shape;
    }
}
