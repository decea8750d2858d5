package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Attachments;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures and files that tools return. */
class MediaResultTest {
    private static BufferedImage image(int width, int height, boolean noise) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(7);
        for (int x = 0; noise && x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        return image;
    }

    private static ToolEnvelope returned(Object result) {
        try (ToolExecutorFixture tools =
                new ToolExecutorFixture().with(ToolExecutorFixture.tool("draw", (arguments, context) -> result))) {
            return tools.run("draw");
        }
    }

    private static BufferedImage sent(ToolEnvelope envelope) throws IOException {
        Part.Image image = (Part.Image) envelope.parts().get(0);
        try (InputStream bytes = image.blob().open()) {
            return ImageIO.read(new MemoryCacheImageInputStream(bytes));
        }
    }

    @Test
    @DisplayName("N3 a tool may return a picture")
    void n3_bufferedImage_isAPngPart() throws IOException {
        ToolEnvelope envelope = returned(image(40, 30, false));
        assertThat(envelope.isOk()).isTrue();
        assertThat(envelope.result().get("attached")).isEqualTo(Json.of("image/png"));
        assertThat(sent(envelope).getWidth()).isEqualTo(40);
    }

    @Test
    void n3_blobAndPart_areSentAsTheyAre() throws IOException {
        Blob png = Attachments.image(image(8, 8, false)).blob();
        assertThat(returned(png).parts()).containsExactly(Part.image(png));
        assertThat(returned(Part.image(png)).parts()).containsExactly(Part.image(png));
        Blob text = Blob.of("a;b".getBytes(StandardCharsets.UTF_8), "text/csv");
        assertThat(returned(new Part.File("walls.csv", text)).parts())
                .containsExactly(new Part.File("walls.csv", text));
        assertThat(returned(Part.text("done")).result().get("value")).isEqualTo(Json.of("done"));
    }

    @ParameterizedTest
    @CsvSource({"5000,10,2000", "10,5000,10", "1999,1,1999"})
    void n3_largeImage_isReducedToWhatServicesTake(int width, int height, int reduced) throws IOException {
        BufferedImage sent = sent(returned(image(width, height, false)));
        assertThat(sent.getWidth()).isLessThanOrEqualTo(reduced);
        assertThat(Math.max(sent.getWidth(), sent.getHeight())).isLessThanOrEqualTo(2_000);
    }

    @Test
    void n3_imageThatPngDoesNotCompress_fitsAllTheSame() {
        ToolEnvelope envelope = returned(image(1_500, 1_500, true));
        Part.Image image = (Part.Image) envelope.parts().get(0);
        assertThat(image.blob().size()).isLessThanOrEqualTo(3_700_000);
        assertThat(image.blob().mediaType()).isEqualTo("image/jpeg");
    }

    @Test
    void n3_largeBlob_isReduced() throws IOException {
        BufferedImage huge = image(8_001, 2, false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            assertThat(ImageIO.write(huge, "bmp", out)).isTrue();
        }
        assertThat(sent(returned(Blob.of(bytes.toByteArray(), "image/bmp"))).getWidth())
                .isEqualTo(2_000);
    }

    @Test
    void n3_whatNoModelReads_isRefusedWithAReason() {
        ToolEnvelope drawing = returned(Blob.of(new byte[] {1, 2}, "application/acad"));
        assertThat(drawing.failure().orElseThrow().code()).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
        assertThat(drawing.failure().orElseThrow().message()).contains("application/acad", "PDF");
        ToolEnvelope damaged = returned(Blob.of(new byte[] {1, 2}, "image/png"));
        assertThat(damaged.failure().orElseThrow().code()).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
    }
}
