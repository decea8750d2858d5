/** Computes metrics and progress from events; Micrometer is optional at run time. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.metrics {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires static micrometer.core;
    requires static micrometer.observation;
    requires static micrometer.commons;
    requires static micrometer.tracing;

    exports dev.plumbline.metrics;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.metrics.internal to
            dev.plumbline.cli,
            dev.plumbline.runtime;
}
