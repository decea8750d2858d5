package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.internal.AskingContext;
import dev.plumbline.tool.internal.Sandbox;
import dev.plumbline.tool.internal.SandboxAccess;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The context of a tool call. Its facts can be read at any time. What acts is refused once the outcome is decided: it goes
 * through {@link #open}.
 */
final class GuardedToolContext implements ToolContext, AskingContext {
    private static final int MOST_CAUSES = 10;

    private final Interaction.ToolCall toolCall;
    private final InvocationContext setting;
    private final InvocationGuard guard;

    GuardedToolContext(Interaction.ToolCall toolCall, InvocationContext setting, InvocationGuard guard) {
        this.toolCall = toolCall;
        this.setting = setting;
        this.guard = guard;
    }

    InvocationContext setting() {
        return setting;
    }

    InvocationGuard guard() {
        return guard;
    }

    /** Returns this context to act with. */
    private GuardedToolContext open() {
        if (guard.isShut()) {
            throw new ToolMisuseException("this call of " + toolCall.name()
                    + " is over: its time was up or its turn ended. Its context can be read, but it can do nothing more;"
                    + " check cancellation() before an effect");
        }
        return this;
    }

    /** Reports what the tool threw, unless it only ends a tool that was stopped. */
    void threw(Throwable thrown) {
        if (!guard.isShut() || !isEndOfStopped(thrown)) {
            setting.threw("tool " + toolCall.name(), thrown);
        }
    }

    /** Returns whether that is what interrupted or cancelled code throws. */
    private static boolean isEndOfStopped(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .anyMatch(cause -> cause instanceof InterruptedException
                        || cause instanceof InterruptedIOException
                        || cause instanceof AsynchronousCloseException
                        || cause instanceof CancellationException
                        || cause instanceof AiException);
    }

    @Override
    public Interaction.ToolCall call() {
        return toolCall;
    }

    /** Returns the arguments with the values that pseudonyms in them stand for: what the person wrote or read. */
    Json meant() {
        return meant(toolCall.arguments());
    }

    private Json meant(Json value) {
        String text = value.text();
        Map<String, String> meanings = setting.meanings(text, this);
        if (meanings.isEmpty()) {
            return value; // as in each progress of a runtime without redaction
        }
        for (Map.Entry<String, String> each : meanings.entrySet()) {
            String meaning = Json.of(each.getValue()).text().replaceAll("^\"|\"$", "");
            text = text.replace(each.getKey(), meaning);
        }
        try {
            return Json.parse(text);
        } catch (JsonException twice) { // two members have one name now
            return value;
        }
    }

    /** Returns the call as the person knows it. */
    private Interaction.ToolCall known() {
        Json meant = meant();
        return meant.equals(toolCall.arguments())
                ? toolCall
                : new Interaction.ToolCall(toolCall.id(), toolCall.name(), meant);
    }

    /** Returns a text of the tool for the person, who knows no pseudonym. */
    private String meant(String text) {
        String meant = text;
        for (Map.Entry<String, String> each : setting.meanings(text, this).entrySet()) {
            meant = meant.replace(each.getKey(), each.getValue());
        }
        return meant;
    }

    @Override
    public List<Question.Part> explanations(String text) {
        return setting.meanings(text, this).entrySet().stream()
                .map(each -> Question.Part.host(words().say(
                                "call.stands-for",
                                VisibleTextEscaper.of(each.getKey()),
                                VisibleTextEscaper.of(each.getValue()))))
                .toList();
    }

    @Override
    public ToolDefinition tool() {
        return setting.definition();
    }

    @Override
    public CallIds ids() {
        return setting.scope().ids();
    }

    @Override
    public Cancellation cancellation() {
        return guard.signal();
    }

    @Override
    public List<Interaction> conversation() {
        return setting.scope().conversation();
    }

    @Override
    public ConversationTree tree() {
        return setting.scope().listener().tree();
    }

    @Override
    public String branch() {
        return setting.scope().listener().branch();
    }

    @Override
    public boolean interject(String text) {
        if (ContentOrigin.ofTags(open().setting.definition().tags()).isUntrusted()) {
            throw new ToolMisuseException("the tool " + toolCall.name() + " reads what others write, so it cannot"
                    + " interject a message of the user; return the text as its result, which has a label");
        }
        return setting.scope().listener().interject(meant(text));
    }

    @Override
    public State state() {
        return new GuardedState(setting.scope().state(), this::open);
    }

    @Override
    public void progress(double fraction, String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a progress fraction must be from 0 to 1; got " + fraction);
        }
        IToolExecutor.CallScope scope = open().setting.scope();
        // at most one telemetry event for each percent
        if (guard.isFurther(fraction) && scope.observer().watches(TelemetryEvent.ToolProgressed.class)) {
            scope.observer()
                    .onEvent(new TelemetryEvent.ToolProgressed(
                            scope.ids(),
                            setting.executorContext().time().instant(),
                            setting.tool().label(),
                            setting.invocation(),
                            fraction));
        }
        String shown = meant(note);
        Interaction.ToolCall known = known();
        scope.tell(watch -> watch.progressed(known, fraction, shown));
    }

    @Override
    public <T> T onUiThread(Callable<T> edit) throws Exception {
        UiThreadExecutor uiThread = open().setting.executorContext().host();
        if (uiThread == null) {
            throw new ToolMisuseException("onUiThread() needs a host application; set one with host(…)");
        }
        return uiThread.isUiThread()
                ? edit.call()
                : guard.waiting(() -> new UiThreadTask<>(() -> attributed(edit), guard, this::threw).at(uiThread));
    }

    @Override
    public <T> T edit(Callable<T> change) throws Exception {
        return open().attributed(change);
    }

    private <T> T attributed(Callable<T> change) throws Exception {
        ApprovalStep approval = setting.chain().approval();
        return approval == null ? change.call() : approval.edit(this, change);
    }

    /** Returns whether the tool runs on the UI thread. */
    boolean isOnUiThread() {
        return setting.executorContext().isOnHost(setting.tool().tool());
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return asked(prompter -> prompter.choose(question, options, occasion(), timeout));
    }

    @Override
    public <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        return asked(
                prompter -> prompter.ask(request, occasion(), setting.scope().observer()));
    }

    @Override
    public boolean isAgreed(Function<Words, UserPrompter.QuestionText> question, Duration patience) {
        UserPrompter.QuestionText wording = question.apply(words());
        return asked(prompter -> wording.agreeing()
                .contains(prompter.ask(wording, occasion(), patience).option()));
    }

    @Override
    public void publish(Json news) {
        Json shown = open().meant(news);
        Interaction.ToolCall known = known();
        setting.scope().tell(watch -> watch.published(known, shown));
    }

    private <T> T asked(Function<UserPrompter, T> question) {
        UiThreadExecutor uiThread = open().setting.executorContext().host();
        if (uiThread != null && uiThread.isUiThread()) {
            throw new ToolMisuseException("ask() would block the UI thread; give the tool the affinity POOL");
        }
        try {
            return guard.waiting(() -> untimed(question));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a question throws no checked exception", e);
        }
    }

    @Override
    public SessionOptions child() {
        return open().setting.scope().listener().child().toBuilder()
                .addCancellation(cancellation())
                .build();
    }

    /** Asks the user; the turn's time limit is paused meanwhile. */
    <T> T untimed(Function<UserPrompter, T> question) {
        Subscription pause = setting.scope().listener().asking();
        try {
            return question.apply(setting.executorContext().prompter());
        } finally {
            pause.close();
        }
    }

    /** Returns the language in which the person of the session is asked. */
    Words words() {
        return setting.executorContext()
                .prompter()
                .words(setting.scope().listener().locale());
    }

    /** Returns the context of a question that is asked during this call. */
    UserPrompter.QuestionContext occasion() {
        return new UserPrompter.QuestionContext(
                toolCall.name(),
                setting.scope().ids(),
                Optional.of(toolCall),
                cancellation(),
                words(),
                question -> setting.scope().tell(watch -> watch.asked(question)),
                thrown -> setting.report("question-handler", thrown),
                this::explanations);
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
    public Map<String, String> traceHeaders() {
        IToolExecutor.CallScope scope = setting.scope();
        return scope.observer().traceHeaders(scope.ids(), setting.invocation());
    }

    @Override
    public void addTraceAttributes(Map<String, String> attributes) {
        IToolExecutor.CallScope scope = open().setting.scope();
        scope.observer().onAttributes(scope.ids(), setting.invocation(), attributes);
    }

    @Override
    public Path tempFolder() {
        return open().reach().tempFolder();
    }

    private SandboxAccess reach() {
        IToolExecutor.CallScope scope = setting.scope();
        return guard.reach(() -> setting.executorContext()
                .sandbox()
                .open(new Sandbox.AccessRequest(scope.ids(), setting.definition(), guard.signal(), scope.observer())));
    }

    @Override
    public GuardedToolContext withArguments(Json arguments) {
        return new GuardedToolContext(
                new Interaction.ToolCall(toolCall.id(), toolCall.name(), arguments), setting, guard);
    }

    /** Returns this call with its arguments read another way; this if they are the same. */
    GuardedToolContext withArgumentsOf(ToolCallValidator.Reading reading) {
        Json read = ToolCallValidator.read(toolCall.arguments(), setting, reading);
        return read.equals(toolCall.arguments()) ? this : withArguments(read);
    }

    /** Returns this call with the arguments of the other; this if they are equal. */
    GuardedToolContext withArgumentsOf(ToolContext other) {
        if (other == this) {
            return this;
        }
        Json arguments = other.call().arguments();
        return arguments.equals(toolCall.arguments()) ? this : withArguments(arguments);
    }

    /** Returns the envelope that refuses arguments that are not valid; null if they are. */
    @Nullable
    ToolEnvelope refusal() {
        return ToolCallValidator.refusal(toolCall.arguments(), setting);
    }

    /** Returns why the call may not run with changed arguments, in words; empty if it may. */
    Optional<String> misfit() {
        return Optional.ofNullable(setting.chain().refusal(this))
                .flatMap(ToolEnvelope::failure)
                .map(ToolEnvelope.Failure::message);
    }
}
