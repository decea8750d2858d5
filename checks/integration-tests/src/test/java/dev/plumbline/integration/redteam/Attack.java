package dev.plumbline.integration.redteam;

/**
 * An attack, and what is attacked.
 *
 * @param name what the attacker does, for the page
 * @param llm its number in the OWASP Top 10 for LLM applications 2025
 * @param agent its number in the OWASP Top 10 for agentic applications 2026
 * @param attempt attacks a runtime and returns what came of it
 */
record Attack(String name, String llm, String agent, Attempt attempt) {
    /** One attempt. */
    @FunctionalInterface
    interface Attempt {
        Verdict on(AttackedProgram program) throws Exception;
    }
}
