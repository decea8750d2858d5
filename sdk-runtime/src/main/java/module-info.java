/** The runtime, which wires the modules, and the recommended order of policies. */
module dev.plumbline.runtime {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive dev.plumbline.extensions;
    requires transitive dev.plumbline.metrics;
    requires transitive dev.plumbline.plugins;
    requires transitive dev.plumbline.policies;
    requires transitive dev.plumbline.providers;
    requires transitive dev.plumbline.redaction;
    requires transitive dev.plumbline.sandbox;
    requires transitive dev.plumbline.schemas;
    requires transitive dev.plumbline.session;
    requires transitive dev.plumbline.store;
    requires transitive dev.plumbline.tools;
    requires transitive dev.plumbline.views;

    exports dev.plumbline.runtime;

    uses dev.plumbline.provider.AiProvider;
}
