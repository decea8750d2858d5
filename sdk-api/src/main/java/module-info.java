/** The words of Plumbline: values, contracts, and the one law of composition. */
module dev.plumbline.api {
    requires static org.jspecify;
    requires static org.immutables.value.annotations;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports dev.plumbline.json;
}
