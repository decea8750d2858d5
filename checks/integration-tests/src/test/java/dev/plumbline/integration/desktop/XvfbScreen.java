package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A screen that nobody sees, for a program with windows. */
public final class XvfbScreen {
    private XvfbScreen() {}

    /** Returns the output of a program on a screen of its own; aborts the test, and says so, without Xvfb. */
    public static String run(Class<?> program, String argument) throws Exception {
        Process screen;
        try {
            screen = new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            Assumptions.abort("SKIPPED: there is no Xvfb here, so no window was tried: apt-get install xvfb");
            throw absent;
        }
        try (BufferedReader number =
                new BufferedReader(new InputStreamReader(screen.getInputStream(), StandardCharsets.UTF_8))) {
            return run(":" + number.readLine(), program, argument);
        } finally {
            screen.destroy();
            screen.waitFor(60, TimeUnit.SECONDS);
        }
    }

    private static String run(String display, Class<?> program, String argument) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        argument)
                .redirectErrorStream(true);
        builder.environment().put("DISPLAY", display);
        Process child = builder.start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output;
    }
}
