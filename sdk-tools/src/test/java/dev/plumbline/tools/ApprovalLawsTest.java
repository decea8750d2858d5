package dev.plumbline.tools;

import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;

/** Runs the laws of executors with approval: every call is asked about and allowed. */
class ApprovalLawsTest implements ToolExecutorLaws {
    @Override
    public IToolExecutor executor(List<AiTool> tools, Scheduler time) {
        return ToolRuntime.builder(new FakeSchemaService())
                .addTools(tools, "")
                .time(time)
                .approvals(ApprovalRules.builder().ask("*").maxQuestions(100).build())
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build();
    }
}
