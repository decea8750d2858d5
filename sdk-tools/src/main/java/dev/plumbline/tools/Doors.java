package dev.plumbline.tools;

import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Reach;
import dev.plumbline.tool.Sandbox;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What a call reaches outside the program: opened when it is first asked for, shut once the outcome is decided. */
final class Doors {
    private Optional<Reach> reach = Optional.empty();

    synchronized Reach open(Setting setting, Fence fence) {
        Reach open = reach.orElseGet(() -> opened(setting, fence));
        reach = Optional.of(open);
        return open;
    }

    private static Reach opened(Setting setting, Fence fence) {
        IToolExecutor.Scope scope = setting.scope();
        Reach opened = setting.shop()
                .sandbox()
                .open(new Sandbox.Visit(scope.ids(), setting.item().definition(), fence.signal(), scope.events()));
        CompletableFuture<?> unused = fence.outcome().whenComplete((envelope, never) -> opened.close());
        return opened;
    }
}
