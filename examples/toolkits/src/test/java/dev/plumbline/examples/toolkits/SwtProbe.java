package dev.plumbline.examples.toolkits;

import dev.plumbline.testkit.ScriptedProvider;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;

/** Runs {@link SwtAsk} in a process of its own, asks again while the first answer streams, stops it, and prints what was shown. */
public final class SwtProbe {
    private SwtProbe() {}

    public static void main(String[] args) {
        Display display = new Display();
        Shell shell = SwtAsk.open(
                display,
                ScriptedProvider.create().blocksUntilCancelled("It is ").says("A weight ", "on a line."));
        Control[] children = shell.getChildren();
        Text question = (Text) children[0];
        Text answer = (Text) children[1];
        Button stop = (Button) children[2];
        answer.addListener(SWT.Modify, event -> {
            System.out.println((Display.getCurrent() == display) + " " + answer.getText());
            display.asyncExec(() -> next(answer, question, stop));
        });
        ask(question);
        while (!shell.isDisposed()) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
        }
        display.dispose();
    }

    private static void next(Text answer, Text question, Button stop) {
        if (answer.isDisposed()) {
            return;
        }
        String shown = answer.getText();
        if (shown.equals("It is ")) {
            ask(question); // waits for the end of the first answer
            stop.notifyListeners(SWT.Selection, new Event());
        } else if (shown.equals("A weight on a line.")) {
            answer.getShell().dispose();
        }
    }

    private static void ask(Text question) {
        question.setText("What is a plumb line?");
        question.notifyListeners(SWT.DefaultSelection, new Event());
    }
}
