package dev.plumbline.examples.imagej;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.Await;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official TypeScript client counts cells in ImageJ, without a window and in one. */
@Tag("external")
class ImageAgentsTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void client() {
        assumeTrue(
                CellImage.hasClient(),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/mcp --ignore-scripts");
    }

    private Path access() {
        assertThat(Await.until(() -> Files.exists(file()), Duration.ofSeconds(90)))
                .as("the server has started")
                .isTrue();
        return file();
    }

    private Path file() {
        try {
            return CellImage.accessFile(folder);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void counted(List<String> steps) throws IOException {
        assertThat(steps.get(0)).contains("measureObjects", "openImage", "change_begin");
        assertThat(steps.get(1)).contains("No image is open");
        assertThat(steps.get(2)).contains("\"width\":240", "\"bits\":8");
        assertThat(steps.get(4)).contains("\"count\":" + CellImage.CELLS);
        assertThat(steps.get(5)).isEqualTo("{\"blocks\":[\"image\"]}");
        BufferedImage picture = ImageIO.read(folder.resolve("picture.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(240);
        assertThat(picture.getRGB(0, 0) & 0xFF).isZero();
        assertThat(picture.getRGB(24, 32) & 0xFF).isEqualTo(255);
    }

    private Process count(String... more) throws IOException {
        Path image = CellImage.write(folder);
        String picture = folder.resolve("picture.png").toString();
        return CellImage.client(
                folder, access().toString(), image.toString(), picture, more.length == 0 ? "" : more[0]);
    }

    @Test
    void mc24_headless_countsCells_andTakesTheChangeBack() throws Exception {
        Process host = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ImageAgents.class.getName(),
                        "typescript-*")
                .redirectError(folder.resolve("host.log").toFile())
                .start();
        try {
            List<String> steps = CellImage.steps(folder, count("undo"));

            counted(steps);
            assertThat(steps.get(6)).contains("Taken back");
            assertThat(steps.get(7))
                    .as("blur and threshold are taken back at once")
                    .contains("not black and white");
            assertThat(steps.get(8))
                    .as("all images of the folder")
                    .contains("{\"image\":\"cells.tif\",\"count\":" + CellImage.CELLS + "}");
            host.outputWriter().close();
            assertThat(host.waitFor(90, TimeUnit.SECONDS))
                    .as("the host has ended")
                    .isTrue();
            assertThat(file()).doesNotExist();
        } finally {
            host.destroyForcibly();
        }
    }

    @Test
    void mc24_window_countsCells_andTheUserTakesTheChangeBack() throws Exception {
        assumeTrue(DesktopProgram.isPossible(), "SKIPPED, and it should not be: apt-get install xvfb openbox");
        pluginJar();
        try (DesktopProgram imagej = new DesktopProgram(
                folder,
                List.of(
                        "-Duser.home=" + folder,
                        "-Dplugins.dir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "ij.ImageJ",
                        "-eval",
                        "run(\"Agents...\");"))) {
            imagej.does("start", "Agents");
            imagej.does("click", "agents-allowed");
            Process client = count();
            imagej.number("says", "question-text", ".*nobody has verified it.*");
            imagej.does("click", "answer-allow");
            counted(CellImage.steps(folder, client));
            imagej.number("says", "agents-clients", "typescript-client 2\\.4\\.0");
            imagej.does("window", "cells\\.tif.*");
            imagej.does("shot", Path.of("target", "imagej.png").toAbsolutePath().toString());

            imagej.does("click", "ImageCanvas");
            imagej.does("press", "CTRL+Z");
            assertThat(Await.until(this::isTakenBack, Duration.ofSeconds(90)))
                    .as("one undo takes blur and threshold back")
                    .isTrue();
            imagej.does("close", "Agents");
            assertThat(Await.until(() -> !Files.exists(file()), Duration.ofSeconds(90)))
                    .as("the server ends with its window")
                    .isTrue();
            assertThat(Await.until(() -> threads(imagej).isEmpty(), Duration.ofSeconds(90)))
                    .as("no thread is left")
                    .isTrue();
        }
    }

    private static String threads(DesktopProgram imagej) {
        return imagej.does("threads", "plumbline.*|HTTP-Dispatcher");
    }

    private boolean isTakenBack() {
        try {
            return CellImage.steps(folder, CellImage.client(folder, file().toString()))
                    .get(1)
                    .contains("not black and white");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Puts the plug-in where ImageJ looks for it: a jar whose name has an underscore, with a list of its items. */
    private void pluginJar() throws IOException {
        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        try (OutputStream file = Files.newOutputStream(plugins.resolve("Plumbline_Agents.jar"));
                JarOutputStream jar = new JarOutputStream(file);
                InputStream items = ImageAgentsTest.class.getResourceAsStream("/plugins.config")) {
            jar.putNextEntry(new ZipEntry("plugins.config"));
            items.transferTo(jar);
            jar.closeEntry();
        }
    }
}
