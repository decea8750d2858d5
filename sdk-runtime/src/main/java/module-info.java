/** The runtime, which wires the modules, and the recommended order of policies. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.runtime {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires transitive dev.plumbline.desktop;
    requires transitive dev.plumbline.metrics;
    requires transitive dev.plumbline.policies;
    requires transitive dev.plumbline.providers;
    requires transitive dev.plumbline.jsonschema;
    requires transitive dev.plumbline.session;
    requires transitive dev.plumbline.tools;

    exports dev.plumbline.runtime;
    exports dev.plumbline.runtime.internal to
            dev.plumbline.cli;

    uses dev.plumbline.plugin.Plugin;
    uses dev.plumbline.provider.AiProvider;
}
