package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction.ToolCall;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.testkit.faults.ExecutorFaults.InTurn;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Executors with one error each, written by a ninth author from the page around an executor of his own. */
final class NinthExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private NinthExecutorFaults() {}

    static List<PlantedFault> all() {
        NinthExecutorFaults faults = new NinthExecutorFaults();
        faults.executors();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<List<AiTool>, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () -> ExecutorFaults.laws(executor)));
    }

    /** What is wrong in the execution of a list. */
    private interface Wrong {
        List<ToolEnvelope> execute(IToolExecutor right, List<ToolCall> calls, IToolExecutor.CallScope scope);
    }

    private static Function<List<AiTool>, IToolExecutor> around(Wrong wrong) {
        return tools -> new InTurn(tools) {
            private final IToolExecutor right = new InTurn(tools);

            @Override
            public List<ToolEnvelope> execute(List<ToolCall> calls, CallScope scope) {
                return wrong.execute(right, calls, scope);
            }
        };
    }

    private static ToolEnvelope one(IToolExecutor right, ToolCall call, IToolExecutor.CallScope scope) {
        return right.execute(List.of(call), scope).get(0);
    }

    private void executors() {
        add("turns the list around", "Envelopes come in the order of the ends.", around((right, calls, scope) -> {
            List<ToolEnvelope> outcomes = new ArrayList<>(right.execute(calls, scope));
            Collections.reverse(outcomes);
            return outcomes;
        }));
        add("runs equal calls of a list once", "An equal call does not run.", around((right, calls, scope) -> {
            Map<String, ToolEnvelope> done = new HashMap<>();
            return calls.stream()
                    .map(call ->
                            done.computeIfAbsent(call.name() + call.arguments().text(), key -> one(right, call, scope)))
                    .toList();
        }));
        add(
                "adds a path to messages",
                "The model reads more than the message of the ToolException.",
                around((right, calls, scope) -> right.execute(calls, scope).stream()
                        .map(each -> each.failure()
                                .map(failure ->
                                        ToolEnvelope.failed(failure.code(), failure.message() + " (in C:/secret)"))
                                .orElse(each))
                        .toList()));
        add(
                "runs failed calls again",
                "A tool that failed runs twice.",
                around((right, calls, scope) -> calls.stream()
                        .map(call -> {
                            ToolEnvelope first = one(right, call, scope);
                            return first.isOk() ? first : one(right, call, scope);
                        })
                        .toList()));
        add("keeps a thread", "A thread stays behind close.", tools -> new InTurn(tools) {
            private boolean isBegun;

            @Override
            public synchronized List<ToolEnvelope> execute(List<ToolCall> calls, CallScope scope) {
                if (!isBegun) {
                    isBegun = true;
                    Thread stays = new Thread(LockSupport::park, "office-job");
                    stays.setDaemon(true);
                    stays.start();
                }
                return super.execute(calls, scope);
            }
        });
        add(
                "has a cancellation of its own",
                "Tools do not end with the turn.",
                around((right, calls, scope) -> right.execute(
                        calls,
                        new IToolExecutor.CallScope(
                                scope.ids(),
                                scope.toolFilter(),
                                scope.conversation(),
                                Cancellation.create(),
                                scope.state(),
                                scope.approvals(),
                                scope.observer(),
                                scope.parallel(),
                                scope.listener()))));
        add("remembers all outcomes", "An equal call of a later list does not run.", tools -> {
            Map<String, ToolEnvelope> done = new HashMap<>();
            return around((right, calls, scope) -> calls.stream()
                            .map(call -> {
                                synchronized (done) {
                                    return done.computeIfAbsent(
                                            call.name() + call.arguments().text(), key -> one(right, call, scope));
                                }
                            })
                            .toList())
                    .apply(tools);
        });
    }
}
