/** The API of Plumbline: values, contracts, and the policy chain. */
// javac sees this module alone, so that the modules to which the internal package is exported are unknown to it.
@SuppressWarnings("module")
module dev.plumbline.api {
    requires static org.jspecify;
    requires static org.immutables.value.annotations;
    requires static java.desktop;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static kotlin.reflect;
    requires static kotlin.stdlib;

    exports dev.plumbline.json;
    exports dev.plumbline.body;
    exports dev.plumbline.event;
    exports dev.plumbline.time;
    exports dev.plumbline.call;
    exports dev.plumbline.ui;
    exports dev.plumbline.schema;
    exports dev.plumbline.provider;
    exports dev.plumbline.tool;
    exports dev.plumbline.policy;
    exports dev.plumbline.conversation;
    exports dev.plumbline.plugin;
    // What the modules of the SDK share, and programs do not see.
    exports dev.plumbline.body.internal to
            dev.plumbline.cli,
            dev.plumbline.jsonschema,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.policies,
            dev.plumbline.redis,
            dev.plumbline.session,
            dev.plumbline.tools,
            dev.plumbline.web;
    exports dev.plumbline.call.internal to
            dev.plumbline.jsonschema,
            dev.plumbline.policies,
            dev.plumbline.providers,
            dev.plumbline.runtime,
            dev.plumbline.session,
            dev.plumbline.tools,
            dev.plumbline.testkit;
    exports dev.plumbline.event.internal to
            dev.plumbline.mcp,
            dev.plumbline.runtime,
            dev.plumbline.session;
    exports dev.plumbline.internal to
            dev.plumbline.assistant,
            dev.plumbline.cli,
            dev.plumbline.desktop,
            dev.plumbline.http,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.metrics,
            dev.plumbline.policies,
            dev.plumbline.postgresql,
            dev.plumbline.providers,
            dev.plumbline.redis,
            dev.plumbline.runtime,
            dev.plumbline.session,
            dev.plumbline.testkit,
            dev.plumbline.tools,
            dev.plumbline.web;
    exports dev.plumbline.json.internal to
            dev.plumbline.http,
            dev.plumbline.jsonschema,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.policies,
            dev.plumbline.providers,
            dev.plumbline.session,
            dev.plumbline.tools;
    exports dev.plumbline.plugin.internal to
            dev.plumbline.mcp,
            dev.plumbline.mcpclient;
    exports dev.plumbline.policy.internal to
            dev.plumbline.policies,
            dev.plumbline.postgresql,
            dev.plumbline.redis,
            dev.plumbline.session;
    exports dev.plumbline.provider.internal to
            dev.plumbline.providers,
            dev.plumbline.runtime;
    exports dev.plumbline.schema.internal to
            dev.plumbline.jsonschema,
            dev.plumbline.policies,
            dev.plumbline.providers,
            dev.plumbline.session,
            dev.plumbline.tools;
    exports dev.plumbline.tool.internal to
            dev.plumbline.cli,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.policies,
            dev.plumbline.runtime,
            dev.plumbline.session,
            dev.plumbline.tools,
            dev.plumbline.web;
    exports dev.plumbline.ui.internal to
            dev.plumbline.cli,
            dev.plumbline.desktop,
            dev.plumbline.mcp,
            dev.plumbline.mcpclient,
            dev.plumbline.session,
            dev.plumbline.tools,
            dev.plumbline.web;
}
