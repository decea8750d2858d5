package dev.plumbline.session;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.host.Host;
import dev.plumbline.host.Person;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What all sessions of an engine share.
 *
 * @param loop runs a turn through the stages to its end; throws nothing
 */
record Wiring(
        PolicyChain chain,
        IToolExecutor tools,
        Timekeeper time,
        Executor executor,
        Supplier<String> ids,
        ModelId model,
        List<ContextSource> contexts,
        UnaryOperator<AiCall> decorate,
        Optional<JsonSchemaService> schemas,
        Optional<Host> host,
        Person person,
        Telemetry telemetry,
        Consumer<String> ended,
        SessionOptions defaults,
        List<Stage> stages,
        Consumer<Turn> loop,
        List<NamedHook> hooks,
        List<ConversationObserver> views,
        Optional<SessionStore> journal,
        FailureMode journalFailure,
        Optional<Summarising> summarising) {

    /** The same for what is beside a conversation: nobody has a say, and nobody looks. */
    Wiring alone(Executor threads) {
        return new Wiring(
                chain,
                tools,
                time,
                threads,
                ids,
                model,
                contexts,
                decorate,
                schemas,
                host,
                person,
                telemetry,
                id -> {},
                defaults,
                stages,
                loop,
                List.of(),
                List.of(),
                Optional.empty(),
                journalFailure,
                Optional.empty());
    }

    boolean onUiThread() {
        return host.map(Host::isUiThread).orElse(false);
    }

    /** Where views are called. */
    Executor viewers() {
        return host.<Executor>map(ui -> ui::execute).orElse(executor);
    }

    /**
     * Has the person choose.
     *
     * @throws IllegalStateException on the UI thread, which nobody may block
     */
    Optional<String> choose(Person.Occasion occasion, String question, List<String> options, Duration timeout) {
        if (onUiThread()) {
            throw new IllegalStateException("ask() waits, and this is the UI thread: give the hook the affinity POOL");
        }
        return person.choose(question, options, occasion, timeout);
    }

    /**
     * In the middle of what that somebody does.
     *
     * @param news where views are told of the question
     */
    Person.Occasion occasion(String who, CallIds ids, Cancellation until, Consumer<LongFunction<SessionEvent>> news) {
        return new Person.Occasion(
                who,
                ids,
                Optional.empty(),
                until,
                question -> news.accept(number -> new SessionEvent.Asked(number, ids, question)),
                thrown -> failed(ids, new Label("question-handler"), thrown));
    }

    void failed(CallIds whose, Label extension, Throwable cause) {
        telemetry.failed(whose, time.instant(), extension, cause);
    }
}
