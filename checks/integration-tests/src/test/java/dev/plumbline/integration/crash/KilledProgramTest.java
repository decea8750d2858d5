package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KilledProgramTest {
    /** The number of deaths of a conversation: what is read again at every start grows with it. */
    private static final int LIVES = 25;

    private static final int DEATHS = Integer.getInteger("plumbline.crashes", 16);
    /** From here on an archive of classes pays. */
    private static final int MANY = 200;

    /** More than a child does in its life; a child whose parent was killed ends at some time. */
    private static final int MOST_STEPS = 1_000_000;

    private static final long SEED = Long.getLong("plumbline.crashes.seed", 7);
    private static final int LONGEST = 60;
    private static final System.Logger LOG = System.getLogger("dev.plumbline.crash");

    private final Random random = new Random(SEED);
    private final DrawingCheck.Counts counts = new DrawingCheck.Counts();

    @TempDir
    private Path folder;

    @Test
    @Tag("F86")
    @DisplayName(
            "86 killed at any moment with everything switched on: nothing that was committed is lost, nothing is drawn"
                    + " twice, and the state is that of the entries")
    void killedOverAndOver() throws Exception {
        ChildCommand command =
                DEATHS > MANY ? ChildCommand.archived(folder.resolve("archive")) : ChildCommand.ofClassPath();
        for (int done = 0; done < DEATHS; done += LIVES) {
            Path own = Files.createDirectory(folder.resolve("after" + done));
            DrawingCheck check = new DrawingCheck(own, counts);
            for (int i = 0; i < Math.min(LIVES, DEATHS - done); i++) {
                check.verify(printedBeforeDeath(command, own));
            }
            delete(own);
            LOG.log(System.Logger.Level.INFO, "{0} deaths: {1}", Math.min(done + LIVES, DEATHS), counts);
        }
        assertThat(counts.acknowledged()).isPositive(); // how many depends on the machine
    }

    /** Starts the program, kills it after it has printed its first line, or before, and returns what it has printed. */
    private List<String> printedBeforeDeath(ChildCommand command, Path own) throws IOException, InterruptedException {
        Process child = command.start(own, random.nextInt(), MOST_STEPS);
        List<String> printed = new ArrayList<>();
        try (BufferedReader from =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            boolean early = random.nextInt(10) == 0;
            int lifetime = random.nextInt(early ? 10 * LONGEST : LONGEST);
            if (!early) {
                add(from, printed);
            }
            child.waitFor(lifetime, TimeUnit.MILLISECONDS);
            // by its handle: the process itself would close what was printed before it is read
            child.toHandle().destroyForcibly();
            while (add(from, printed)) {}
        } finally {
            child.toHandle().destroyForcibly();
            child.waitFor();
        }
        assertThat(child.exitValue()).as(() -> read(own.resolve("child.log"))).isNotIn(0, 1);
        return printed;
    }

    /** Adds a line that was printed as a whole: the last one may be torn, and ends with a point otherwise. */
    private static boolean add(BufferedReader from, List<String> printed) throws IOException {
        String line = from.readLine();
        if (line != null && line.endsWith(DrawingSteps.END)) {
            printed.add(line.substring(0, line.length() - DrawingSteps.END.length()));
        }
        return line != null;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static void delete(Path own) throws IOException {
        try (Stream<Path> all = Files.walk(own)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
