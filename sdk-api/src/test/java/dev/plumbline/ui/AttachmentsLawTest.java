package dev.plumbline.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Part;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The law of pictures: whatever a user has, what is sent fits, and shows the same. */
class AttachmentsLawTest {
    private static final int[] TYPES = {
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_INT_ARGB,
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_USHORT_565_RGB,
        BufferedImage.TYPE_BYTE_INDEXED,
        BufferedImage.TYPE_BYTE_BINARY
    };

    @Property(tries = 40)
    @Label("N3 Pictures: the result fits into every limit, keeps its shape, and is left alone afterwards")
    void n3_pictureFits_andKeepsItsShape(
            @ForAll @IntRange(min = 1, max = 4_500) int width,
            @ForAll @IntRange(min = 1, max = 600) int height,
            @ForAll @IntRange(max = 5) int type,
            @ForAll boolean noise)
            throws IOException {
        BufferedImage image = new BufferedImage(width, height, TYPES[type]);
        Random random = new Random(width);
        for (int x = 0; noise && x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        Part.Image part = Attachments.image(image);
        assertThat(part.blob().size()).isLessThanOrEqualTo(3_700_000);
        BufferedImage sent;
        try (InputStream bytes = part.blob().open()) {
            sent = ImageIO.read(new MemoryCacheImageInputStream(bytes));
        }
        double scale = (double) sent.getWidth() / width;
        assertThat(Math.max(sent.getWidth(), sent.getHeight())).isLessThanOrEqualTo(2_000);
        assertThat(sent.getHeight()).isBetween((int) (height * scale) - 1, (int) (height * scale) + 2);
        assertThat(Attachments.image(part.blob())).isEqualTo(part);
    }
}
