package dev.plumbline.tool;

/** The thread something of the host's runs on. */
public enum ThreadAffinity {
    /** The host's UI thread when there is a host, else the pool: correct first. */
    AUTO,
    /** The host's UI thread; refused when the runtime is built without a host. */
    HOST_UI,
    /** A thread of the runtime's pool, where it may take its time. */
    POOL
}
