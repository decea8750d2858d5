package dev.plumbline.ui;

import dev.plumbline.body.Blob;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Reduces images to a size that every service takes. Needs the module java.desktop, but no display. */
final class ImageReducer {
    /** The maximum width and height in pixels of an image that is redrawn. */
    static final int MOST_EDGE = 2_000;

    /** The maximum width and height in pixels of an image that is sent as it is. */
    static final int MOST_EDGE_AS_IS = 8_000;

    /** The maximum size of an image in bytes: 5 MB in base64, which is the smallest limit of the large services. */
    static final int MOST_BYTES = 3_700_000;

    /** The maximum number of pixels that are decoded; more would take too much memory. */
    private static final long MOST_PIXELS = 64_000_000;

    private ImageReducer() {}

    /**
     * Returns an image as PNG, or as JPEG if PNG is too large.
     *
     * @throws IllegalArgumentException if its size is not known yet
     */
    static Blob drawn(Image image) throws IOException {
        if (image instanceof BufferedImage ready) {
            return encoded(ready);
        }
        int width = image.getWidth(null);
        int height = image.getHeight(null);
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("the image has no size yet, because it is still loading; read it with"
                    + " ImageIO, or wait for it with a MediaTracker");
        }
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D pen = copy.createGraphics();
        pen.drawImage(image, 0, 0, null);
        pen.dispose();
        return encoded(copy);
    }

    /**
     * Returns an image that is not too large: itself, or redrawn.
     *
     * @param known whether its type can be sent; others are redrawn
     * @throws IOException if it must be redrawn and cannot be decoded
     */
    static Blob reduced(Blob blob, boolean known) throws IOException {
        try (InputStream bytes = blob.open();
                ImageInputStream in = new MemoryCacheImageInputStream(bytes)) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new IOException("Java has no reader for its type, " + blob.mediaType() + ", or it is damaged");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in);
                int edge = Math.max(reader.getWidth(0), reader.getHeight(0));
                if (known && edge <= MOST_EDGE_AS_IS && blob.size() <= MOST_BYTES) {
                    return blob;
                }
                if ((long) reader.getWidth(0) * reader.getHeight(0) > MOST_PIXELS) {
                    throw new IOException("it has more than " + MOST_PIXELS + " pixels");
                }
                // every second, third, … pixel of a large image, which takes a part of the memory
                int step = Math.max(1, edge / (2 * MOST_EDGE));
                ImageReadParam part = reader.getDefaultReadParam();
                part.setSourceSubsampling(step, step, 0, 0);
                return encoded(reader.read(0, part));
            } catch (RuntimeException e) {
                throw new IOException("it is damaged", e);
            } finally {
                reader.dispose();
            }
        }
    }

    /** Returns whether Java can read the bytes as an image. */
    static boolean isReadable(Blob blob) {
        try (InputStream bytes = blob.open();
                ImageInputStream in = new MemoryCacheImageInputStream(bytes)) {
            return ImageIO.getImageReaders(in).hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    private static Blob encoded(BufferedImage image) throws IOException {
        int edge = Math.min(MOST_EDGE, Math.max(image.getWidth(), image.getHeight()));
        byte[] png = written(scaled(image, edge, image.getColorModel().hasAlpha()), "png");
        if (png.length <= MOST_BYTES) {
            return Blob.of(png, "image/png");
        }
        byte[] jpeg = written(scaled(image, edge, false), "jpg");
        while (jpeg.length > MOST_BYTES) {
            edge = edge / 2;
            jpeg = written(scaled(image, edge, false), "jpg");
        }
        return Blob.of(jpeg, "image/jpeg");
    }

    /** Returns the image with that longer edge, in a form that every writer takes. */
    private static BufferedImage scaled(BufferedImage image, int edge, boolean alpha) {
        double scale = Math.min(1, edge / (double) Math.max(image.getWidth(), image.getHeight()));
        int width = Math.max(1, (int) Math.round(image.getWidth() * scale));
        int height = Math.max(1, (int) Math.round(image.getHeight() * scale));
        BufferedImage scaled =
                new BufferedImage(width, height, alpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = scaled.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(image, 0, 0, width, height, alpha ? null : Color.WHITE, null);
        pen.dispose();
        return scaled;
    }

    private static byte[] written(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            if (!ImageIO.write(image, format, out)) {
                throw new IOException("no writer for " + format);
            }
        }
        return bytes.toByteArray();
    }
}
