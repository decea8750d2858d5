package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.views.ChatPanel.ChatLabel;
import java.awt.BorderLayout;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Insets;
import java.awt.KeyboardFocusManager;
import java.awt.RenderingHints;
import java.awt.datatransfer.Clipboard;
import java.awt.event.InputEvent;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.io.File;
import java.util.List;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFileChooser;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.TransferHandler;

/** The field for the message, with its chips and buttons. Used on the event dispatch thread. */
final class Composer {
    private static final int GAP = 6;
    private static final int COMMAND = InputEvent.CTRL_DOWN_MASK | InputEvent.ALT_DOWN_MASK | InputEvent.META_DOWN_MASK;

    private final JPanel panel = new JPanel(new BorderLayout(GAP, GAP));
    private final HintedArea message = new HintedArea();
    private final JButton sending = new JButton();
    private final JButton attaching = new JButton("+");
    private final ChipBar chips;
    private final boolean takesFiles;
    private final Runnable send;
    private final Runnable escape;
    private final PromptCompletion completion;
    private boolean enterSends = true;

    /**
     * Makes an empty field.
     *
     * @param beside what stands in the line of the buttons
     * @param send is run when the person sends
     * @param escape is run when the person presses Escape
     */
    Composer(ChipBar chips, boolean takesFiles, JComponent beside, Runnable send, Runnable escape) {
        this.chips = chips;
        this.takesFiles = takesFiles;
        this.send = send;
        this.escape = escape;
        message.setName("message");
        message.setLineWrap(true);
        message.setWrapStyleWord(true);
        // Tab goes on to the buttons, as in a form; a tab in a message is not needed.
        message.setFocusTraversalKeys(KeyboardFocusManager.FORWARD_TRAVERSAL_KEYS, null);
        message.setFocusTraversalKeys(KeyboardFocusManager.BACKWARD_TRAVERSAL_KEYS, null);
        completion = new PromptCompletion(message);
        message.addKeyListener(completion); // before the keys that send
        message.addKeyListener(new Keys());
        sending.setName("send");
        sending.addActionListener(pressed -> send.run());
        sending.setRequestFocusEnabled(false); // a click leaves the focus in the field for the message
        attaching.setName("attach");
        attaching.addActionListener(pressed -> pick());
        attaching.setRequestFocusEnabled(false);
        attaching.setVisible(takesFiles);
        Box buttons = Box.createHorizontalBox();
        buttons.add(beside);
        buttons.add(Box.createHorizontalGlue());
        buttons.add(attaching);
        buttons.add(sending);
        JPanel above = new JPanel(new BorderLayout());
        above.add(chips.component(), BorderLayout.CENTER);
        panel.add(above, BorderLayout.NORTH);
        panel.add(new JScrollPane(message), BorderLayout.CENTER);
        panel.add(buttons, BorderLayout.SOUTH);
        if (takesFiles) {
            message.setTransferHandler(new Files(message.getTransferHandler()));
        }
    }

    JComponent component() {
        return panel;
    }

    /** Says in the empty field what is written there. */
    void hint(String text) {
        message.hint = text;
        message.getAccessibleContext().setAccessibleDescription(text);
        message.repaint();
    }

    JTextArea field() {
        return message;
    }

    PromptCompletion completion() {
        return completion;
    }

    void enterSends(boolean alone) {
        enterSends = alone;
    }

    /** Lets files be dropped on that component, too. */
    void takeDropsOn(JComponent part) {
        if (takesFiles) {
            part.setTransferHandler(new Files(null));
        }
    }

    void labels(ChatTexts texts) {
        sending.setText(texts.of(ChatLabel.SEND));
        message.getAccessibleContext().setAccessibleName(texts.of(ChatLabel.MESSAGE));
        attaching.setToolTipText(texts.of(ChatLabel.ATTACH));
        attaching.getAccessibleContext().setAccessibleName(texts.of(ChatLabel.ATTACH));
    }

    /** Shows whether a message can be sent now. */
    void refresh() {
        sending.setEnabled(!chips.isReading());
    }

    boolean hasMessage() {
        return !chips.isReading() && !(message.getText().isBlank() && chips.isEmpty());
    }

    Interaction.User message() {
        return Interaction.user(message.getText().strip(), chips.parts().toArray(Part[]::new));
    }

    /** Puts a message into the field with its attachments, before what is written there. */
    void putBack(Interaction.User said) {
        String written = message.getText();
        message.setText(written.isBlank() ? said.text() : said.text() + "\n" + written);
        said.parts().stream()
                .filter(part -> !(part instanceof Part.Text))
                .forEach(part -> chips.add(AttachedPart.of(part)));
    }

    void clear() {
        message.setText("");
        chips.clear();
    }

    private void pick() {
        JFileChooser chooser = new JFileChooser();
        chooser.setMultiSelectionEnabled(true);
        if (chooser.showOpenDialog(panel) == JFileChooser.APPROVE_OPTION) {
            List.of(chooser.getSelectedFiles()).stream().map(File::toPath).forEach(chips::add);
        }
        message.requestFocusInWindow();
    }

    /**
     * Enter sends, or begins a line. Letters end here as pressed keys, since the field gets them as typed ones: in the window of
     * some hosts each is a shortcut, too.
     */
    private final class Keys extends KeyAdapter {
        @Override
        public void keyPressed(KeyEvent event) {
            if (event.isConsumed()) {
                return;
            }
            if (event.getKeyCode() == KeyEvent.VK_ESCAPE) {
                escape.run();
            } else if (event.getKeyCode() == KeyEvent.VK_ENTER) {
                event.consume();
                boolean isCommand =
                        (event.getModifiersEx() & (InputEvent.CTRL_DOWN_MASK | InputEvent.META_DOWN_MASK)) != 0;
                if (isCommand || (enterSends && !event.isShiftDown())) {
                    send.run();
                } else {
                    message.replaceSelection("\n");
                }
            } else if (isLetter(event)) {
                event.consume();
            }
        }
    }

    private static boolean isLetter(KeyEvent event) {
        char key = event.getKeyChar();
        return key != KeyEvent.CHAR_UNDEFINED
                && !Character.isISOControl(key)
                && (event.getModifiersEx() & COMMAND) == 0;
    }

    /** Takes pictures and files that are pasted or dropped; text goes into the field as ever. */
    private final class Files extends TransferHandler {
        private static final long serialVersionUID = 1L;
        private final transient java.util.Optional<TransferHandler> text;

        Files(@org.jspecify.annotations.Nullable TransferHandler text) {
            this.text = java.util.Optional.ofNullable(text);
        }

        @Override
        public boolean canImport(TransferSupport data) {
            return ChipBar.takes(data.getDataFlavors())
                    || text.filter(handler -> handler.canImport(data)).isPresent();
        }

        @Override
        public boolean importData(TransferSupport data) {
            boolean isText = text.filter(handler -> handler.canImport(data)).isPresent()
                    && !List.of(data.getDataFlavors()).contains(java.awt.datatransfer.DataFlavor.javaFileListFlavor);
            if (!isText && ChipBar.takes(data.getDataFlavors())) {
                return chips.add(data.getTransferable());
            }
            return text.filter(handler -> handler.importData(data)).isPresent();
        }

        @Override
        public int getSourceActions(JComponent part) {
            return text.map(handler -> handler.getSourceActions(part)).orElse(NONE);
        }

        @Override
        public void exportToClipboard(JComponent part, Clipboard clip, int action) {
            text.ifPresent(handler -> handler.exportToClipboard(part, clip, action));
        }

        @Override
        public void exportAsDrag(JComponent part, InputEvent event, int action) {
            text.ifPresent(handler -> handler.exportAsDrag(part, event, action));
        }
    }

    /** A field that says in grey what is written there, as long as it is empty. */
    private static final class HintedArea extends JTextArea {
        private static final long serialVersionUID = 1L;

        private String hint = "";

        HintedArea() {
            super(3, 20);
        }

        @Override
        protected void paintComponent(Graphics pen) {
            super.paintComponent(pen);
            if (getDocument().getLength() == 0) {
                Insets border = getInsets();
                ((Graphics2D) pen)
                        .setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
                pen.setColor(Colours.muted());
                pen.setFont(getFont());
                pen.drawString(
                        hint, border.left, border.top + pen.getFontMetrics().getAscent());
            }
        }
    }
}
