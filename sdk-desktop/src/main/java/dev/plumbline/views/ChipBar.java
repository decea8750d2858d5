package dev.plumbline.views;

import dev.plumbline.body.Part;
import dev.plumbline.ui.Attachments;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.Insets;
import java.awt.RenderingHints;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.Transferable;
import java.awt.datatransfer.UnsupportedFlavorException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import javax.swing.BorderFactory;
import javax.swing.ImageIcon;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;

/**
 * What is sent with the next message: pictures, files and what the host has added, each a chip that can be seen and removed.
 * Files are read beside the event dispatch thread. Used on the event dispatch thread.
 */
final class ChipBar {
    /** The most bytes of all chips together, as for all attachments of a request. */
    static final long MOST_BYTES = 48L << 20;

    private static final int THUMBNAIL = 28;
    private static final int MEGA = 1 << 20;

    private final JPanel bar = new JPanel(new ButtonLayout(4, 4));
    private final List<Chip> chips = new ArrayList<>();
    private final Supplier<ChatTexts> texts;
    private final Consumer<String> refusals;
    private final Runnable changed;

    /**
     * Makes an empty bar.
     *
     * @param refusals receives a sentence about what cannot be sent
     * @param changed is run after each change
     */
    ChipBar(Supplier<ChatTexts> texts, Consumer<String> refusals, Runnable changed) {
        this.texts = texts;
        this.refusals = refusals;
        this.changed = changed;
        bar.setName("attachments");
        bar.setVisible(false);
    }

    JComponent component() {
        return bar;
    }

    /** Returns whether a file is still being read. */
    boolean isReading() {
        return chips.stream().anyMatch(chip -> chip.part.isEmpty());
    }

    boolean isEmpty() {
        return chips.isEmpty();
    }

    List<Part> parts() {
        return chips.stream().flatMap(chip -> chip.part.stream()).toList();
    }

    void clear() {
        chips.clear();
        bar.removeAll();
        refresh();
    }

    void add(AttachedPart attached) {
        Chip chip = new Chip(attached.label());
        chip.take(attached.part(), Optional.empty());
    }

    /** Adds what was dropped or pasted; returns false if it is neither a picture nor files. */
    boolean add(Transferable data) {
        try {
            if (data.isDataFlavorSupported(DataFlavor.javaFileListFlavor)) {
                for (Object file : (List<?>) data.getTransferData(DataFlavor.javaFileListFlavor)) {
                    add(((File) file).toPath());
                }
                return true;
            } else if (data.isDataFlavorSupported(DataFlavor.imageFlavor)) {
                Image image = (Image) data.getTransferData(DataFlavor.imageFlavor);
                read(texts.get().of(ChatPanel.ChatLabel.PICTURE), () -> Attachments.image(image));
                return true;
            }
        } catch (UnsupportedFlavorException | IOException gone) {
            refusals.accept(texts.get().unreadable(texts.get().of(ChatPanel.ChatLabel.PICTURE)));
        }
        return false;
    }

    static boolean takes(DataFlavor[] flavors) {
        return List.of(flavors).contains(DataFlavor.javaFileListFlavor)
                || List.of(flavors).contains(DataFlavor.imageFlavor);
    }

    void add(Path file) {
        String name = String.valueOf(file.getFileName());
        read(name, () -> {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw new TooLarge(size);
            }
            return Attachments.read(file);
        });
    }

    private void read(String name, Callable<Part> reading) {
        Chip chip = new Chip(name);
        BackgroundThread.run("attachment", () -> {
            try {
                Part part = reading.call();
                Optional<Image> thumbnail = thumbnail(part);
                SwingUtilities.invokeLater(() -> chip.take(part, thumbnail));
            } catch (TooLarge large) {
                SwingUtilities.invokeLater(() -> chip.refuse(texts.get().tooLarge(name, large.size)));
            } catch (IllegalArgumentException | OutOfMemoryError notSendable) {
                SwingUtilities.invokeLater(() -> chip.refuse(texts.get().notSendable(name)));
            } catch (Exception unreadable) {
                SwingUtilities.invokeLater(() -> chip.refuse(texts.get().unreadable(name)));
            }
        });
    }

    /** What is larger than can be sent. */
    private static final class TooLarge extends Exception {
        private static final long serialVersionUID = 1L;
        private final long size;

        TooLarge(long size) {
            super("too large");
            this.size = size / MEGA;
        }
    }

    private static Optional<Image> thumbnail(Part part) throws IOException {
        if (!(part instanceof Part.Image image)) {
            return Optional.empty();
        }
        Image whole = ImageIO.read(image.blob().open());
        return Optional.ofNullable(whole).map(ChipBar::small);
    }

    private static Image small(Image whole) {
        int width = whole.getWidth(null);
        int height = whole.getHeight(null);
        float scale = Math.min(1f, (float) THUMBNAIL / Math.max(width, height));
        java.awt.image.BufferedImage small = new java.awt.image.BufferedImage(
                Math.max(1, Math.round(width * scale)),
                Math.max(1, Math.round(height * scale)),
                java.awt.image.BufferedImage.TYPE_INT_ARGB);
        Graphics2D pen = small.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(whole, 0, 0, small.getWidth(), small.getHeight(), null);
        pen.dispose();
        return small;
    }

    private void refresh() {
        bar.setVisible(!chips.isEmpty());
        bar.revalidate();
        bar.repaint();
        changed.run();
    }

    private static long sizeOf(Part part) {
        return part instanceof Part.Image image
                ? image.blob().size()
                : part instanceof Part.File file ? file.blob().size() : 0;
    }

    /** Something that is sent with the next message. */
    private final class Chip {
        private final String name;
        private final JPanel panel = new Rounded();
        private final JLabel label = QuestionButtons.plain(new JLabel());
        private Optional<Part> part = Optional.empty();

        Chip(String name) {
            this.name = name;
            JButton remove = QuestionButtons.plain(new JButton("×"));
            String removes = texts.get().of(ChatPanel.ChatLabel.REMOVE);
            remove.setName("remove-attachment");
            remove.setMargin(new Insets(0, 3, 0, 3));
            remove.setToolTipText(removes);
            remove.getAccessibleContext().setAccessibleName(removes + ": " + name);
            remove.addActionListener(pressed -> remove());
            label.setText(name + " …");
            label.setName("attachment");
            panel.add(label);
            panel.add(remove);
            chips.add(this);
            bar.add(panel);
            refresh();
        }

        void take(Part read, Optional<Image> thumbnail) {
            if (chips.contains(this)) { // it was not removed meanwhile
                long others = parts().stream().mapToLong(ChipBar::sizeOf).sum();
                if (others + sizeOf(read) > MOST_BYTES) {
                    refuse(texts.get().tooLarge(name, (others + sizeOf(read)) / MEGA));
                    return;
                }
                part = Optional.of(read);
                boolean isNamed = read instanceof Part.Image && !name.isEmpty();
                label.setText(
                        read instanceof Part.Text
                                ? name
                                : isNamed ? name + ", " + sized(read) : AttachedPart.labelOf(read));
                thumbnail.ifPresent(image -> label.setIcon(new ImageIcon(image)));
                refresh();
            }
        }

        private String sized(Part read) {
            String label = AttachedPart.labelOf(read);
            return label.substring(label.indexOf(", ") + 2);
        }

        void refuse(String sentence) {
            if (chips.contains(this)) {
                remove();
                refusals.accept(sentence);
            }
        }

        private void remove() {
            chips.remove(this);
            bar.remove(panel);
            refresh();
        }
    }

    /** The background of a chip. */
    private static final class Rounded extends JPanel {
        private static final long serialVersionUID = 1L;

        Rounded() {
            super(new java.awt.FlowLayout(java.awt.FlowLayout.LEADING, 4, 1));
            setOpaque(false);
            setBorder(BorderFactory.createEmptyBorder(0, 2, 0, 0));
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            Graphics2D pen = (Graphics2D) graphics.create();
            pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            pen.setColor(Colours.code());
            pen.fillRoundRect(0, 0, getWidth(), getHeight(), 10, 10);
            pen.dispose();
        }

        @Override
        public Dimension getMinimumSize() {
            return new Dimension();
        }
    }
}
