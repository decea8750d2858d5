package dev.plumbline.testkit.faults;

/**
 * An implementation of an extension point with one error.
 *
 * @param kind the extension point
 * @param name the name of the fault
 * @param breaks what is wrong, in a sentence
 * @param law the law that should find it; empty for any, or for one that no law can find
 * @param laws creates the laws of the faulty implementation
 */
record PlantedFault(Kind kind, String name, String breaks, String law, LawsOf laws) {

    /** The extension points. */
    enum Kind {
        POLICY,
        PROVIDER,
        TOOL,
        STORE,
        EXECUTOR
    }

    /** Creates an object that implements an interface of laws. */
    interface LawsOf {
        /** Returns new laws of a new implementation. */
        Object create();
    }
}
