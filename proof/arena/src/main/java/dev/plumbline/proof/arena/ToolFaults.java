package dev.plumbline.proof.arena;

import static dev.plumbline.proof.arena.Chat.call;
import static dev.plumbline.proof.arena.Chat.callParts;
import static dev.plumbline.proof.arena.Chat.calls;
import static dev.plumbline.proof.arena.Chat.wall;

import dev.plumbline.proof.arena.Fault.Says;
import dev.plumbline.proof.contest.Task;
import dev.plumbline.proof.contest.Workshop;
import dev.plumbline.testkit.server.ServerAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What goes wrong with tools: with what the model writes, with what they do, and with the round around them. */
final class ToolFaults {
    private static final String DONE = "Done.";
    private static final Says GOES_ON = new Says(
            "each call answered in order, the turn ends well",
            Promise.returns(DONE).and(Promise.ORDERLY));

    private ToolFaults() {}

    static List<Fault> all() {
        List<Fault> faults = new ArrayList<>();
        faults.addAll(arguments());
        faults.addAll(names());
        faults.addAll(partsInTurn());
        faults.addAll(wholeParts());
        faults.addAll(doings());
        faults.addAll(turns());
        return faults;
    }

    private static Fault work(String name, ServerAnswer calls, Says says) {
        return Fault.of(name, Task.WORK, stand -> stand.answers(calls).answers(Chat.says(DONE)), says);
    }

    private static List<Fault> arguments() {
        Says refused = GOES_ON.and("the tool does not run", Promise.ran(""));
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
        List<Fault> faults = new ArrayList<>();
        broken.forEach(
                (how, text) -> faults.add(work("45 arguments " + how, calls(call("call_1", "wall", text)), refused)));
        faults.add(Fault.of(
                "45 arguments cut off, and the next turn",
                Task.WORK_ON,
                stand -> stand.answers(calls(call("call_1", "wall", "{\"length\":5")))
                        .answers(Chat.says(DONE)),
                GOES_ON));
        return faults;
    }

    private static List<Fault> names() {
        Says refused = GOES_ON.and("nothing runs", Promise.ran(""));
        Says both = GOES_ON.and("both run", Promise.ran("wall 1,wall 2"));
        return List.of(
                work("46 a tool nobody knows", calls(call("call_1", "roof", "{}")), refused),
                work("46 a tool in other letters", calls(call("call_1", "WALL", "{\"length\":5}")), refused),
                work("46 a tool without a name", calls(call("call_1", "", "{\"length\":5}")), refused),
                work(
                        "46 a tool nobody knows, beside one that is known",
                        calls(call("call_1", "roof", "{}"), wall("call_2", 2)),
                        GOES_ON.and("the other runs", Promise.ran("wall 2"))),
                Fault.of(
                        "46 a tool nobody knows, and the next turn",
                        Task.WORK_ON,
                        stand -> stand.answers(calls(call("call_1", "roof", "{}")))
                                .answers(Chat.says(DONE)),
                        GOES_ON),
                work("47 ids that are empty", calls(wall("", 1), wall("", 2)), both),
                work("47 one id for two calls", calls(wall("call_1", 1), wall("call_1", 2)), both),
                work(
                        "47 calls without an id",
                        calls(wall("x", 1).replace("\"id\":\"x\",", ""), wall("call_2", 2)),
                        both),
                Fault.of(
                        "47 an id that was used in an earlier round",
                        Task.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(calls(wall("call_1", 2)))
                                .answers(Chat.says(DONE)),
                        both));
    }

    private static String head(int index, String id, String name) {
        return "{\"index\":" + index + ",\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + name
                + "\",\"arguments\":\"\"}}";
    }

    private static String tail(int index, String arguments) {
        return "{\"index\":" + index + ",\"function\":{\"arguments\":\"" + arguments.replace("\"", "\\\"") + "\"}}";
    }

    private static Fault parts(String name, String... payloads) {
        return Fault.of(
                name,
                Task.WORK_STREAMED,
                stand -> stand.answers(Chat.streamedCalls(payloads)).answers(Chat.streamed(DONE)),
                GOES_ON.and("both run", Promise.ran("wall 1,wall 2")));
    }

    private static String whole(int index, String id, int length) {
        return head(index, id, "wall")
                .replace("\"arguments\":\"\"", "\"arguments\":\"{\\\"length\\\":" + length + "}\"");
    }

    private static List<Fault> partsInTurn() {
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

    private static List<Fault> wholeParts() {
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

    private static List<Fault> doings() {
        Says heard = GOES_ON.and("the secret is not sent to the model", Promise.keepsFromModel(Workshop.SECRET));
        return List.of(
                work(
                        "49 the first of two is slower",
                        calls(call("call_1", "slowWall", "{\"length\":1}"), wall("call_2", 2)),
                        GOES_ON),
                work(
                        "52 a tool that does not come back; it is limited to 1500 ms where a library can",
                        calls(call("call_1", "hang", "{}")),
                        GOES_ON.and("in time", Promise.within(Corner.SILENCE * 2))),
                work("54 a tool that throws without a message", calls(call("call_1", "speechless", "{}")), GOES_ON),
                work("54 a tool whose exception quotes a key", calls(call("call_1", "indiscreet", "{}")), heard),
                work("55 a tool that fills the stack", calls(call("call_1", "bottomless", "{}")), GOES_ON),
                work("55 a tool that misses a class", calls(call("call_1", "homeless", "{}")), GOES_ON),
                work(
                        "57 a tool that says 20 MB",
                        calls(call("call_1", "endless", "{}")),
                        GOES_ON.and("little of it is sent", Promise.sendsAtMost(1 << 20))));
    }

    private static List<Fault> turns() {
        return List.of(
                Fault.of(
                        "51 the model asks for the same call for ever",
                        Task.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1))),
                        new Says("the turn is ended", Promise.ENDS.and(Promise.requests(1, 200)))),
                Fault.of(
                        "62 the round behind a tool fails once",
                        Task.WORK,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(Chat.refuses(500, "error", "try again"))
                                .answers(Chat.says(DONE)),
                        GOES_ON.and("the tool runs once", Promise.ran("wall 1"))),
                Fault.of(
                        "66 the round behind a tool is refused, and the next turn",
                        Task.WORK_ON,
                        stand -> stand.answers(calls(wall("call_1", 1)))
                                .answers(Chat.refuses(400, "error", "no"))
                                .answers(Chat.says(DONE)),
                        GOES_ON),
                Fault.of(
                        "66 a tool fills the stack, and the next turn",
                        Task.WORK_ON,
                        stand -> stand.answers(calls(call("call_1", "bottomless", "{}")))
                                .answers(Chat.says(DONE)),
                        GOES_ON));
    }
}
