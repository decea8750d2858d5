package dev.plumbline.cli;

import dev.plumbline.mcp.McpBridge;

/** The bridge as a bundle starts it: the only class of the command line that is in one. */
final class BundledBridge {
    private BundledBridge() {}

    /**
     * Connects standard input and output with a running program.
     *
     * @param name the name of the program
     */
    public static void main(String[] name) {
        McpBridge.ofDefaults().withName(String.join(" ", name)).run(System.in, System.out);
    }
}
