package dev.plumbline.examples.kotlin

import Door
import HouseTools
import Room
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
class RoomsTest {
    @Test
    @DisplayName("N23 a data class is a parameter of a tool, and its result")
    fun n23_dataClass_isAParameter() {
        val tools = HouseTools()
        val model = ScriptedProvider.create()
            .callsTool("addRoom", mapOf("room" to mapOf("name" to "kitchen", "area" to 12.5)))
            .callsTool("rooms", mapOf<String, Any>())
            .callsTool("rooms", mapOf("floor" to 3))
            .says("There it is.")
        assertThat(draw(model, tools)).isEqualTo("There it is.")
        assertThat(tools.rooms).containsExactly(Room("kitchen", 12.5))
        val results = model.calls().last().effective().mapNotNull { it.toJson().get("envelope").get("result").takeIf { r -> r.exists() } }
        assertThat(results[0]).isEqualTo(Json.parse("""{"name":"kitchen","area":12.5,"doors":[]}"""))
        assertThat(results[1]).isEqualTo(Json.parse("""{"items":[{"name":"kitchen","area":12.5,"doors":[]}]}"""))
        assertThat(results[2]).isEqualTo(Json.parse("""{"items":[]}"""))
    }

    @Test
    @DisplayName("N23 what ends with a question mark, or has a default, is not required")
    fun n23_nullable_isNotRequired() {
        val model = ScriptedProvider.create().says("done")
        AiRuntime.builder().addProvider(model).addTools(HouseTools()).build().use { it.send("hello") }
        val tools = model.calls().first().tools().associateBy { it.name() }
        val room = tools.getValue("addRoom").inputSchema().get("properties").get("room")
        assertThat(room.get("required")).isEqualTo(Json.parse("""["name","area"]"""))
        assertThat(room.get("properties").get("area").get("description")).isEqualTo(Json.of("square metres"))
        assertThat(room.get("properties").get("doors").get("items").get("required")).isEqualTo(Json.parse("""["width"]"""))
        assertThat(tools.getValue("rooms").inputSchema().get("required").exists()).isFalse()
        assertThat(tools.getValue("rooms").inputSchema().get("properties").get("floor").get("type"))
            .isEqualTo(Json.of("integer"))
    }

    @Test
    @DisplayName("N23 a data class is a typed answer")
    fun n23_dataClass_isAnAnswer() {
        val model = ScriptedProvider.create().says("""{"name":"hall","area":9,"floor":null,"doors":[{"width":900,"label":"front"},{"width":700}]}""")
        AiRuntime.of(model).use { ai ->
            assertThat(ai.send("Describe the hall.", Room::class.java))
                .isEqualTo(Room("hall", 9.0, null, listOf(Door(900, "front"), Door(700, null))))
        }
    }

    @Test
    fun n23_valuesSurviveTheRoundTrip() {
        val room = Room("hall", 9.0, 2, listOf(Door(900, null)))
        assertThat(Json.of(room).`as`(Room::class.java)).isEqualTo(room)
        assertThat(Json.of(Flags(true, null)).text()).isEqualTo("""{"isOpen":true}""")
        assertThat(Json.parse("""{"isOpen":true,"isLocked":false}""").`as`(Flags::class.java)).isEqualTo(Flags(true, false))
    }

    data class Flags(val isOpen: Boolean, val isLocked: Boolean?) {
        val summary = "not a component"
    }

    @Test
    fun n23_wrongMembers_areRefusedWithTheirPlace() {
        assertThatThrownBy { Json.parse("""{"name":"hall"}""").`as`(Room::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("area")
        assertThatThrownBy { Json.parse("""{"name":null,"area":1}""").`as`(Room::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("name")
        assertThatThrownBy { Json.parse("""{"name":"hall","area":1,"depth":2}""").`as`(Room::class.java) }
            .isInstanceOf(JsonException::class.java).hasMessageContaining("depth")
        assertThatThrownBy { Json.parse("""{"name":"hall","area":1,"doors":[{"width":"wide"}]}""").`as`(Room::class.java) }
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
        assertThat(AiTool.from(HouseTools()).map { it.name() }).containsExactly("addRoom", "rooms")
    }
}
