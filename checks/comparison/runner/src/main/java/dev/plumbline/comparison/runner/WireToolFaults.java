package dev.plumbline.comparison.runner;

import static dev.plumbline.comparison.runner.ChatPayloads.call;
import static dev.plumbline.comparison.runner.ChatPayloads.callParts;
import static dev.plumbline.comparison.runner.ChatPayloads.callsBody;
import static dev.plumbline.comparison.runner.ChatPayloads.event;
import static dev.plumbline.comparison.runner.ChatPayloads.finish;
import static dev.plumbline.comparison.runner.ChatPayloads.wall;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The habits of services in tool calls. */
final class WireToolFaults {
    private static final String DONE = "Done.";
    private static final String SIGNATURE = "c2lnbmF0dXJlIG9mIGEgdGhvdWdodA==";
    private static final NamedExpectation ONE_WALL = new NamedExpectation(
            "the tool runs once, its call is answered, the turn ends well",
            Expectation.returns(DONE).and(Expectation.ORDERLY).and(Expectation.ran("wall 1")));
    private static final String SIGNED = "\"extra_content\":{\"google\":{\"thought_signature\":\"" + SIGNATURE + "\"}}";
    private static final NamedExpectation BACK =
            ONE_WALL.and("what the service signed goes back", WireToolFaults::signed);
    private static final NamedExpectation NOTHING = new NamedExpectation(
            "nothing runs, the call is answered, the turn ends well",
            Expectation.returns(DONE).and(Expectation.ORDERLY).and(Expectation.ran("")));

    private WireToolFaults() {}

    private static FaultCase work(String name, ServerResponse said, NamedExpectation says) {
        return FaultCase.of(
                "wire: " + name, PeerTask.WORK, stand -> stand.answers(said).answers(ChatPayloads.says(DONE)), says);
    }

    private static FaultCase work(String name, String body, NamedExpectation says) {
        return work(name, ServerResponse.json(body), says);
    }

    private static FaultCase streamed(String name, NamedExpectation says, String... payloads) {
        return FaultCase.of(
                "wire: " + name,
                PeerTask.WORK_STREAMED,
                stand -> stand.answers(ChatPayloads.streamedCalls(payloads)).answers(ChatPayloads.streamed(DONE)),
                says);
    }

    static List<FaultCase> all() {
        List<FaultCase> faults = new ArrayList<>();
        faults.addAll(calls());
        faults.addAll(arguments());
        faults.addAll(events());
        faults.addAll(repeated());
        faults.addAll(cut());
        return faults;
    }

    private static List<FaultCase> calls() {
        String one = callsBody(wall("call_1", 1));
        String type = "\"type\":\"function\"";
        String old = "\"function_call\":{\"name\":\"wall\",\"arguments\":\"{\\\\\"length\\\\\":1}\"}";
        return List.of(
                work("no type in a call", one.replace(type + ",", ""), ONE_WALL),
                work("a type nobody knows", one.replace(type, "\"type\":\"tool\""), ONE_WALL),
                work("content of parts beside a call", one.replace("\"content\":null", "\"content\":[]"), ONE_WALL),
                work("a signature on a call", one.replace(type, type + "," + SIGNED), BACK),
                work(
                        "a call of the format before tools",
                        one.replaceAll("\"tool_calls\":\\[.*?}}]", old)
                                .replace("\"finish_reason\":\"tool_calls\"", "\"finish_reason\":\"function_call\""),
                        new NamedExpectation(
                                "the tool runs once", Expectation.returns(DONE).and(Expectation.ran("wall 1")))));
    }

    private static FaultCase refused(String name, String arguments) {
        return work(name, ChatPayloads.calls(call("call_1", "wall", arguments)), NOTHING);
    }

    private static List<FaultCase> arguments() {
        String one = callsBody(wall("call_1", 1));
        String text = "\"{\\\"length\\\":1}\"";
        return List.of(
                work("arguments as an object, not as text", one.replace(text, "{\"length\":1}"), ONE_WALL),
                work("arguments null", one.replace(text, "null"), NOTHING),
                work("no arguments", one.replace(",\"arguments\":" + text, ""), NOTHING),
                work("arguments that are JSON in JSON", ChatPayloads.calls(call("call_1", "wall", text)), ONE_WALL),
                refused("arguments with a number as text of blanks", "{\"length\":\" \"}"),
                refused("arguments with a member nobody knows", "{\"length\":1,\"colour\":\"red\"}"),
                refused("arguments with a whole number beyond 32 bits", "{\"length\":4294967297}"),
                refused("arguments with a fraction for a whole number", "{\"length\":1.5}"),
                refused("arguments in a fence of a code block", "```json\n{\"length\":1}\n```"));
    }

    /** Returns the event of a call with that index, its name, and arguments as JSON. */
    private static String part(String index, String name, String arguments) {
        return callParts("{\"index\":" + index + ",\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\""
                + name + "\",\"arguments\":" + arguments + "}}");
    }

    private static List<FaultCase> events() {
        String text = "\"{\\\"length\\\":1}\"";
        String whole = part("0", "wall", text);
        return List.of(
                streamed(
                        "the name in pieces",
                        ONE_WALL,
                        part("0", "wa", "\"\""),
                        callParts("{\"index\":0,\"function\":{\"name\":\"ll\"}}"),
                        callParts("{\"index\":0,\"function\":{\"arguments\":" + text + "}}")),
                streamed(
                        "the name again in each event",
                        ONE_WALL,
                        part("0", "wall", "\"{\\\"length\""),
                        part("0", "wall", "\"\\\":1}\"")),
                streamed("arguments as an object in a stream", ONE_WALL, part("0", "wall", "{\"length\":1}")),
                streamed("the index as null", ONE_WALL, part("null", "wall", text)),
                streamed(
                        "a signature on a call in a stream",
                        BACK,
                        whole.replace("\"index\":0,\"id\"", "\"index\":0," + SIGNED + ",\"id\"")));
    }

    private static String more(String arguments) {
        return callParts("{\"index\":0,\"function\":{\"arguments\":" + arguments + "}}");
    }

    /** Arguments that are sent more than once; what is certain runs, and nothing else. */
    private static List<FaultCase> repeated() {
        String text = "\"{\\\"length\\\":1}\"";
        String call = "\"tool_calls\":[" + wall("call_1", 1) + "]";
        return List.of(
                streamed("empty arguments before the whole ones", ONE_WALL, part("0", "wall", "\"{}\""), more(text)),
                streamed("whole arguments again in a later event", ONE_WALL, part("0", "wall", text), more(text)),
                streamed(
                        "whole arguments behind their pieces",
                        ONE_WALL,
                        part("0", "wall", "\"{\\\"length\\\":\""),
                        more("\"1}\""),
                        more(text)),
                streamed(
                        "each piece of arguments with all before it",
                        ONE_WALL,
                        part("0", "wall", "\"{\\\"len\""),
                        more("\"{\\\"length\\\":\""),
                        more(text)),
                streamed(
                        "arguments that are JSON in JSON in a stream",
                        ONE_WALL,
                        part("0", "wall", Json.of("\"{\\\"length\\\":1}\"").text())),
                streamed(
                        "a call, and a message that has it again",
                        ONE_WALL,
                        part("0", "wall", text),
                        "{\"choices\":[{\"index\":0,\"delta\":{},\"message\":{\"role\":\"assistant\"," + call
                                + "},\"finish_reason\":\"tool_calls\"}]}"),
                streamed(
                        "two different arguments of one call",
                        NOTHING,
                        part("0", "wall", text),
                        more(text.replace('1', '2'))));
    }

    private static FaultCase cutOff(String name, ServerResponse said) {
        return FaultCase.of(
                "wire: " + name,
                PeerTask.WORK_STREAMED,
                stand -> stand.answers(said).answers(ChatPayloads.streamed(DONE)),
                new NamedExpectation("nothing runs", Expectation.ENDS.and(Expectation.ran(""))));
    }

    /** Calls of answers that are not complete, with arguments that are. */
    private static List<FaultCase> cut() {
        String call = event(part("0", "wall", "\"{\\\"length\\\":1}\""));
        String last = event(finish("tool_calls"));
        return List.of(
                cutOff(
                        "a whole call, and the connection breaks before the finish reason",
                        ServerResponse.stream(call + last).closesAfter(call.length())),
                cutOff("a whole call, and the body ends before the finish reason", ServerResponse.stream(call)),
                cutOff(
                        "a whole call, and the length limit as finish reason",
                        ServerResponse.stream(call + event(finish("length")) + event(ChatPayloads.END))),
                cutOff(
                        "a whole call, and an error behind its finish reason",
                        ServerResponse.stream(call + last + event("{\"error\":{\"message\":\"x\"}}"))));
    }

    private static Optional<String> signed(Object outcome, FaultServer stand) {
        boolean sent =
                stand.requests().size() > 1 && stand.requests().get(1).text().contains(SIGNATURE);
        return sent ? Optional.empty() : Optional.of("the signature is lost");
    }
}
