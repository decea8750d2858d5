package dev.plumbline.sandbox.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.tool.ToolContext;
import java.lang.reflect.Proxy;
import java.util.List;

/** Contexts that know their session, and nothing else. */
final class SessionToolContexts {

    private SessionToolContexts() {}

    static ToolContext ofSession(String session) {
        CallIds ids = new CallIds(session, "t1", 1, "r1");
        return (ToolContext) Proxy.newProxyInstance(
                SessionToolContexts.class.getClassLoader(),
                new Class<?>[] {ToolContext.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("ids")) {
                        return ids;
                    }
                    if (method.getName().equals("conversation")) {
                        return List.of();
                    }
                    if (method.getName().equals("cancellation")) {
                        return Cancellation.create();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
