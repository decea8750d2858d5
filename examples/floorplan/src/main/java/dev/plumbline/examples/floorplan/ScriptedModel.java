package dev.plumbline.examples.floorplan;

import dev.plumbline.examples.floorplan.FloorPlan.Direction;
import dev.plumbline.examples.floorplan.FloorPlan.Point;
import dev.plumbline.examples.floorplan.FloorPlan.Room;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.time.Duration;

/**
 * A model whose answers are written down, behind a real server on 127.0.0.1 that speaks the chat-completions format. It is
 * busy at first, and it draws one wall backwards.
 */
final class ScriptedModel implements AutoCloseable {
    private final ScriptedServer server;

    /** Starts the server; that much time lies between two pieces of an answer. */
    ScriptedModel(Duration pace) {
        server = ScriptedServer.openAiChat().otherwise(script().pace(pace));
    }

    private static OpenAiChatScript script() {
        OpenAiChatScript script = OpenAiChatScript.create().limitsRate(Duration.ofSeconds(1));
        script.saying(words("I begin with the outer walls and the one between the two rooms."));
        call(script, "drawWall", new WallAsked(new Point(0, 0), Direction.EAST, 8000, 300));
        call(script, "drawWall", new WallAsked(new Point(8000, 0), Direction.NORTH, 6000, 300));
        call(script, "drawWall", new WallAsked(new Point(8000, 6000), Direction.WEST, 8000, 300));
        call(script, "drawWall", new WallAsked(new Point(0, 6000), Direction.SOUTH, 6000, 300));
        call(script, "drawWall", new WallAsked(new Point(5000, 6000), Direction.NORTH, -6000, 150));
        script.saying(words("The last wall was refused: it has to go south. Then the rooms and the front door."));
        call(script, "drawWall", new WallAsked(new Point(5000, 6000), Direction.SOUTH, 6000, 150));
        call(script, "addRoom", new Room("Living room", new Point(0, 0), 5000, 6000));
        call(script, "addRoom", new Room("Bedroom", new Point(5000, 0), 3000, 6000));
        call(script, "addDoor", new DoorAsked("w1", 1200, 1000));
        script.saying(words("Now the door to the bedroom."));
        call(script, "addDoor", new DoorAsked("w5", 3800, 900));
        return script.says(words("The house is drawn: 8 by 6 metres, a living room of 30 square metres with the front"
                        + " door, and a bedroom of 18 behind it."))
                .says(words("A small house of two rooms, entered through the living room."));
    }

    private static void call(OpenAiChatScript script, String tool, Record arguments) {
        script.callsTool(tool, Json.of(arguments).fields());
    }

    private static String[] words(String sentence) {
        return sentence.split("(?<= )");
    }

    /** Where it is, for {@code --base-url} and the curious. */
    String address() {
        return server.address().toString();
    }

    /** Somebody who asks that server. */
    AiProvider provider() {
        return OpenAiChat.builder("scripted").id("script").baseUrl(address()).build();
    }

    @Override
    public void close() {
        server.close();
    }

    /** The arguments of {@code drawWall}. */
    record WallAsked(Point from, Direction direction, int length, int thickness) {}

    /** The arguments of {@code addDoor}. */
    record DoorAsked(String wall, int at, int width) {}
}
