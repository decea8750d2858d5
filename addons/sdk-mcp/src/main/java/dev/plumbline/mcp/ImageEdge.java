package dev.plumbline.mcp;

import dev.plumbline.body.Blob;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** Makes images smaller. Loaded with the first image, because it needs the module {@code java.desktop}. */
final class ImageEdge {
    private ImageEdge() {}

    /** Returns the image with no edge longer than that, in its own format; itself if it is small or cannot be read. */
    static Blob limited(Blob blob, int most) {
        try {
            BufferedImage image = ImageIO.read(blob.open());
            if (image == null || Math.max(image.getWidth(), image.getHeight()) <= most) {
                return blob;
            }
            boolean jpeg = blob.mediaType().equals("image/jpeg");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            boolean written = ImageIO.write(scaled(image, most, jpeg), jpeg ? "jpeg" : "png", out);
            return written ? Blob.of(out.toByteArray(), jpeg ? "image/jpeg" : "image/png") : blob;
        } catch (IOException unreadable) {
            return blob;
        }
    }

    private static BufferedImage scaled(BufferedImage image, int most, boolean opaque) {
        double factor = (double) most / Math.max(image.getWidth(), image.getHeight());
        int width = Math.max(1, (int) Math.round(image.getWidth() * factor));
        int height = Math.max(1, (int) Math.round(image.getHeight() * factor));
        BufferedImage small =
                new BufferedImage(width, height, opaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = small.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, width, height, null);
        graphics.dispose();
        return small;
    }
}
