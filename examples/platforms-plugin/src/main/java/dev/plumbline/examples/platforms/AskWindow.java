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
    private final JTextArea text = new JTextArea();
    private final AskPanel panel;

    private AskWindow(String name) {
        setName(name);
        setLayout(new BorderLayout());
        panel = new AskPanel(name, this::show);
        text.setName("text of " + name);
        add(new JSplitPane(JSplitPane.HORIZONTAL_SPLIT, new JScrollPane(text), panel.component()));
    }

    private void show(String words) {
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

    /** The item in the menu of the host, which reads its name in {@code layer.xml}. */
    public static final class Open extends AbstractAction {
        /** Made by the host. */
        public Open() {
            super(String.valueOf(AskWindow.class.getPackage().getSpecificationTitle()));
        }

        @Override
        public void actionPerformed(ActionEvent click) {
            AskWindow window = new AskWindow(String.valueOf(getValue(NAME)));
            window.open();
            window.requestActive();
        }
    }
}
