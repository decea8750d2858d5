package dev.plumbline.cli;

import java.util.Locale;
import org.jline.terminal.TerminalBuilder;

/**
 * The terminal of the system without native code, except on Windows, where JLine has no other way. It copies a native
 * library into the temporary folder, where it stays if the program is killed; elsewhere the programs {@code stty} and
 * {@code tty} do the same.
 */
final class SystemTerminal {
    private SystemTerminal() {}

    /** Returns a builder of a terminal, or of one without any abilities where there is none. */
    static TerminalBuilder builder() {
        TerminalBuilder builder = TerminalBuilder.builder().dumb(true);
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return builder;
        }
        System.setProperty(
                TerminalBuilder.PROP_FILE_DESCRIPTOR_CREATION_MODE,
                TerminalBuilder.PROP_FILE_DESCRIPTOR_CREATION_MODE_REFLECTION);
        System.setProperty(
                TerminalBuilder.PROP_REDIRECT_PIPE_CREATION_MODE,
                TerminalBuilder.PROP_REDIRECT_PIPE_CREATION_MODE_REFLECTION);
        return builder.jni(false);
    }
}
