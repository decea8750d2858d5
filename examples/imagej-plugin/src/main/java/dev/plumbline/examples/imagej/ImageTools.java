package dev.plumbline.examples.imagej;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import ij.IJ;
import ij.ImagePlus;
import ij.measure.Measurements;
import ij.measure.ResultsTable;
import ij.plugin.filter.ParticleAnalyzer;
import ij.process.AutoThresholder;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The tools. They run on the UI thread, as ImageJ's own commands do, except the one that may take minutes. */
record ImageTools(ImageSteps steps) {

    @Tool("Opens an image file and shows it in a window, if there are windows.")
    Opened openImage(@Param("the path of a file that ImageJ reads, such as TIFF, PNG, JPEG") String path) {
        ImagePlus image = IJ.openImage(path);
        if (image == null) {
            throw new ToolException("ImageJ cannot read this file. Give the path of an image.");
        }
        steps.open(image);
        if (!GraphicsEnvironment.isHeadless()) {
            image.show();
        }
        return new Opened(image.getTitle(), image.getWidth(), image.getHeight(), image.getBitDepth());
    }

    @Tool("Blurs the image, which removes noise before a threshold.")
    String blur(@Param("radius in pixels, 0.5 to 50") double radius, ToolContext call) {
        if (radius < 0.5 || radius > 50) {
            throw new ToolException("A radius is 0.5 to 50 pixels.");
        }
        steps.edit(call.ids().turn(), () -> processor().blurGaussian(radius));
        return "Blurred " + steps.image().getTitle() + ".";
    }

    @Tool("Makes the image black and white: bright objects become white.")
    Level threshold(
            @Param("how the level is found; Otsu unless given") Optional<AutoThresholder.Method> method,
            ToolContext call) {
        ImageProcessor bytes = processor().convertToByte(true);
        bytes.setAutoThreshold(method.orElse(AutoThresholder.Method.Otsu), true, ImageProcessor.NO_LUT_UPDATE);
        int level = (int) bytes.getMinThreshold();
        bytes.resetThreshold();
        bytes.threshold(level - 1);
        steps.edit(call.ids().turn(), () -> steps.image().setProcessor(bytes));
        return new Level(level, steps.image().getTitle());
    }

    @Tool(value = "Counts and measures the white objects of a black and white image.", readOnly = true)
    Objects measureObjects(@Param("smallest area that counts, in pixels; 1 unless given") Optional<Double> smallest) {
        if (!(processor() instanceof ByteProcessor bytes) || !bytes.isBinary()) {
            throw new ToolException("The image is not black and white. Use threshold first.");
        }
        ImagePlus copy = new ImagePlus("objects", bytes.duplicate());
        copy.getProcessor().setThreshold(255, 255, ImageProcessor.NO_LUT_UPDATE);
        double[] areas = areas(copy, copy.getProcessor(), smallest.orElse(1.0));
        return new Objects(
                areas.length,
                Arrays.stream(areas).sum(),
                Arrays.stream(areas).max().orElse(0));
    }

    /** It may take minutes, so it runs beside the UI thread and says which image it is at. */
    @Tool(
            value = "Counts the bright objects of every image of a folder, without showing the images.",
            readOnly = true,
            affinity = ThreadAffinity.POOL,
            timeoutMillis = 600_000)
    List<Counted> countFolder(@Param("the path of a folder with images") String folder, ToolContext call) {
        List<Counted> counted = new ArrayList<>();
        List<Path> files = images(folder);
        for (Path file : files) {
            call.cancellation().throwIfCancelled();
            call.progress(
                    (double) counted.size() / files.size(), file.getFileName().toString());
            ImagePlus image = IJ.openImage(file.toString());
            if (image != null) {
                ImageProcessor bytes = image.getProcessor().convertToByte(true);
                bytes.blurGaussian(1);
                bytes.setAutoThreshold(AutoThresholder.Method.Otsu, true, ImageProcessor.NO_LUT_UPDATE);
                counted.add(new Counted(file.getFileName().toString(), areas(image, bytes, 1).length));
            }
        }
        return counted;
    }

    private static List<Path> images(String folder) {
        try (Stream<Path> all = Files.list(Path.of(folder))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | InvalidPathException missing) {
            throw new ToolException("There is no such folder, or it cannot be read. Give the path of a folder.");
        }
    }

    /** Measures the objects of an image between the levels that are set. */
    private static double[] areas(ImagePlus image, ImageProcessor pixels, double smallest) {
        ResultsTable table = new ResultsTable();
        ParticleAnalyzer analyzer =
                new ParticleAnalyzer(0, Measurements.AREA, table, smallest, Double.POSITIVE_INFINITY, 0, 1);
        analyzer.setHideOutputImage(true);
        analyzer.analyze(image, pixels);
        return table.size() == 0 ? new double[0] : table.getColumn("Area");
    }

    @Tool(value = "A picture of the image as it is now.", readOnly = true)
    BufferedImage showImage() {
        return steps.image().getBufferedImage();
    }

    @Tool("Takes the last step back, as Edit > Undo does.")
    String undo() {
        steps.undo();
        return String.format(
                Locale.ROOT, "Taken back. The mean value is %.1f.", processor().getStats().mean);
    }

    private ImageProcessor processor() {
        return steps.image().getProcessor();
    }

    record Opened(String title, int width, int height, int bits) {}

    record Level(int level, String title) {}

    record Counted(String image, int count) {}

    record Objects(int count, double area, double largest) {}
}
