package dev.plumbline.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import java.awt.Color;
import java.awt.Image;
import java.awt.Toolkit;
import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.StringSelection;
import java.awt.datatransfer.Transferable;
import java.awt.image.BaseMultiResolutionImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of a user, before they are sent. */
class AttachmentsTest {
    private static final int MOST_BYTES = 3_700_000;

    @TempDir
    private Path folder;

    private static BufferedImage noise(int width, int height, int type) {
        BufferedImage image = new BufferedImage(width, height, type);
        Random random = new Random(7);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        return image;
    }

    private static byte[] written(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            assertThat(ImageIO.write(image, format, out)).isTrue();
        }
        return bytes.toByteArray();
    }

    private static BufferedImage read(Part.Image part) throws IOException {
        try (InputStream bytes = part.blob().open()) {
            return ImageIO.read(new MemoryCacheImageInputStream(bytes));
        }
    }

    @ParameterizedTest
    @CsvSource({"png, 640", "jpg, 640", "gif, 640", "png, 8000"})
    @DisplayName("N3 an image that services take is sent as it is")
    void n3_usualImage_staysAsItIs(String format, int width) throws IOException {
        BufferedImage image = new BufferedImage(width, 2, BufferedImage.TYPE_INT_RGB);
        Path file = Files.write(folder.resolve("plan.bin"), written(image, format));
        assertThat(Attachments.read(file)).isEqualTo(Part.image(file));
    }

    @ParameterizedTest
    @CsvSource({"png, 8001", "bmp, 640", "tiff, 640", "bmp, 5000"})
    @DisplayName("N3 a larger image, or one of another type, is drawn anew as services take it")
    void n3_otherImage_isDrawnAnew(String format, int width) throws IOException {
        BufferedImage image = new BufferedImage(width, 4, BufferedImage.TYPE_INT_RGB);
        Path file = Files.write(folder.resolve("plan.png"), written(image, format));
        Part.Image part = (Part.Image) Attachments.read(file);
        assertThat(part.blob().mediaType()).isEqualTo("image/png");
        assertThat(read(part).getWidth()).isEqualTo(Math.min(width, 2_000));
    }

    @Test
    @DisplayName("N3 a photo of many bytes becomes a JPEG that every service takes")
    void n3_photo_isReduced() throws IOException {
        BufferedImage photo = noise(3_000, 2_000, BufferedImage.TYPE_INT_RGB);
        Part.Image part = Attachments.image(Blob.of(written(photo, "png"), "image/png"));
        assertThat(part.blob().mediaType()).isEqualTo("image/jpeg");
        assertThat(part.blob().size()).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    @DisplayName("N3 an image from the clipboard is sent, whatever its class")
    void n3_imageFromMemory_isAPng() throws IOException {
        BufferedImage small = new BufferedImage(40, 30, BufferedImage.TYPE_INT_ARGB);
        small.setRGB(3, 4, Color.RED.getRGB());
        for (Image image : new Image[] {small, new BaseMultiResolutionImage(small)}) {
            BufferedImage sent = read(Attachments.image(image));
            assertThat(sent.getWidth()).isEqualTo(40);
            assertThat(sent.getRGB(3, 4)).isEqualTo(Color.RED.getRGB());
        }
    }

    @Test
    @DisplayName("N3 what is transparent becomes white in a JPEG")
    void n3_transparentImage_isWhiteInAJpeg() throws IOException {
        BufferedImage image = noise(1_500, 1_500, BufferedImage.TYPE_INT_ARGB);
        for (int x = 0; x < 64; x++) {
            for (int y = 0; y < 64; y++) {
                image.setRGB(x, y, 0);
            }
        }
        Part.Image part = Attachments.image(image);
        assertThat(part.blob().mediaType()).isEqualTo("image/jpeg");
        assertThat(new Color(read(part).getRGB(10, 10)).getGreen()).isGreaterThan(200);
    }

    @Test
    @DisplayName("N3 what cannot be sent is refused with the reason and the way out")
    void n3_whatIsNoImage_isRefused() {
        Blob damaged = Blob.of(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0}, "image/png");
        Blob webp = Blob.of(new byte[MOST_BYTES + 1], "image/webp");
        assertThatThrownBy(() -> Attachments.image(damaged))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be sent");
        assertThatThrownBy(() -> Attachments.image(Blob.of(new byte[] {1, 2}, "image/heic")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("image/heic", "use PNG, JPEG, GIF or WebP");
        assertThatThrownBy(() -> Attachments.image(webp)).hasMessageContaining(MOST_BYTES + " can be sent");
        Blob small = Blob.of("RIFF".getBytes(StandardCharsets.US_ASCII), "image/webp");
        assertThat(Attachments.image(small)).isEqualTo(Part.image(small));
    }

    @Test
    @DisplayName("N3 an image that still loads is refused with the way out")
    void n3_imageThatStillLoads_isRefused() {
        Image loading = Toolkit.getDefaultToolkit().createImage(new byte[] {1, 2});
        assertThatThrownBy(() -> Attachments.image(loading))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ImageIO");
    }

    @Test
    @DisplayName("N3 a file is what its content is: a picture, a document or text")
    void n3_file_isWhatItsContentIs() throws IOException {
        Path text = Files.writeString(folder.resolve("walls.png"), "a;b");
        Path drawing = Files.write(folder.resolve("plan.dwg"), new byte[] {0, 1, 2});
        assertThat(Attachments.read(text)).isEqualTo(Part.file(text));
        assertThat(Attachments.read(drawing)).isEqualTo(Part.file(drawing));
    }

    @Test
    @DisplayName("N3 what is dropped or pasted becomes parts: files, or an image")
    void n3_droppedData_becomesParts() throws IOException {
        Path text = Files.writeString(folder.resolve("walls.csv"), "a;b");
        Path png = Files.write(
                folder.resolve("plan.png"), written(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "png"));
        assertThat(Attachments.of(data(DataFlavor.javaFileListFlavor, List.of(text.toFile(), png.toFile()))))
                .containsExactly(Part.file(text), Part.image(png));
        assertThat(Attachments.of(data(DataFlavor.imageFlavor, new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB))))
                .hasSize(1)
                .allMatch(Part.Image.class::isInstance);
        assertThat(Attachments.of(new StringSelection("a text"))).isEmpty();
    }

    private static Transferable data(DataFlavor flavor, Object value) {
        return new Transferable() {
            @Override
            public DataFlavor[] getTransferDataFlavors() {
                return new DataFlavor[] {flavor};
            }

            @Override
            public boolean isDataFlavorSupported(DataFlavor wanted) {
                return wanted.equals(flavor);
            }

            @Override
            public Object getTransferData(DataFlavor wanted) {
                return value;
            }
        };
    }
}
