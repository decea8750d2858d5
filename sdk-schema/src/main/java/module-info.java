/** JSON Schema: checks values, generates schemas from types, wraps schemas for providers and converts answers. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.jsonschema {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires com.fasterxml.classmate;
    requires com.github.victools.jsonschema.generator;
    requires com.github.victools.jsonschema.module.jackson;
    requires com.networknt.schema;
    requires re2j;
    requires tools.jackson.databind;

    exports dev.plumbline.jsonschema;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.jsonschema.internal to
            dev.plumbline.runtime;
}
