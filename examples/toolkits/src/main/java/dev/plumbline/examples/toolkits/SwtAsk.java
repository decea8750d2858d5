package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;

/** SWT. The runtime is closed with the window. */
public final class SwtAsk {
    /** A question during an answer waits. By default, it is refused with an exception. */
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private SwtAsk() {}

    public static void main(String[] args) {
        Display display = new Display();
        Shell shell = open(display, OpenAiResponses.builder().apiKeyFromEnv().build());
        while (!shell.isDisposed()) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
        }
        display.dispose();
    }

    static Shell open(Display display, AiProvider provider) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.of(display::asyncExec, () -> Display.getCurrent() == display))
                .build();
        Shell shell = new Shell(display);
        shell.setText("Ask");
        shell.setLayout(new FillLayout(SWT.VERTICAL));
        fill(shell, ai.session(AiBody.builder().build(), QUEUED));
        shell.addDisposeListener(event -> ai.close()); // does not wait on the thread of the display
        shell.setSize(500, 300);
        shell.open();
        return shell;
    }

    private static void ask(ConversationSession session, String question) {
        if (!question.isBlank()) {
            session.sendAsync(question); // returns at once
        }
    }

    private static void fill(Shell shell, ConversationSession session) {
        Text question = new Text(shell, SWT.SINGLE | SWT.BORDER);
        Text answer = new Text(shell, SWT.MULTI | SWT.WRAP | SWT.V_SCROLL);
        Button stop = new Button(shell, SWT.PUSH);
        stop.setText("Stop");
        question.addListener(SWT.DefaultSelection, event -> ask(session, question.getText()));
        stop.addListener(SWT.Selection, event -> session.cancel("stopped by the user"));
        session.observe(
                new ConversationObserver() { // called on the thread of the display
                    @Override
                    public void onTurnStarted(Interaction.User input) {
                        show("");
                    }

                    @Override
                    public void onText(String piece) {
                        if (!answer.isDisposed()) { // the window may be closed before the last piece
                            answer.append(piece);
                        }
                    }

                    @Override
                    public void onReset() { // the model is asked again
                        show("");
                    }

                    @Override
                    public void onFinished(AiReturn ret) {
                        ret.error().ifPresent(error -> onText("\n" + error.userMessage()));
                    }

                    private void show(String text) {
                        if (!answer.isDisposed()) {
                            answer.setText(text);
                        }
                    }
                });
    }
}
