package dev.plumbline.integration.mcp;

/**
 * What a hostile server does.
 *
 * @param name what it does, for the page
 * @param attempt does it, and returns what came of it
 */
record McpAttack(String name, Attempt attempt) {
    static final String PREVENTED = "prevented";
    static final String ASKED = "asks a person";
    static final String NOT_PREVENTED = "not prevented";

    /** Returns the verdict: prevented, if that holds. */
    static String preventedIf(boolean holds) {
        return holds ? PREVENTED : NOT_PREVENTED;
    }

    /** Makes an attack. */
    @FunctionalInterface
    interface Attempt {
        String on(McpFixture program) throws Exception;
    }
}
