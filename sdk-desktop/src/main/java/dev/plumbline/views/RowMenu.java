package dev.plumbline.views;

import dev.plumbline.views.ChatPanel.ChatLabel;
import java.awt.Component;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.text.JTextComponent;

/** The menu of a row. Used on the event dispatch thread. */
final class RowMenu {
    private static final int MOST_LINKS = 8;
    private static final int MOST_LETTERS = 60;

    private final JPopupMenu menu = new JPopupMenu();
    private final ChatTexts texts;
    private final ShownRow row;

    RowMenu(ChatTexts texts, ShownRow row) {
        this.texts = texts;
        this.row = row;
        menu.setName("row-menu-items");
    }

    /** Adds the actions that the row has. */
    RowMenu with(List<RowAction> actions) {
        row.source().ifPresent(source -> {
            for (RowAction action : actions) {
                RowAction.Offer offer = action.offer().apply(source);
                if (offer.isShown()) {
                    JMenuItem item = add(
                            action.name(), action.label(), () -> action.run().accept(source));
                    item.setEnabled(offer.isReady());
                    if (!offer.isReady()) {
                        item.setText(action.label() + " – " + offer.refusal());
                        item.getAccessibleContext().setAccessibleDescription(offer.refusal());
                    }
                }
            }
        });
        return this;
    }

    private JMenuItem add(String name, String label, Runnable run) {
        JMenuItem item = QuestionButtons.plain(new JMenuItem());
        item.setText(label);
        item.setName("action-" + name);
        item.addActionListener(chosen -> run.run());
        menu.add(item);
        return item;
    }

    /**
     * Returns the menu, with what a person can copy and open first.
     *
     * @param invoker the part of the row where it is asked for: what is selected there is copied alone
     */
    JPopupMenu of(Component invoker) {
        int own = menu.getComponentCount();
        String chosen = invoker instanceof JTextComponent text && text.getSelectedText() != null
                ? text.getSelectedText()
                : row.text();
        if (!chosen.isEmpty()) {
            add("copy", texts.of(ChatLabel.COPY), () -> RowCopies.copy(chosen));
        }
        if (row.words().isMarkdown()) {
            String code = RowCopies.code(row.text());
            if (!code.isEmpty()) {
                add("copy-code", texts.of(ChatLabel.COPY_CODE), () -> RowCopies.copy(code));
            }
            links().forEach(link -> add(
                    "open-link",
                    texts.of(ChatLabel.OPEN_LINK) + ": " + shortened(link),
                    () -> PanelContext.browse(link)));
        }
        for (int i = 0; i < own; i++) {
            menu.add(menu.getComponent(0)); // after what was added now
        }
        return menu;
    }

    private Set<String> links() {
        Set<String> links = new LinkedHashSet<>();
        TextRegions regions = TextRegions.of(row.text(), true);
        for (int i = 0; i < regions.count() && links.size() < MOST_LINKS; i++) {
            MarkdownReader.read(regions.get(i)).stream()
                    .filter(MarkdownBlock.Text.class::isInstance)
                    .flatMap(block -> ((MarkdownBlock.Text) block).lines().stream())
                    .flatMap(line -> line.runs().stream())
                    .map(MarkdownBlock.Run::link)
                    .filter(link -> !link.isEmpty())
                    .limit(MOST_LINKS)
                    .forEach(links::add);
        }
        return links;
    }

    private static String shortened(String link) {
        return link.length() <= MOST_LETTERS ? link : link.substring(0, MOST_LETTERS) + "…";
    }
}
