package dev.plumbline.examples.tutorial;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;

/** The drawing program: a window with a paper, a button to undo, and a plug-in beside it. */
public final class DrawingProgram {
    private DrawingProgram() {}

    /** Opens a window with a plug-in; it is closed with the window. */
    public static void open(DrawingPlugin plugin) {
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Drawing");
            window.setContentPane(content(new Drawing(), plugin));
            window.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
            window.addWindowListener(new WindowAdapter() {
                @Override
                public void windowClosed(WindowEvent event) {
                    plugin.close();
                }
            });
            window.pack();
            window.setVisible(true);
        });
    }

    /** Returns what the window shows; also without a screen. */
    public static JPanel content(Drawing drawing, DrawingPlugin plugin) {
        JButton undo = new JButton("Undo");
        undo.addActionListener(event -> {
            if (drawing.undo().canUndo()) {
                drawing.undo().undo();
            }
        });
        JPanel left = new JPanel(new BorderLayout(6, 6));
        left.add(new Paper(drawing), BorderLayout.CENTER);
        left.add(undo, BorderLayout.SOUTH);
        JPanel content = new JPanel(new BorderLayout(6, 6));
        content.setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        content.add(left, BorderLayout.CENTER);
        content.add(plugin.start(drawing), BorderLayout.EAST);
        return content;
    }

    /** Draws the shapes. */
    private static final class Paper extends JComponent {
        private static final long serialVersionUID = 1L;
        private final transient Drawing drawing;

        Paper(Drawing drawing) {
            this.drawing = drawing;
            setPreferredSize(new Dimension(Drawing.WIDTH, Drawing.HEIGHT));
            drawing.onChange(this::repaint);
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            Graphics2D on = (Graphics2D) graphics.create();
            on.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            on.setColor(Color.decode(drawing.paper()));
            on.fillRect(0, 0, getWidth(), getHeight());
            for (Shape shape : drawing.shapes()) {
                on.setColor(Color.decode(shape.colour()));
                if (shape.kind() == Shape.Kind.CIRCLE) {
                    on.fillOval(shape.x(), shape.y(), shape.width(), shape.height());
                } else {
                    on.fillRect(shape.x(), shape.y(), shape.width(), shape.height());
                }
            }
            on.dispose();
        }
    }
}
