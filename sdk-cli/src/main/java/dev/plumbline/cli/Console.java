package dev.plumbline.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * A terminal or a pipe. Lines are read by one thread; any thread may print. What is printed is made plain
 * ({@link Plain}) here, so that nobody can forget it.
 */
final class Console implements AutoCloseable {
    private static final int NARROW = 40;
    private static final int WIDE = 120;

    private final Terminal terminal;
    private final LineReader lines;
    private boolean lineBegun;

    Console(Terminal terminal) {
        this.terminal = terminal;
        this.lines = LineReaderBuilder.builder()
                .terminal(terminal)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    /** The next line that is typed; what Ctrl-C took back is an empty one. Empty where there will be none any more. */
    Optional<String> read(String prompt) {
        try {
            return Optional.of(lines.readLine(prompt));
        } catch (UserInterruptException e) {
            return Optional.of("");
        } catch (EndOfFileException e) {
            return Optional.empty();
        }
    }

    /** Prints more text on this line, with line breaks if there are any. */
    synchronized void print(String piece) {
        if (!piece.isEmpty()) {
            terminal.writer().print(Plain.text(piece));
            terminal.flush();
            lineBegun = !piece.endsWith("\n");
        }
    }

    /** Something on a line of its own. */
    synchronized void line(String words) {
        endLine();
        print(words + "\n");
    }

    /** A new line, unless one has just begun. */
    synchronized void endLine() {
        print(lineBegun ? "\n" : "");
    }

    /** Something on a line of its own, cut to what fits on one. */
    synchronized void note(String words) {
        line(Plain.line(
                words, Math.max(NARROW, Math.min(WIDE, terminal.getSize().getColumns())) - 1));
    }

    /** Whether single keys can be read: it is a terminal and no pipe. */
    boolean hasKeys() {
        return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
    }

    /** The keyboard, until closed. */
    Keys keys() {
        return new Keys(terminal);
    }

    /** Runs that on Ctrl-C. */
    void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, signal -> action.run());
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A keyboard that is read key by key and not echoed. Used by one thread. */
    static final class Keys implements AutoCloseable {
        static final int NONE = -2;

        private final Terminal terminal;
        private final Attributes before;

        private Keys(Terminal terminal) {
            this.terminal = terminal;
            this.before = terminal.enterRawMode();
        }

        /** The next key, as a character; NONE when none is pressed within that many milliseconds, -1 at the end. */
        int next(long millis) {
            try {
                return terminal.reader().read(millis);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            terminal.setAttributes(before);
        }
    }
}
