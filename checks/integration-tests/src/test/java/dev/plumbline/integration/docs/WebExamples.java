package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.web.RunProgress;
import dev.plumbline.web.WebInspector;
import dev.plumbline.web.WebInspectorOptions;
import java.util.concurrent.atomic.AtomicLong;

/** The programs of docs/web.md. */
final class WebExamples {
    private WebExamples() {}

    static WebInspector planner(AiRuntime ai) {
        AiBody body =
                AiBody.builder().addSystem("You plan kitchens.").toolFilter("*").build();
        return WebInspector.open(
                ai, WebInspectorOptions.ofDefaults().withPort(8123).withBody(body));
    }

    static WebInspector withRun(AiRuntime ai, AtomicLong done) {
        return WebInspector.open(
                ai,
                WebInspectorOptions.ofDefaults().withRun("kitchens", () -> new RunProgress(400, done.get(), 0, "")));
    }
}
