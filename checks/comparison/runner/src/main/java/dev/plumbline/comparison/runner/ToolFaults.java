package dev.plumbline.comparison.runner;

import static dev.plumbline.comparison.runner.ChatPayloads.call;
import static dev.plumbline.comparison.runner.ChatPayloads.callParts;
import static dev.plumbline.comparison.runner.ChatPayloads.calls;
import static dev.plumbline.comparison.runner.ChatPayloads.wall;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The faults of tools: of the model's arguments, of the tools themselves, and of the rounds around them. */
final class ToolFaults {
    private static final String DONE = "Done.";
    private static final NamedExpectation GOES_ON = new NamedExpectation(
            "each call answered in order, the turn ends well",
            Expectation.returns(DONE).and(Expectation.ORDERLY));

    private ToolFaults() {}

    static List<FaultCase> all() {
        List<FaultCase> faults = new ArrayList<>();
        faults.addAll(arguments());
        faults.addAll(names());
        faults.addAll(partsInTurn());
        faults.addAll(wholeParts());
        faults.addAll(doings());
        faults.addAll(turns());
        return faults;
    }

    private static FaultCase work(String name, ServerResponse calls, NamedExpectation says) {
        return FaultCase.of(name, PeerTask.WORK, stand -> stand.answers(calls).answers(ChatPayloads.says(DONE)), says);
    }

    private static List<FaultCase> arguments() {
        NamedExpectation refused = GOES_ON.and("the tool does not run", Expectation.ran(""));
        Map<String, String> broken = new java.util.LinkedHashMap<>();
        broken.put("cut off", "{\"length\":5");
        broken.put("with text behind", "{\"length\":5} That is all.");
        broken.put("in single quotes", "{'length':5}");
        broken.put("with NaN", "{\"length\":NaN}");
        broken.put("with one key twice", "{\"length\":5,\"length\":6}");
        broken.put("an array", "[5]");
        broken.put("empty", "");
        broken.put("null", "null");
        broken.put("of another type", "{\"length\":\"five\"}");
        broken.put("without what is required", "{}");
        List<FaultCase> faults = new ArrayList<>();
        broken.forEach(
                (how, text) -> faults.add(work("45 arguments " + how, calls(call("call_1", "wall", text)), refused)));
        faults.add(FaultCase.of(
                "45 arguments cut off, and the next turn",
                PeerTask.WORK_ON,
                stand -> stand.answers(calls(call("call_1", "wall", "{\"length\":5")))
                        .answers(ChatPayloads.says(DONE)),
                GOES_ON));
        return faults;
    }

    private static List<FaultCase> names() {
        NamedExpectation refused = GOES_ON.and("nothing runs", Expectation.ran(""));
        NamedExpectation both = GOES_ON.and("both run", Expectation.ran("wall 1,wall 2"));
        return List.of(
                work("46 a tool nobody knows", calls(call("call_1", "roof", "{}")), refused),
                work("46 a tool in other letters", calls(call("call_1", "WALL", "{\"length\":5}")), refused),
                work("46 a tool without a name", calls(call("call_1", "", "{\"length\":5}")), refused),
                work(
                        "46 a tool nobody knows, beside one that is known",
                        calls(call("call_1", "roof", "{}"), wall("call_2", 2)),
                        GOES_ON.and("the other runs", Expectation.ran("wall 2"))),
                FaultCase.of(
                        "46 a tool nobody knows, and the next turn",
                        PeerTask.WORK_ON,
                        stand -> stand.answers(calls(call("call_1", "roof", "{}")))
                                .answers(ChatPayloads.says(DONE)),
                        GOES_ON),
                work("47 ids that are empty", calls(wall("", 1), wall("", 2)), both),
                work("47 one id for two calls", calls(wall("call_1", 1), wall("call_1", 2)), both),
                work(
                        "47 calls without an id",
                        calls(wall("x", 1).replace("\"id\":\"x\",", ""), wall("call_2", 2)),
                        both),
                FaultCase.of(
                        "47 an id that was used in an earlier round",
                        PeerTask.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(calls(wall("call_1", 2)))
                                .answers(ChatPayloads.says(DONE)),
                        both));
    }

    private static String head(int index, String id, String name) {
        return "{\"index\":" + index + ",\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + name
                + "\",\"arguments\":\"\"}}";
    }

    private static String tail(int index, String arguments) {
        return "{\"index\":" + index + ",\"function\":{\"arguments\":\"" + arguments.replace("\"", "\\\"") + "\"}}";
    }

    private static FaultCase parts(String name, String... payloads) {
        return FaultCase.of(
                name,
                PeerTask.WORK_STREAMED,
                stand -> stand.answers(ChatPayloads.streamedCalls(payloads)).answers(ChatPayloads.streamed(DONE)),
                GOES_ON.and("both run", Expectation.ran("wall 1,wall 2")));
    }

    private static String whole(int index, String id, int length) {
        return head(index, id, "wall")
                .replace("\"arguments\":\"\"", "\"arguments\":\"{\\\"length\\\":" + length + "}\"");
    }

    private static List<FaultCase> partsInTurn() {
        return List.of(
                parts(
                        "48 parts of two calls in turn",
                        callParts(head(0, "call_a", "wall")),
                        callParts(head(1, "call_b", "wall")),
                        callParts(tail(0, "{\"length\"")),
                        callParts(tail(1, "{\"length\"")),
                        callParts(tail(1, ":2}")),
                        callParts(tail(0, ":1}"))),
                parts(
                        "48 the id in every part",
                        callParts(head(0, "call_a", "wall")),
                        callParts(tail(0, "{\"length\":1}").replace("{\"index\":0", "{\"index\":0,\"id\":\"call_a\"")),
                        callParts(head(1, "call_b", "wall")),
                        callParts(tail(1, "{\"length\":2}").replace("{\"index\":1", "{\"index\":1,\"id\":\"call_b\""))),
                parts(
                        "48 the name behind the first part of the arguments",
                        callParts(
                                "{\"index\":0,\"id\":\"call_a\",\"type\":\"function\",\"function\":{\"arguments\":\"{\"}}"),
                        callParts("{\"index\":0,\"function\":{\"name\":\"wall\",\"arguments\":\"\\\"length\\\":1}\"}}"),
                        callParts(whole(1, "call_b", 2))));
    }

    private static List<FaultCase> wholeParts() {
        String one = whole(0, "call_a", 1);
        String two = whole(1, "call_b", 2);
        return List.of(
                parts("48 both calls in one event", callParts(one, two)),
                parts("48 each call whole, in an event of its own", callParts(one), callParts(two)),
                parts(
                        "48 no index, each call in an event of its own",
                        callParts(one.replace("\"index\":0,", "")),
                        callParts(two.replace("\"index\":1,", ""))),
                parts(
                        "48 index 0 for both, distinguished by their ids",
                        callParts(one),
                        callParts(whole(0, "call_b", 2))),
                parts(
                        "48 indexes that begin with 1",
                        callParts(whole(1, "call_a", 1)),
                        callParts(whole(2, "call_b", 2))));
    }

    private static List<FaultCase> doings() {
        NamedExpectation heard =
                GOES_ON.and("the secret is not sent to the model", Expectation.keepsFromModel(PeerTools.SECRET));
        return List.of(
                work(
                        "49 the first of two is slower",
                        calls(call("call_1", "slowWall", "{\"length\":1}"), wall("call_2", 2)),
                        GOES_ON),
                work(
                        "52 a tool that does not come back; it is limited to 1500 ms where a library can",
                        calls(call("call_1", "hang", "{}")),
                        GOES_ON.and("in time", Expectation.within(PeerProcess.SILENCE * 2))),
                work("54 a tool that throws without a message", calls(call("call_1", "speechless", "{}")), GOES_ON),
                work("54 a tool whose exception quotes a key", calls(call("call_1", "indiscreet", "{}")), heard),
                work("55 a tool that fills the stack", calls(call("call_1", "bottomless", "{}")), GOES_ON),
                work("55 a tool that misses a class", calls(call("call_1", "homeless", "{}")), GOES_ON),
                work(
                        "57 a tool that says 20 MB",
                        calls(call("call_1", "endless", "{}")),
                        GOES_ON.and("little of it is sent", Expectation.sendsAtMost(1 << 20))));
    }

    private static List<FaultCase> turns() {
        return List.of(
                FaultCase.of(
                        "51 the model asks for the same call for ever",
                        PeerTask.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1))),
                        new NamedExpectation("the turn is ended", Expectation.ENDS.and(Expectation.requests(1, 200)))),
                FaultCase.of(
                        "62 the round behind a tool fails once",
                        PeerTask.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(ChatPayloads.refuses(500, "error", "try again"))
                                .answers(ChatPayloads.says(DONE)),
                        GOES_ON.and("the tool runs once", Expectation.ran("wall 1"))),
                FaultCase.of(
                        "66 the round behind a tool is refused, and the next turn",
                        PeerTask.WORK_ON,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(ChatPayloads.refuses(400, "error", "no"))
                                .answers(ChatPayloads.says(DONE)),
                        GOES_ON),
                FaultCase.of(
                        "66 a tool fills the stack, and the next turn",
                        PeerTask.WORK_ON,
                        stand -> stand.answers(calls(call("call_1", "bottomless", "{}")))
                                .answers(ChatPayloads.says(DONE)),
                        GOES_ON));
    }
}
