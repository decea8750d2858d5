package dev.plumbline.examples.platforms.again;

import dev.plumbline.examples.platforms.AskWindow;
import java.awt.event.ActionEvent;
import javax.swing.AbstractAction;

/** The item of the second plug-in: NetBeans loads the class of an item only if one module alone has it. */
@SuppressWarnings("serial") // it is made by the host
public final class OpenAgain extends AbstractAction {
    /** Made by the host. */
    public OpenAgain() {
        super("Write again");
    }

    @Override
    public void actionPerformed(ActionEvent click) {
        AskWindow.show(getValue(NAME));
    }
}
