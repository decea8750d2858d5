package dev.plumbline.integration.desktop;

import dev.plumbline.views.ChatPanel;
import java.awt.Component;
import java.awt.Container;
import java.awt.KeyboardFocusManager;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.swing.JFrame;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/** A window with a panel of 500 rows, used by keys alone; prints where they lead. */
final class PanelKeysProgram {
    private final ChatPanel chat = ChatPanel.createWithAttachments(said -> {}, () -> {});
    private final JFrame frame = new JFrame("Keys");

    private PanelKeysProgram() {
        for (int i = 0; i < 500; i++) {
            chat.addNotice("Notice " + i);
        }
        frame.add(chat.component());
        frame.setSize(400, 440);
        frame.setVisible(true);
        chat.requestFocus();
    }

    public static void main(String[] arguments) throws Exception {
        PanelKeysProgram program = onUi(PanelKeysProgram::new);
        await(() -> owner() == program.chat.messageField());
        System.out.println("stops: " + onUi(program::stops));
        Component list = onUi(() -> program.named("conversation"));
        onUi(() -> list.requestFocusInWindow());
        await(() -> SwingUtilities.isDescendingFrom(owner(), list) && owner() != list);
        System.out.println("first: " + onUi(() -> spoken(owner())));
        press(KeyEvent.VK_UP, 0);
        press(KeyEvent.VK_UP, 0);
        System.out.println("up: " + onUi(() -> spoken(owner())));
        press(KeyEvent.VK_HOME, 0);
        System.out.println("home: " + onUi(() -> spoken(owner())));
        press(KeyEvent.VK_F, KeyEvent.CTRL_DOWN_MASK);
        await(() -> owner() == program.named("find"));
        onUi(() -> {
            ((JTextField) program.named("find")).setText("Notice 321");
            return true;
        });
        press(KeyEvent.VK_ENTER, 0);
        await(() -> program.all(list)
                .anyMatch(part -> part instanceof javax.swing.text.JTextComponent text
                        && text.getText().equals("Notice 321")));
        System.out.println("found: Notice 321");
        press(KeyEvent.VK_ESCAPE, 0);
        await(() -> owner() == program.chat.messageField());
        press(KeyEvent.VK_PLUS, KeyEvent.CTRL_DOWN_MASK);
        System.out.println("zoom: " + onUi(program.chat::zoom));
        System.exit(0);
    }

    private static Component owner() {
        Component owner = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        return owner == null ? new JFrame() : owner;
    }

    private static String spoken(Component part) {
        return part.getAccessibleContext().getAccessibleName() + " / "
                + part.getAccessibleContext().getAccessibleDescription();
    }

    /** Returns the names of the parts that Tab goes to, until it is back in the field. */
    private List<String> stops() {
        List<String> stops = new ArrayList<>();
        Component field = chat.messageField();
        Component at = field;
        do {
            Container root = at.getFocusCycleRootAncestor();
            at = root.getFocusTraversalPolicy().getComponentAfter(root, at);
            stops.add(String.valueOf(at.getName()));
        } while (at != field && stops.size() < 600);
        return stops;
    }

    private Component named(String name) {
        return all(frame)
                .filter(part -> name.equals(part.getName()))
                .findFirst()
                .orElseThrow();
    }

    private Stream<Component> all(Component of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Container container
                        ? Stream.of(container.getComponents()).flatMap(this::all)
                        : Stream.of());
    }

    private static void press(int key, int modifiers) throws Exception {
        onUi(() -> {
            Component to = owner();
            to.dispatchEvent(new KeyEvent(to, KeyEvent.KEY_PRESSED, 0, modifiers, key, KeyEvent.CHAR_UNDEFINED));
            return true;
        });
        onUi(() -> true); // what the focus does follows
        onUi(() -> true);
    }

    private static <T> T onUi(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeLater(task);
        return task.get();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!onUi(condition)) {
            if (System.nanoTime() > end) {
                System.out.println("waited in vain; the focus is in " + onUi(PanelKeysProgram::owner));
                System.exit(1);
            }
            Thread.onSpinWait();
        }
    }
}
