package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.ui.HostApplication;
import java.awt.BorderLayout;
import java.util.function.Function;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JPasswordField;

/** Step 10: the user types the key. It is read at each use, and never stored or logged. */
public final class Step10 implements DrawingPlugin {
    private final JPasswordField key = new JPasswordField(20);
    private volatile char[] typed = new char[0];
    private final AiRuntime ai;

    public Step10() {
        this(secret -> OpenAiResponses.builder().apiKey(secret).build());
    }

    Step10(Function<Secret, AiProvider> service) {
        key.addActionListener(event -> typed = key.getPassword());
        ai = AiRuntime.builder()
                .addProvider(service.apply(Secret.from(() -> typed.clone()))) // the copy is erased after its use
                .host(HostApplication.swing())
                .questionHandler(question -> {})
                .build();
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        JPanel panel = new JPanel(new BorderLayout(6, 6));
        panel.add(key, BorderLayout.NORTH);
        panel.add(Step09.chat(ai.session(body, SessionOptions.none(), Step09.of(drawing))), BorderLayout.CENTER);
        return panel;
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step10());
    }
}
