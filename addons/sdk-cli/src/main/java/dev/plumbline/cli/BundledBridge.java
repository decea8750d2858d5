package dev.plumbline.cli;

import dev.plumbline.mcp.McpBridge;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The bridge as a bundle starts it: the only class of the command line that is in one. */
final class BundledBridge {
    /** The file beside this class with the name of the program: no shell reads it, whatever is in it. */
    static final String NAME = "program";

    private BundledBridge() {}

    /**
     * Connects standard input and output with a running program.
     *
     * @param check any word to do nothing: then a Java that can read this class has shown that it is new enough
     */
    public static void main(String[] check) throws IOException {
        if (check.length == 0) {
            try (InputStream name = Objects.requireNonNull(BundledBridge.class.getResourceAsStream(NAME), NAME)) {
                String program = new String(name.readAllBytes(), StandardCharsets.UTF_8);
                McpBridge.ofDefaults().withName(program).run(System.in, System.out);
            }
        }
    }
}
