package dev.plumbline.examples.toolkits;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;

/** Runs {@link SwtAsk} in a process of its own with {@link AskScript}, and prints what was shown. */
public final class SwtProbe {
    private SwtProbe() {}

    public static void main(String[] args) {
        Display display = new Display();
        Shell shell = SwtAsk.open(display, AskScript.model());
        Control[] children = shell.getChildren();
        Text question = (Text) children[0];
        Text answer = (Text) children[1];
        Button stop = (Button) children[2];
        AskScript person = new AskScript(
                () -> ask(question), () -> stop.notifyListeners(SWT.Selection, new Event()), shell::dispose);
        answer.addListener(SWT.Modify, event -> {
            System.out.println((Display.getCurrent() == display) + " " + answer.getText());
            display.asyncExec(() -> {
                if (!answer.isDisposed()) {
                    person.look(answer.getText());
                }
            });
        });
        ask(question);
        while (!shell.isDisposed()) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
        }
        display.dispose();
    }

    private static void ask(Text question) {
        question.setText(AskScript.QUESTION);
        question.notifyListeners(SWT.DefaultSelection, new Event());
    }
}
