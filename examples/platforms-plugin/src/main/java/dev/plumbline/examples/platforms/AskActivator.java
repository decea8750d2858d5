package dev.plumbline.examples.platforms;

import java.awt.EventQueue;
import java.awt.Frame;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.function.Consumer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.awt.SWT_AWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** What Equinox loads: a view for the workbench, with a text of SWT and the assistant of Swing beside it. */
public final class AskActivator implements BundleActivator {

    /** Made by the host. */
    public AskActivator() {}

    @Override
    @SuppressWarnings("JdkObsolete") // OSGi takes a Dictionary, and Java has no other one
    public void start(BundleContext context) {
        Dictionary<String, Object> named = new Hashtable<>();
        String name = context.getBundle().getSymbolicName();
        named.put("view", name);
        Consumer<Object> view = parent -> fill((Composite) parent, name);
        context.registerService(Consumer.class.getName(), view, named);
    }

    @Override
    public void stop(BundleContext context) {}

    private static void fill(Composite parent, String name) {
        SashForm halves = new SashForm(parent, SWT.HORIZONTAL);
        Text text = new Text(halves, SWT.MULTI | SWT.BORDER);
        Composite right = new Composite(halves, SWT.EMBEDDED | SWT.NO_BACKGROUND);
        Frame frame = SWT_AWT.new_Frame(right);
        EventQueue.invokeLater(() -> {
            AskPanel panel = new AskPanel(name, words -> text.getDisplay().syncExec(() -> text.setText(words)));
            frame.add(panel.component());
            frame.validate();
            parent.getDisplay()
                    .asyncExec(() -> parent.addDisposeListener(gone -> EventQueue.invokeLater(panel::close)));
        });
    }
}
