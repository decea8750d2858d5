package dev.plumbline.examples.platforms;

import java.awt.BorderLayout;
import java.awt.EventQueue;
import java.awt.event.ActionEvent;
import java.lang.reflect.InvocationTargetException;
import javax.swing.AbstractAction;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import javax.swing.JTextArea;
import org.openide.windows.TopComponent;

/** What the NetBeans Platform shows: a text, and the assistant beside it. */
@SuppressWarnings("serial") // it is not stored with the windows
public final class AskWindow extends TopComponent {
    private final JTextArea text = new JTextArea(20, 40);
    private final AskPanel panel;

    private AskWindow(String name) {
        setName(name);
        setLayout(new BorderLayout());
        panel = new AskPanel(name, this::write);
        text.setName("text of " + name);
        add(new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(text), panel.component()));
    }

    private void write(String words) {
        try {
            EventQueue.invokeAndWait(() -> text.setText(words));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int getPersistenceType() {
        return PERSISTENCE_NEVER;
    }

    @Override
    protected void componentClosed() {
        panel.close();
    }

    /** Opens a window. */
    public static void show(Object name) {
        AskWindow window = new AskWindow(String.valueOf(name));
        window.open();
        window.requestActive();
    }

    /** The item in the menu of the host. */
    public static final class Open extends AbstractAction {
        /** Made by the host. */
        public Open() {
            super("Ask AI");
        }

        @Override
        public void actionPerformed(ActionEvent click) {
            AskWindow.show(getValue(NAME));
        }
    }
}
