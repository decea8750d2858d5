package dev.plumbline.examples.toolkits;

import java.util.List;
import java.util.stream.Stream;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;

/** Runs {@link SwtChat} in a process of its own, agrees to what it asks, and prints what was shown at the end. */
public final class SwtChatProbe {
    private static boolean hasAgreed;

    private SwtChatProbe() {}

    public static void main(String[] args) {
        Display display = new Display();
        Shell shell = SwtChat.open(display, ChatScript.runtime());
        Text message =
                (Text) all(shell).filter(Text.class::isInstance).findFirst().orElseThrow();
        message.setText(ChatScript.QUESTION);
        message.notifyListeners(SWT.DefaultSelection, new Event());
        while (!shell.isDisposed()) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
            if (!shell.isDisposed()) {
                look(shell);
            }
        }
        display.dispose();
    }

    private static void look(Shell shell) {
        List<String> texts = all(shell)
                .map(part -> part instanceof StyledText text
                        ? text.getText()
                        : part instanceof Label label ? label.getText() : "")
                .filter(text -> !text.isBlank())
                .toList();
        if (!hasAgreed) {
            all(shell)
                    .filter(part ->
                            part instanceof Button button && button.getText().equals("Yes"))
                    .findFirst()
                    .ifPresent(yes -> {
                        hasAgreed = true;
                        yes.notifyListeners(SWT.Selection, new Event());
                    });
        } else if (texts.contains("gone") && texts.stream().noneMatch(ChatScript::goesOn)) {
            System.out.println(String.join("|", texts).replace("\n", "|"));
            shell.dispose();
        }
    }

    private static Stream<Control> all(Control of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Composite composite
                        ? Stream.of(composite.getChildren()).flatMap(SwtChatProbe::all)
                        : Stream.of());
    }
}
