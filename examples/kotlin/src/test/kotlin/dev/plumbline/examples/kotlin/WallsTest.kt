package dev.plumbline.examples.kotlin

import Opening
import PlanTools
import Wall
import dev.plumbline.json.Json
import dev.plumbline.json.JsonException
import dev.plumbline.runtime.AiRuntime
import dev.plumbline.testkit.ScriptedProvider
import dev.plumbline.tool.AiTool
import dev.plumbline.tool.Tool
import draw
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.DisplayName
import org.junit.jupiter.api.Test

/** Data classes and nullable types of Kotlin, through the whole runtime. */
class WallsTest {
    @Test
    @DisplayName("N23 a data class is a parameter of a tool, and its result")
    fun n23_dataClass_isAParameter() {
        val tools = PlanTools()
        val model = ScriptedProvider.create()
            .callsTool("addWall", mapOf("wall" to mapOf("name" to "north", "length" to 12.5)))
            .callsTool("walls", mapOf<String, Any>())
            .callsTool("walls", mapOf("floor" to 3))
            .says("There it is.")
        assertThat(draw(model, tools)).isEqualTo("There it is.")
        assertThat(tools.walls).containsExactly(Wall("north", 12.5))
        val results = model.calls().last().effective().mapNotNull { it.toJson().get("envelope").get("result").takeIf { r -> r.exists() } }
        assertThat(results[0]).isEqualTo(Json.parse("""{"name":"north","length":12.5,"openings":[]}"""))
        assertThat(results[1]).isEqualTo(Json.parse("""{"items":[{"name":"north","length":12.5,"openings":[]}]}"""))
        assertThat(results[2]).isEqualTo(Json.parse("""{"items":[]}"""))
    }

    @Test
    @DisplayName("N23 what ends with a question mark, or has a default, is not required")
    fun n23_nullable_isNotRequired() {
        val model = ScriptedProvider.create().says("done")
        AiRuntime.builder().addProvider(model).addTools(PlanTools()).build().use { it.send("hello") }
        val tools = model.calls().first().tools().associateBy { it.name() }
        val wall = tools.getValue("addWall").inputSchema().get("properties").get("wall")
        assertThat(wall.get("required")).isEqualTo(Json.parse("""["name","length"]"""))
        assertThat(wall.get("properties").get("length").get("description")).isEqualTo(Json.of("in metres"))
        assertThat(wall.get("properties").get("openings").get("items").get("required")).isEqualTo(Json.parse("""["width"]"""))
        assertThat(tools.getValue("walls").inputSchema().get("required").exists()).isFalse()
        assertThat(tools.getValue("walls").inputSchema().get("properties").get("floor").get("type"))
            .isEqualTo(Json.of("integer"))
    }

    @Test
    @DisplayName("N23 a data class is a typed answer")
    fun n23_dataClass_isAnAnswer() {
        val model = ScriptedProvider.create().says("""{"name":"south","length":9,"floor":null,"openings":[{"width":900,"label":"front"},{"width":700}]}""")
        AiRuntime.of(model).use { ai ->
            assertThat(ai.send("Describe the south wall.", Wall::class.java))
                .isEqualTo(Wall("south", 9.0, null, listOf(Opening(900, "front"), Opening(700, null))))
        }
    }

    @Test
    fun n23_valuesSurviveTheRoundTrip() {
        val wall = Wall("south", 9.0, 2, listOf(Opening(900, null)))
        assertThat(Json.of(wall).`as`(Wall::class.java)).isEqualTo(wall)
        assertThat(Json.of(Flags(true, null)).text()).isEqualTo("""{"isOpen":true}""")
        assertThat(Json.parse("""{"isOpen":true,"isLocked":false}""").`as`(Flags::class.java)).isEqualTo(Flags(true, false))
    }

    data class Flags(val isOpen: Boolean, val isLocked: Boolean?) {
        val summary = "not a component"
    }

    @Test
    fun n23_wrongMembers_areRefusedWithTheirPlace() {
        assertThatThrownBy { Json.parse("""{"name":"south"}""").`as`(Wall::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("length")
        assertThatThrownBy { Json.parse("""{"name":null,"length":1}""").`as`(Wall::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("name")
        assertThatThrownBy { Json.parse("""{"name":"south","length":1,"depth":2}""").`as`(Wall::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("known are [floor, length, name, openings]")
        assertThatThrownBy { Json.parse("""{"name":"south","length":1,"openings":[{"width":"wide"}]}""").`as`(Wall::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("width")
    }

    class Plain(val name: String)

    class PlainTools {
        @Tool("Takes a class that is not a data class.")
        fun take(plain: Plain) = plain.name
    }

    @Test
    fun n23_otherClasses_areRefused() {
        assertThatThrownBy { AiRuntime.builder().addProvider(ScriptedProvider.create()).addTools(PlainTools()).build() }
            .hasMessageContaining("Plain").hasMessageContaining("data class")
    }

    @Test
    fun n23_parameterNames_needNoCompilerOption() {
        assertThat(AiTool.from(PlanTools()).map { it.name() }).containsExactly("addWall", "walls")
    }

    sealed interface Shape
    data class Circle(val radius: Double) : Shape
    data class Square(val side: Double) : Shape

    class ShapeTools {
        @Tool("Takes a shape.")
        fun take(shape: Shape) = shape.toString()
    }

    class SuspendTools {
        @Tool("Takes its time.")
        suspend fun wait(seconds: Int): String = "waited"
    }

    @JvmInline
    value class Metres(val value: Double)

    class ValueTools {
        @Tool("Takes a length.")
        fun take(length: Metres) = length.toString()
    }

    private fun refusal(tools: Any): String =
        runCatching { AiRuntime.builder().addProvider(ScriptedProvider.create()).addTools(tools).build().close() }
            .exceptionOrNull()?.message ?: "accepted"

    @Test
    @DisplayName("N11 data classes of a sealed interface, suspend functions and value classes are refused with what to write")
    fun n11_kotlin_isRefusedWithWhatToWrite() {
        assertThat(refusal(ShapeTools())).isEqualTo(
            "tool take: shape is the sealed interface ${Shape::class.java.name} of Kotlin: data classes are not supported as" +
                " its variants; write one data class with an enum that says which variant it is and nullable components," +
                " or the interface and its records in Java",
        )
        assertThat(refusal(SuspendTools())).isEqualTo(
            "SuspendTools.wait: suspend functions are not supported: write a function without suspend that returns a" +
                " CompletableFuture, or waits with runBlocking",
        )
        assertThat(refusal(ValueTools())).startsWith("ValueTools.take-").endsWith(
            ": its name has a -, as Kotlin names functions with value classes: declare the type that the value class" +
                " wraps instead of it",
        )
    }
}
