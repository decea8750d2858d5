package dev.plumbline.examples.platforms;

import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;

/** A workbench of SWT with a window for each view; it ends when all windows are closed. */
public final class Workbench implements Consumer<Map<String, Consumer<Object>>> {
    @Override
    public void accept(Map<String, Consumer<Object>> views) {
        Display display = new Display();
        int number = 0;
        for (Map.Entry<String, Consumer<Object>> view : views.entrySet()) {
            Shell shell = new Shell(display);
            shell.setText(view.getKey());
            shell.setLayout(new FillLayout());
            view.getValue().accept(shell);
            shell.setBounds(40, 40 + 420 * number++, 900, 380);
            shell.open();
        }
        while (!display.isDisposed() && display.getShells().length > 0) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
        }
        display.dispose();
    }
}
