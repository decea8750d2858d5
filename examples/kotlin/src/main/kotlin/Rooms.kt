import dev.plumbline.body.AiBody
import dev.plumbline.provider.AiProvider
import dev.plumbline.providers.OpenAiResponses
import dev.plumbline.runtime.AiRuntime
import dev.plumbline.tool.Param
import dev.plumbline.tool.Tool

/** A data class is an object in JSON. A component with `?` or with a default value may be missing. */
data class Room(
    val name: String,
    @Param("square metres") val area: Double,
    val floor: Int? = null,
    val doors: List<Door> = emptyList(),
)

data class Door(val width: Int, val label: String?)

class HouseTools {
    val rooms = mutableListOf<Room>()

    @Tool("Adds a room and returns it.")
    fun addRoom(room: Room): Room {
        rooms += room
        return room
    }

    @Tool("Lists the rooms of a floor, or of all floors.")
    fun rooms(floor: Int?): List<Room> = rooms.filter { floor == null || it.floor == floor }
}

fun draw(provider: AiProvider, tools: HouseTools): String =
    AiRuntime.builder().addProvider(provider).addTools(tools).build().use { ai ->
        val session = ai.session(AiBody.builder().addSystem("You plan houses.").build())
        session.send("Add a kitchen of 12 square metres.").text()
    }

fun main() {
    val tools = HouseTools()
    println(draw(OpenAiResponses.builder().apiKeyFromEnv().build(), tools))
    println(tools.rooms)
}
