package dev.plumbline.integration.environments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ScriptedProvider;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.util.Map;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.junit.jupiter.api.Test;

/** A host's script: closures where Java has lambdas, a Groovy class with tools, and no line of Java. */
class GroovyTest {

    @Test
    void script_drawsWithATool() {
        CompilerConfiguration settings = new CompilerConfiguration();
        settings.setParameters(true);
        Binding given = new Binding(Map.of(
                "model",
                ScriptedProvider.create().callsTool("wall", Map.of("length", 5)).says("There it is.")));
        Object said = new GroovyShell(getClass().getClassLoader(), given, settings).evaluate("""
                import dev.plumbline.body.AiBody
                import dev.plumbline.runtime.AiRuntime
                import dev.plumbline.tool.Tool

                class Pen {
                    List<Integer> walls = []

                    @Tool("Draws a wall.")
                    String wall(int length) { walls << length; "drawn" }
                }

                def pen = new Pen()
                def ai = AiRuntime.builder().addProvider(model).addTools(pen).addContext("units", { "mm" }).build()
                try {
                    def session = ai.session(AiBody.builder().addSystem("You draw.").toolFilter("*").contextFilter("units").build())
                    "${session.send("A wall.").text()} ${pen.walls}".toString()
                } finally {
                    ai.close()
                }
                """);
        assertThat(said).isEqualTo("There it is. [5]");
    }
}
