package dev.plumbline.testkit.internal;

import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The file to which scripted models write how they judge their calls. A suite of tests that is run with {@code
 * -Dplumbline.bound=file} has bound answers: a {@link ScriptedProvider} binds its answers as a {@link BindingProvider} does, and a
 * script over HTTP is that of a service emulator. So each call that rewrites what was sent is found, whatever the tests
 * look at. A line is the judgement, a tab, and the test in which the model was made. Thread-safe.
 */
public final class BoundCallLog {
    private static final String SWITCH = "plumbline.bound";

    private final Path file;
    private final String owner;

    /** Creates a log in that file, of models that this test has made. */
    public BoundCallLog(Path file, String owner) {
        this.file = file;
        this.owner = owner;
    }

    /** Returns the log of the run; empty if the answers of the run are not bound. */
    public static Optional<BoundCallLog> ofRun() {
        String file = System.getProperty(SWITCH, "");
        return file.isEmpty() ? Optional.empty() : Optional.of(new BoundCallLog(Path.of(file), owner()));
    }

    private static String owner() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().matches(".*Tests?([$].*)?"))
                        .reduce((inner, outer) -> outer)
                        .map(frame -> frame.getClassName() + "#" + frame.getMethodName())
                        .orElse("-"));
    }

    /** Writes that a call was answered. */
    public void answered() {
        add("answered");
    }

    /** Writes that a call was refused, and why. */
    public void refused(String why) {
        add("refused: " + why);
    }

    /** Writes that a conversation starts over, as its call says, and what differs. */
    public void startsOver(String what) {
        add("starts over: " + what);
    }

    /** Writes that a conversation starts over, which its call does not say or cannot, and what differs. */
    public void startsOverUnsaid(String what) {
        add("starts over unsaid: " + what);
    }

    private void add(String judgement) {
        try {
            Files.writeString(
                    file, judgement + "\t" + owner + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
