package dev.plumbline.integration.web;

import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.web.WebInspector;
import dev.plumbline.web.WebInspectorOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A program with a page for its conversations. */
final class WebHost implements AutoCloseable {
    final LiveModel model = new LiveModel();
    final Walls walls = new Walls();
    final AiRuntime ai;
    final WebInspector web;

    WebHost(Path folder) {
        this(folder, 0);
    }

    WebHost(Path folder, int port) {
        ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(walls)
                .approvals(ApprovalRules.ofDefaults())
                .questionHandler(question -> {})
                .journal(folder.resolve("journal"))
                .build();
        web = WebInspector.open(ai, WebInspectorOptions.ofDefaults().withPort(port));
    }

    @Override
    public void close() {
        web.close();
        ai.close();
    }

    /** The tools of the program, which keep what ran. */
    static final class Walls {
        final List<String> ran = new CopyOnWriteArrayList<>();

        @Tool(value = "Measures a wall.", readOnly = true)
        int measure(String id) {
            ran.add("measure " + id);
            return 4_000;
        }

        @Tool(value = "Tells views what it does.", readOnly = true)
        String tell(ToolContext call) {
            call.publish(Json.object().with("walls", 12));
            return "told";
        }

        @Tool(value = "Deletes an object.", destructive = true)
        String delete(String id) {
            ran.add("delete " + id);
            return "deleted";
        }
    }
}
