/** Computes metrics and progress from events; Micrometer is optional at run time. */
module dev.plumbline.metrics {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires static micrometer.core;
    requires static micrometer.observation;
    requires static micrometer.commons;
    requires static micrometer.tracing;

    exports dev.plumbline.metrics;
}
