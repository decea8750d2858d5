package dev.plumbline.testkit.server;

/** A part of a request to a model, in the order in which services read them. */
public enum PromptPart {
    /** The declared tools. */
    TOOLS,
    /** The instructions in front. */
    SYSTEM,
    /** The messages. */
    MESSAGES
}
