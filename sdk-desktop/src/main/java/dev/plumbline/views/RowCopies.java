package dev.plumbline.views;

import java.awt.Component;
import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.JFileChooser;
import javax.swing.SwingUtilities;

/** What of a row goes to the clipboard or into a file. */
final class RowCopies {
    private RowCopies() {}

    static void copy(String text) {
        Toolkit.getDefaultToolkit().getSystemClipboard().setContents(new StringSelection(text), null);
    }

    /** Returns the blocks of code in a text, an empty line between them. */
    static String code(String markdown) {
        TextRegions regions = TextRegions.of(markdown, true);
        StringBuilder code = new StringBuilder();
        for (int i = 0; i < regions.count(); i++) {
            for (MarkdownBlock block : MarkdownReader.read(regions.get(i))) {
                if (block instanceof MarkdownBlock.Code part) {
                    code.append(part.continues() || code.length() == 0 ? "" : "\n")
                            .append(part.code());
                }
            }
        }
        return code.toString();
    }

    /**
     * Lets a person choose a file and writes into it, beside the event dispatch thread.
     *
     * @param failed receives a sentence, on the event dispatch thread
     */
    static void save(Component owner, Supplier<String> text, Consumer<String> failed, ChatTexts texts) {
        JFileChooser chooser = new JFileChooser();
        chooser.setSelectedFile(new File("conversation.md"));
        if (chooser.showSaveDialog(owner) == JFileChooser.APPROVE_OPTION) {
            Path file = chooser.getSelectedFile().toPath();
            BackgroundThread.run("save", () -> {
                try {
                    Files.writeString(file, text.get());
                } catch (IOException notWritten) {
                    SwingUtilities.invokeLater(() -> failed.accept(texts.notSaved(file.toString())));
                }
            });
        }
    }
}
