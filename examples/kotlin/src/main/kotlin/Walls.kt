import dev.plumbline.body.AiBody
import dev.plumbline.provider.AiProvider
import dev.plumbline.providers.OpenAiResponses
import dev.plumbline.runtime.AiRuntime
import dev.plumbline.tool.Param
import dev.plumbline.tool.Tool

/** A data class is an object in JSON. A component with `?` or with a default value may be missing. */
data class Wall(
    val name: String,
    @Param("in metres") val length: Double,
    val floor: Int? = null,
    val openings: List<Opening> = emptyList(),
)

data class Opening(val width: Int, val label: String?)

class PlanTools {
    val walls = mutableListOf<Wall>()

    @Tool("Adds a wall and returns it.")
    fun addWall(wall: Wall): Wall {
        walls += wall
        return wall
    }

    @Tool("Lists the walls of a floor, or of all floors.")
    fun walls(floor: Int?): List<Wall> = walls.filter { floor == null || it.floor == floor }
}

fun draw(provider: AiProvider, tools: PlanTools): String =
    AiRuntime.builder().addProvider(provider).addTools(tools).build().use { ai ->
        val session = ai.session(AiBody.builder().addSystem("You draw floor plans.").build())
        session.send("Add a wall of 12 metres in the north.").text()
    }

fun main() {
    val tools = PlanTools()
    println(draw(OpenAiResponses.builder().apiKeyFromEnv().build(), tools))
    println(tools.walls)
}
