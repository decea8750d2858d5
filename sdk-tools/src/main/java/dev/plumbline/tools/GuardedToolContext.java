package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Sandbox;
import dev.plumbline.tool.SandboxAccess;
import dev.plumbline.tool.SandboxedFiles;
import dev.plumbline.tool.SandboxedHttp;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.UserPrompter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A tool's context, for as long as its outcome is open. */
final class GuardedToolContext implements ToolContext {
    private final Interaction.ToolCall toolCall;
    private final InvocationContext setting;
    private final InvocationGuard fence;

    GuardedToolContext(Interaction.ToolCall toolCall, InvocationContext setting, InvocationGuard fence) {
        this.toolCall = toolCall;
        this.setting = setting;
        this.fence = fence;
    }

    /** The call, also when it is over. */
    Interaction.ToolCall toolCall() {
        return toolCall;
    }

    InvocationContext setting() {
        return setting;
    }

    InvocationGuard fence() {
        return fence;
    }

    private GuardedToolContext open() {
        if (fence.isShut()) {
            throw new IllegalStateException("this call of " + toolCall.name()
                    + " is over: its time was up or its turn ended, and its context refuses further use");
        }
        return this;
    }

    @Override
    public Interaction.ToolCall call() {
        return open().toolCall;
    }

    @Override
    public ToolDefinition tool() {
        return open().setting.definition();
    }

    @Override
    public CallIds ids() {
        return open().setting.scope().ids();
    }

    /** The one thing that is there to the end: a late tool must be able to see that it is late. */
    @Override
    public Cancellation cancellation() {
        return fence.signal();
    }

    @Override
    public List<Interaction> conversation() {
        return open().setting.scope().conversation();
    }

    @Override
    public State state() {
        return open().setting.scope().state();
    }

    @Override
    public void progress(double fraction, String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("progress is 0 to 1");
        }
        IToolExecutor.CallScope scope = open().setting.scope();
        // telemetry wants no more than a hundred of them
        if (fence.isFurther(fraction) && scope.events().watches(AiEvent.ToolProgressed.class)) {
            scope.events()
                    .onEvent(new AiEvent.ToolProgressed(
                            scope.ids(),
                            setting.shop().time().instant(),
                            setting.tool().label(),
                            setting.invocation(),
                            fraction));
        }
        scope.tell(watch -> watch.progressed(toolCall, fraction, note));
    }

    @Override
    public <T> T onHost(Callable<T> edit) throws Exception {
        UiThreadExecutor uiThread = open().setting.shop().host();
        if (uiThread == null) {
            throw new IllegalStateException("there is no host: give the runtime one with host(…)");
        }
        return uiThread.isUiThread() ? edit.call() : fence.waiting(() -> new UiThreadTask<>(edit, fence).at(uiThread));
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        UiThreadExecutor uiThread = open().setting.shop().host();
        if (uiThread != null && uiThread.isUiThread()) {
            throw new IllegalStateException("ask() waits, and this is the UI thread: give the tool the affinity POOL");
        }
        try {
            return fence.waiting(() -> untimed(person -> person.choose(question, options, occasion(), timeout)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("asking throws nothing that is checked", e);
        }
    }

    @Override
    public SessionOptions child() {
        return open().setting.scope().watch().child().toBuilder()
                .addCancellation(cancellation())
                .build();
    }

    /** Asks the user; meanwhile the turn's time is paused. */
    <T> T untimed(Function<UserPrompter, T> question) {
        Subscription pause = setting.scope().watch().asking();
        try {
            return question.apply(setting.shop().person());
        } finally {
            pause.close();
        }
    }

    /** In the middle of this call. */
    UserPrompter.QuestionContext occasion() {
        return new UserPrompter.QuestionContext(
                toolCall.name(),
                setting.scope().ids(),
                Optional.of(toolCall),
                cancellation(),
                question -> setting.scope().tell(watch -> watch.asked(question)),
                thrown -> setting.report("question-handler", thrown));
    }

    @Override
    public SandboxedFiles files() {
        return open().reach().files();
    }

    @Override
    public SandboxedHttp http() {
        return open().reach().http();
    }

    @Override
    public Path tempFolder() {
        return open().reach().tempFolder();
    }

    private SandboxAccess reach() {
        IToolExecutor.CallScope scope = setting.scope();
        return fence.reach(() -> setting.shop()
                .sandbox()
                .open(new Sandbox.AccessRequest(scope.ids(), setting.definition(), fence.signal(), scope.events())));
    }

    @Override
    public GuardedToolContext withArguments(Json arguments) {
        return new GuardedToolContext(
                new Interaction.ToolCall(toolCall.id(), toolCall.name(), arguments), setting, fence);
    }

    /** This call with the arguments of that one; itself when they are the same. */
    GuardedToolContext withArgumentsOf(ToolContext other) {
        if (other == this) {
            return this;
        }
        Json arguments = other.call().arguments();
        return arguments.equals(toolCall.arguments()) ? this : withArguments(arguments);
    }

    /** Why the tool does not get these arguments; null when it does. */
    @Nullable
    ToolEnvelope refusal() {
        return ToolCallValidator.refusal(toolCall.arguments(), setting.definition(), setting.shop());
    }
}
