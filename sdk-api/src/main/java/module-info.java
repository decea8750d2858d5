/** The API of Plumbline: values, contracts, and the policy chain. */
module dev.plumbline.api {
    requires static org.jspecify;
    requires static org.immutables.value.annotations;
    requires static java.desktop;
    requires transitive dev.plumbline.json;

    exports dev.plumbline.body;
    exports dev.plumbline.event;
    exports dev.plumbline.time;
    exports dev.plumbline.call;
    exports dev.plumbline.host;
    exports dev.plumbline.schema;
    exports dev.plumbline.provider;
    exports dev.plumbline.tool;
    exports dev.plumbline.policy;
    exports dev.plumbline.conversation;
    exports dev.plumbline.plugin;
}
