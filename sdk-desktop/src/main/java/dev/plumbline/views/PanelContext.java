package dev.plumbline.views;

import java.awt.Component;
import java.awt.Desktop;
import java.awt.Font;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import javax.swing.UIManager;

/** What all rows of a panel share. Used on the event dispatch thread. */
final class PanelContext {
    private static final int USUAL_SIZE = 13;
    private static final float SMALL = 0.9f;
    private static final String MARKS = "✓✗▸▾⋯•";

    private final RowsPane pane = new RowsPane();
    private final MenuOpener menus;
    private ChatTexts texts;
    private int zoom = 100;
    private String found = "";
    private Font font = font(zoom);

    /** Opens the menu of a row. */
    interface MenuOpener {
        void open(ShownRow row, Component invoker, int x, int y);
    }

    PanelContext(ChatTexts texts, MenuOpener menus) {
        this.texts = texts;
        this.menus = menus;
    }

    RowsPane pane() {
        return pane;
    }

    MenuOpener menus() {
        return menus;
    }

    ChatTexts texts() {
        return texts;
    }

    void texts(ChatTexts others) {
        texts = others;
    }

    int zoom() {
        return zoom;
    }

    void zoom(int percent) {
        zoom = percent;
        restyle();
    }

    /** Takes the font of the look and feel, which may be another one now. */
    void restyle() {
        font = font(zoom);
    }

    /** Returns the text that a person looks for; empty for none. */
    String found() {
        return found;
    }

    void found(String text) {
        found = text;
    }

    Font font() {
        return font;
    }

    private static Font font(int zoom) {
        Font own = UIManager.getFont("Label.font");
        Font base = Objects.requireNonNullElseGet(own, () -> new Font(Font.SANS_SERIF, Font.PLAIN, USUAL_SIZE));
        int size = Math.round(base.getSize2D() * zoom / 100f);
        return base.canDisplayUpTo(MARKS) < 0
                ? base.deriveFont(Font.PLAIN, size)
                : new Font(Font.DIALOG, Font.PLAIN, size); // made of several fonts, one of which has them
    }

    /** Returns the font of what is less important. */
    Font smallFont() {
        return font.deriveFont(font.getSize2D() * SMALL);
    }

    Font codeFont() {
        return new Font(Font.MONOSPACED, Font.PLAIN, font().getSize());
    }

    /** Opens a link in the browser of the system; what cannot be opened stays as it is. */
    static void browse(String link) {
        BackgroundThread.run("link", () -> {
            try {
                if (MarkdownReader.isSafe(link) && Desktop.isDesktopSupported()) {
                    Desktop.getDesktop().browse(new URI(link));
                }
            } catch (IOException | URISyntaxException | UnsupportedOperationException noBrowser) {
                // the link can be copied from the text
            }
        });
    }
}
