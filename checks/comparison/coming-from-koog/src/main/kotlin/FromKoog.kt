package dev.plumbline.comparison.koog

import ai.koog.agents.core.agent.AIAgent
import ai.koog.agents.core.tools.ToolRegistry
import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool
import ai.koog.agents.core.tools.reflect.ToolSet
import ai.koog.agents.core.tools.reflect.tools
import ai.koog.prompt.dsl.prompt
import ai.koog.prompt.executor.clients.openai.OpenAIModels
import ai.koog.prompt.executor.model.PromptExecutor
import ai.koog.prompt.streaming.StreamFrame

suspend fun ask(executor: PromptExecutor): String =
    AIAgent(promptExecutor = executor, llmModel = OpenAIModels.Chat.GPT4o).run("What is a plumb line?")

suspend fun stream(executor: PromptExecutor, show: (String) -> Unit) {
    executor.executeStreaming(prompt("ask") { user("What is a plumb line?") }, OpenAIModels.Chat.GPT4o)
        .collect { frame -> if (frame is StreamFrame.Append) show(frame.text) }
}

class WallTools : ToolSet {
    @Tool
    @LLMDescription("Draws a wall.")
    fun drawWall(@LLMDescription("length in millimetres") length: Double): String = "w1, $length mm"
}

suspend fun draw(executor: PromptExecutor): String =
    AIAgent(
        promptExecutor = executor,
        llmModel = OpenAIModels.Chat.GPT4o,
        systemPrompt = "You draw floor plans.",
        toolRegistry = ToolRegistry { tools(WallTools()) },
    ).run("A wall of 5 metres.")
