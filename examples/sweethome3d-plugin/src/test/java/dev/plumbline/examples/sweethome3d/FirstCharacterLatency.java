package dev.plumbline.examples.sweethome3d;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * How long it takes from the click on the menu to the first character of an answer, in the desk and in a plug-in that has
 * the JDK's HTTP client and nothing else. Pairs, in turns, each in a host that was started for it; then further wishes in
 * the same host, from the key to the first character. Run by its name: nothing is asserted, a table is printed.
 */
class FirstCharacterLatency {
    private static final int PAIRS = Integer.getInteger("pairs", 9);
    private static final int FURTHER = 6;
    private static final String WISH = System.getProperty("wish", "draw a room of 4 by 3 metres");

    private final AtomicInteger asked = new AtomicInteger();

    /** One of the two that are compared, and what was measured of it, in milliseconds. */
    private record Side(String item, String window, List<Double> whole, List<Double> first, List<Double> further) {
        static Side of(String item, String window) {
            return new Side(item, window, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    @Test
    void menuToFirstCharacter_besideTheFloor() throws Exception {
        Assumptions.assumeTrue(DesktopProgram.isPossible(), "there is no screen here: apt-get install xvfb openbox");
        Side desk = Side.of("Ask AI", "AI desk");
        Side floor = Side.of("Ask the floor", "Floor desk");
        Path folder = Path.of("target", "acceptance", "first").toAbsolutePath();
        List<Path> plugins = List.of(SweetHomeProgram.PLUGIN, floor(folder.resolveSibling("floor.sh3p")));
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(this::answer)) {
            for (int i = 0; i <= PAIRS; i++) { // the first pair warms the server up
                for (Side side : i % 2 == 0 ? List.of(desk, floor) : List.of(floor, desk)) {
                    try (SweetHomeProgram home = new SweetHomeProgram(folder, server.address(), plugins)) {
                        measure(home, i == 0 ? Side.of(side.item, side.window) : side);
                    }
                }
            }
        }
        print("menu to first character, fresh host", desk.whole, floor.whole);
        print("key to first character, fresh host", desk.first, floor.first);
        print("key to first character, further wishes", desk.further, floor.further);
    }

    private ServerResponse answer(ServerRequest request) {
        int number = asked.incrementAndGet();
        return OpenAiChatScript.create().says("first" + number, " and", " so", " on", " end" + number).stream()
                .byEvent()
                .withPace(Duration.ofMillis(20));
    }

    private void measure(SweetHomeProgram home, Side side) {
        home.menu("AI", side.item);
        home.hand().does("window", side.window);
        String[] since = ask(home, WISH);
        side.whole.add(Long.parseLong(since[0]) / 1000.0);
        side.first.add(Long.parseLong(since[1]) / 1000.0);
        for (int i = 0; i < FURTHER; i++) {
            side.further.add(Long.parseLong(ask(home, "wish " + i)[1]) / 1000.0);
        }
    }

    private String[] ask(SweetHomeProgram home, String wish) {
        int number = asked.get() + 1;
        home.ask(wish);
        String[] since = home.hand()
                .does("since", "conversation", ".*first" + number + ".*")
                .split(" ");
        home.says(".*end" + number + ".*");
        return since;
    }

    private static void print(String what, List<Double> desk, List<Double> floor) {
        System.out.printf(
                "%s: desk %s, floor %s, ratio of medians %.2f%n",
                what, spread(desk), spread(floor), at(desk, 0.5) / at(floor, 0.5));
    }

    private static String spread(List<Double> values) {
        return "%.0f ms (%.0f–%.0f, n=%d)".formatted(at(values, 0.5), at(values, 0.0), at(values, 1.0), values.size());
    }

    private static double at(List<Double> values, double share) {
        return values.stream().sorted().toList().get((int) Math.round((values.size() - 1) * share));
    }

    /** The plug-in to measure against, as a file. */
    private static Path floor(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Path classes = Path.of(FirstCharacterLatency.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String entry = "dev/plumbline/examples/sweethome3d/baseline/";
        try (OutputStream to = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(to);
                var names = Files.list(classes.resolve(entry))) {
            for (Path name : names.toList()) {
                add(zip, entry + name.getFileName(), Files.readAllBytes(name));
            }
            try (InputStream ours = AiDeskPlugin.class.getResourceAsStream("/ApplicationPlugin.properties")) {
                String properties = new String(ours.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
                add(
                        zip,
                        "ApplicationPlugin.properties",
                        properties
                                .replace("AiDeskPlugin", "baseline.BaselinePlugin")
                                .replace("id=PlumblineAiDesk", "id=Floor")
                                .replace("name=Plumbline AI desk", "name=Floor")
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static void add(ZipOutputStream zip, String name, byte[] bytes) throws java.io.IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
    }
}
