package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import com.formdev.flatlaf.FlatLightLaf;
import java.awt.Component;
import java.awt.Container;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.swing.JTabbedPane;
import javax.swing.LookAndFeel;
import javax.swing.UIManager;
import javax.swing.UnsupportedLookAndFeelException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The picture of the set-up on the page of the assistant; {@code -Dplumbline.page=write} paints it. */
class SetupPictureTest {
    private static final Path PICTURE = Path.of("../../docs/images/assistant-setup.png");
    private static final String FORM = "javax_imageio_png_1.0";
    private static final String COMMENT = "Comment\0";
    private static final int DIGITS = 64;
    private static final int WIDTH = 430;
    private static final int HEIGHT = 640;

    @Test
    @DisplayName("N36 the picture of the page shows the fields and buttons that the set-up has")
    void n36_picture_showsTheSetup() throws Exception {
        LookAndFeel usual = UIManager.getLookAndFeel();
        try (Desk desk = new Desk()) {
            desk.settings.put("url", "http://127.0.0.1:1234/v1");
            desk.settings.put("model", "qwen3");
            desk.settings.put("proxy", "proxy.example.com:8080");
            desk.settings.put("always", "draw=1");
            desk.settings.put(
                    "mcpServers",
                    "{\"mcpServers\":{\"files\":{\"command\":\"files\"},\"prices\":{\"command\":\"prices\",\"disabled\":true}}}");
            Desk.ui(() -> use(new FlatLightLaf()));
            List<Component> tabs = Stream.of(0, 1).map(tab -> tab(desk, tab)).toList();
            String shown = digest(tabs.stream().map(Desk::texts).collect(Collectors.joining()));
            if ("write".equals(System.getProperty("plumbline.page"))) {
                write(Desk.onUi(() -> painted(tabs)), shown);
            }
            assertThat(digestOfPicture())
                    .as("the set-up has changed since its picture was made; paint it with -Dplumbline.page=write")
                    .isEqualTo(shown);
        } finally {
            Desk.ui(() -> use(usual));
        }
    }

    private static void use(LookAndFeel look) {
        try {
            UIManager.setLookAndFeel(look);
        } catch (UnsupportedLookAndFeelException e) {
            throw new AssertionError(e);
        }
    }

    private static Component tab(Desk desk, int number) {
        Component setup =
                Desk.onUi(() -> desk.assistant(builder -> builder).setup().component());
        Desk.awaitText(setup, "No key is needed.");
        Desk.press(setup, "servers-more");
        Desk.ui(() -> Desk.find(setup, "plumbline-tabs", JTabbedPane.class).setSelectedIndex(number));
        return setup;
    }

    /** Returns the components side by side. */
    private static BufferedImage painted(List<Component> parts) {
        BufferedImage picture = new BufferedImage(WIDTH * parts.size(), HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < parts.size(); i++) {
            Component part = parts.get(i);
            part.setSize(WIDTH, HEIGHT);
            layOut(part);
            layOut(part); // texts with several lines know their height now
            Graphics2D graphics = picture.createGraphics();
            graphics.translate(i * WIDTH, 0);
            part.paint(graphics);
            graphics.dispose();
        }
        return picture;
    }

    private static void layOut(Component part) {
        if (part instanceof Container container) {
            container.doLayout();
            Stream.of(container.getComponents()).forEach(SetupPictureTest::layOut);
        }
    }

    private static String digest(String texts) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(texts.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes the picture with the digest of its texts as a comment: pixels depend on the fonts of a machine. */
    private static void write(BufferedImage picture, String digest) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        IIOMetadata about = writer.getDefaultImageMetadata(new ImageTypeSpecifier(picture), null);
        IIOMetadataNode entry = new IIOMetadataNode("tEXtEntry");
        entry.setAttribute("keyword", "Comment");
        entry.setAttribute("value", digest);
        IIOMetadataNode text = new IIOMetadataNode("tEXt");
        text.appendChild(entry);
        IIOMetadataNode root = new IIOMetadataNode(FORM);
        root.appendChild(text);
        about.mergeTree(FORM, root);
        Files.deleteIfExists(PICTURE);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(PICTURE.toFile())) {
            writer.setOutput(out);
            writer.write(new IIOImage(picture, null, about));
        } finally {
            writer.dispose();
        }
    }

    private static String digestOfPicture() throws IOException {
        String bytes = Files.readString(PICTURE, StandardCharsets.ISO_8859_1);
        int from = bytes.indexOf(COMMENT) + COMMENT.length();
        return bytes.substring(from, Math.min(bytes.length(), from + DIGITS));
    }
}
