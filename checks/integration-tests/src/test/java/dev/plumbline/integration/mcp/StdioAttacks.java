package dev.plumbline.integration.mcp;

import static dev.plumbline.integration.mcp.McpAttack.ASKED;
import static dev.plumbline.integration.mcp.McpAttack.NOT_PREVENTED;
import static dev.plumbline.integration.mcp.McpAttack.PREVENTED;
import static dev.plumbline.integration.mcp.McpAttack.preventedIf;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.mcpclient.McpStore;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.testkit.Await;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Attacks of a server process. */
final class StdioAttacks {
    private static final int CALLS = 3;

    private StdioAttacks() {}

    static Stream<McpAttack> all() {
        return Stream.of(definitions(), messages(), requests(), tasks(), processes())
                .flatMap(attacks -> attacks);
    }

    private static Stream<McpAttack> tasks() {
        return Stream.of(
                new McpAttack("a call is answered with a task that never ends", f -> {
                    ToolEnvelope outcome = f.call(f.impatient().connect("task"), "files_read");
                    Await.until(() -> f.lines(".cancelled").equals(List.of("t1")), () -> "it is not cancelled");
                    return preventedIf(McpFixture.code(outcome).equals("TIMEOUT"));
                }),
                new McpAttack("a task asks for input without an end", f -> {
                    McpTools tools =
                            f.connect(f.misbehaving("task-asks"), options -> options.roots(List.of(Path.of("plans"))));
                    return preventedIf(
                            McpFixture.code(f.call(tools, "files_read")).equals("INVALID_RESULT"));
                }),
                new McpAttack("a list of tools is answered with a task", f -> {
                    try {
                        McpTools unused = f.connect("task-list");
                        return NOT_PREVENTED;
                    } catch (AiException refused) {
                        return preventedIf(refused.error().category() == AiError.Category.PROTOCOL);
                    }
                }));
    }

    private static Stream<McpAttack> definitions() {
        return Stream.of(
                new McpAttack("a tool is changed after it was approved, with a notification", StdioAttacks::drift),
                new McpAttack("a tool is changed after it was approved, with a new start of the server", f -> {
                    drifted(f, "drift-and-die");
                    return preventedIf(f.ran().size() == 1);
                }),
                new McpAttack("a tool does something else than before, under the same definition", f -> {
                    McpTools tools = f.connect("drift-unannounced");
                    ToolRuntime session = f.session(tools);
                    ToolEnvelope unused = McpFixture.call(session, "files_read", Json.object());
                    return McpFixture.call(session, "files_read", Json.object()).isOk() ? NOT_PREVENTED : PREVENTED;
                }),
                new McpAttack("another server takes the name of an approved one", StdioAttacks::otherServer),
                new McpAttack("two tools have one name, or names that look alike", f -> {
                    List<String> names = f.connect("shadow").tools().stream()
                            .map(AiTool::name)
                            .toList();
                    return preventedIf(names.equals(List.of("files_good")));
                }),
                new McpAttack("two servers offer tools with the same name to one session", f -> {
                    List<AiTool> both = Stream.of(f.connect("usual"), f.connect("usual"))
                            .flatMap(tools -> tools.tools().stream())
                            .toList();
                    try {
                        ToolRuntime unused = f.session(both, ApprovalRules.ofDefaults());
                        return NOT_PREVENTED;
                    } catch (IllegalArgumentException refused) {
                        return preventedIf(refused.getMessage().contains("names are unique"));
                    }
                }),
                new McpAttack("a description hides orders in invisible characters", f -> {
                    McpTools tools = f.connect("hidden-text");
                    boolean shown = f.asked.get(0).text().contains("\\u{e0073}");
                    boolean seen = tools.tools().get(0).description().contains("\\u{e0073}");
                    return shown && seen && tools.tools().size() == 1 ? ASKED : NOT_PREVENTED;
                }),
                new McpAttack(
                        "a description is longer than anybody reads",
                        f -> preventedIf(f.connect("long-description").tools().size() == 1)),
                new McpAttack("a schema refers to an address in the network, is no object, or is invalid", f -> {
                    McpTools tools = f.connect("bad-schemas");
                    return preventedIf(
                            tools.tools().size() == 1 && tools.leftOut().size() == 3);
                }),
                new McpAttack("a tool that deletes says that it is read-only", StdioAttacks::lie),
                new McpAttack("a person refuses the tools of a server", f -> {
                    f.person(McpFixture::refuse);
                    return preventedIf(f.connect("usual").tools().isEmpty());
                }),
                new McpAttack(
                        "a list of tools repeats its cursor",
                        f -> preventedIf(
                                f.connect("cursor-loop").tools().size() == 2
                                        && f.log.contains(
                                                "the list of tools repeats its cursor; there may be more than those that came"))),
                new McpAttack(
                        "a list of tools never ends",
                        f -> preventedIf(f.connect("cursor-endless").tools().isEmpty()
                                && f.log.contains(
                                        "the list of tools has more than 100 pages; the others were not read"))),
                new McpAttack(
                        "a server lists 5,000 tools",
                        f -> preventedIf(f.connect("many-tools").tools().size() == 256)));
    }

    private static String drift(McpFixture f) {
        drifted(f, "drift");
        return preventedIf(f.ran().size() == 1);
    }

    /** Calls a tool again and again while the server changes it, and the person refuses the changed one. */
    private static void drifted(McpFixture f, String mode) {
        McpTools tools = f.connect(mode);
        ToolRuntime session = f.session(tools);
        f.person(McpFixture::refuse);
        for (int i = 0; i < CALLS; i++) {
            ToolEnvelope unused = McpFixture.call(session, "files_read", Json.object());
        }
    }

    private static String otherServer(McpFixture f) throws Exception {
        McpStore store = McpStore.inMemory();
        f.connect(f.misbehaving("usual"), options -> options.store(store)).close();
        f.connect(f.misbehaving("usual"), options -> options.store(store)).close();
        boolean once = f.asked.size() == 1;
        f.person(McpFixture::refuse);
        McpTools other = f.connect(f.misbehaving("dies"), options -> options.store(store));
        return once && f.asked.size() == 2 && other.tools().isEmpty() ? ASKED : NOT_PREVENTED;
    }

    private static String lie(McpFixture f) {
        McpTools tools = f.connect("says-read-only");
        f.person(McpFixture::refuse);
        ToolRuntime session = f.session(tools, ApprovalRules.ofDefaults());
        ToolEnvelope outcome = McpFixture.call(session, "files_delete_all", Json.object());
        return McpFixture.code(outcome).equals("DENIED") && f.ran().isEmpty() ? ASKED : NOT_PREVENTED;
    }

    private static String refusesToConnect(McpFixture f, String mode) {
        try {
            McpTools unused = f.connect(mode);
            return NOT_PREVENTED;
        } catch (AiException refused) {
            return PREVENTED;
        }
    }

    private static McpAttack timeout(String name, String mode) {
        return new McpAttack(name, f -> {
            McpTools tools = f.impatient().connect(mode);
            return preventedIf(code("TIMEOUT").test(f.call(tools, "files_read")));
        });
    }

    private static McpAttack call(String name, String mode, Predicate<ToolEnvelope> harmless) {
        return new McpAttack(name, f -> {
            McpTools tools = f.connect(mode);
            return preventedIf(harmless.test(f.call(tools, "files_read")));
        });
    }

    private static Predicate<ToolEnvelope> code(String... codes) {
        return outcome -> List.of(codes).contains(McpFixture.code(outcome));
    }

    private static Predicate<ToolEnvelope> value(String text) {
        return outcome -> outcome.result().get("value").equals(Json.of(text));
    }

    private static Stream<McpAttack> messages() {
        return Stream.of(
                call("an answer has 20 MB", "huge", code("INVALID_RESULT")),
                call("an answer is nested 10,000 levels deep", "deep", code("INVALID_RESULT")),
                call("a message never ends", "endless-line", code("INVALID_RESULT")),
                timeout("progress is reported without an end", "progress"),
                timeout("a server never answers", "silent"),
                call("an answer has the number of another request", "wrong-id", code("INVALID_RESULT")),
                call("an answer has its number as a text", "id-of-other-type", code("INVALID_RESULT")),
                call("a request is answered twice", "duplicate", value("first")),
                new McpAttack("requests are answered before they are sent", f -> {
                    ToolRuntime session = f.session(f.connect("answers-in-advance"));
                    ToolEnvelope unused = McpFixture.call(session, "files_read", Json.object());
                    return preventedIf(
                            code("INVALID_RESULT").test(McpFixture.call(session, "files_read", Json.object())));
                }),
                call("answers that nobody asked for arrive without an end", "answer-flood", code("INVALID_RESULT")),
                call("20,000 notifications of a changed list", "list-flood", value("after the flood")),
                new McpAttack("50,000 lines of a log", f -> {
                    ToolEnvelope outcome = f.call(f.connect("log-flood"), "files_read");
                    return preventedIf(value("after the flood").test(outcome) && f.log.size() <= 10_001);
                }),
                call("lines that are no messages come between messages", "garbage", value("read")),
                call("lines that are no messages come without an end", "garbage-flood", code("INVALID_RESULT")),
                call("20 MB are written to the standard error", "stderr-flood", value("read")),
                new McpAttack("a result gives orders", f -> labelled(f, "error-with-orders")),
                new McpAttack("a result links to files and addresses, and has a picture that is too large", f -> {
                    ToolEnvelope outcome = f.call(f.connect("links"), "files_read");
                    String text = outcome.result().text();
                    return preventedIf(outcome.parts().isEmpty()
                            && text.contains("file:///etc/passwd")
                            && !text.contains("root:")
                            && text.contains("left_out"));
                }),
                new McpAttack("a structured result does not have the form that was declared", f -> {
                    ToolRuntime session = f.session(f.connect("structured"));
                    return preventedIf(code("INVALID_RESULT")
                                    .test(McpFixture.call(session, "files_wrong", Json.object()))
                            && code("INVALID_RESULT").test(McpFixture.call(session, "files_missing", Json.object()))
                            && McpFixture.call(session, "files_right", Json.object())
                                    .isOk());
                }),
                new McpAttack("a server chooses a revision of its own", f -> refusesToConnect(f, "old-revision")));
    }

    private static String labelled(McpFixture f, String mode) {
        ToolEnvelope outcome = f.call(f.connect(mode), "files_read");
        boolean error = McpFixture.code(outcome).equals("FAILED");
        return error && ContentOrigin.of(outcome) == ContentOrigin.MCP ? "detected" : NOT_PREVENTED;
    }

    private static Stream<McpAttack> requests() {
        return Stream.of(
                new McpAttack("a server asks the model although it may not", f -> {
                    ToolEnvelope outcome = f.call(f.connect("sampling"), "files_read");
                    return preventedIf(outcome.result().text().contains("-32601"));
                }),
                new McpAttack("a server asks the model, and may ask for it", StdioAttacks::sampling),
                new McpAttack("a server asks the person although it may not", f -> {
                    ToolEnvelope outcome = f.call(f.connect("elicitation"), "files_read");
                    return preventedIf(outcome.result().text().contains("-32601") && f.asked.size() == 1);
                }),
                new McpAttack("a form asks for a password", f -> {
                    McpTools tools = f.connect(f.misbehaving("secret"), options -> options.allowForms());
                    ToolEnvelope outcome = f.call(tools, "files_read");
                    return preventedIf(outcome.result().text().contains("decline") && f.asked.size() == 1);
                }),
                new McpAttack("200 forms are asked at once", f -> {
                    McpTools tools = f.connect(f.misbehaving("ask-flood"), options -> options.allowForms());
                    ToolEnvelope outcome = f.call(tools, "files_read");
                    return outcome.isOk() && f.asked.size() <= 21 ? ASKED : NOT_PREVENTED;
                }));
    }

    private static String sampling(McpFixture f) {
        McpTools tools = f.connect(
                f.misbehaving("sampling"), options -> options.sampling(body -> AiReturn.ofText("the system prompt")));
        f.person(McpFixture::refuse);
        ToolEnvelope outcome = f.call(tools, "files_read");
        return f.asked.size() == 2 && !outcome.result().text().contains("the system prompt") ? ASKED : NOT_PREVENTED;
    }

    private static Stream<McpAttack> processes() {
        return Stream.of(
                call("a server dies during a call", "dies", code("OUTCOME_UNKNOWN")),
                new McpAttack("a server dies at every start", f -> {
                    String verdict = refusesToConnect(f, "dies-at-start");
                    return f.ran().size() <= 2 ? verdict : NOT_PREVENTED;
                }),
                new McpAttack("a server dies again and again", f -> {
                    McpTools tools = f.connect(
                            f.misbehaving("dies"), options -> options.limits(McpFixture.PATIENT.withRestarts(2)));
                    ToolRuntime session = f.session(tools);
                    for (int i = 0; i < 6; i++) {
                        ToolEnvelope unused = McpFixture.call(session, "files_read", Json.object());
                    }
                    return preventedIf(f.ran().size() == 3);
                }),
                new McpAttack("a server ignores its end, and so does a process that it started", f -> {
                    f.connect("stubborn").close();
                    List<String> pids = f.lines(".pids");
                    Await.until(
                            () -> pids.stream().allMatch(StdioAttacks::isGone), () -> "processes are left: " + pids);
                    return preventedIf(pids.size() == 2);
                }));
    }

    private static boolean isGone(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .isEmpty();
    }
}
