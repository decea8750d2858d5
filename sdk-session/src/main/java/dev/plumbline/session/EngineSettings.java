package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.ExtensionFailure;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.UserPrompter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all sessions of an engine share.
 *
 * @param viewers the executor of views
 * @param schemas generates schemas of Java types; null if not available
 * @param host the host application; null if there is none
 * @param ended receives the id of a conversation whose last session was closed
 * @param loop runs a turn to its end; throws nothing
 * @param summaries when conversations are summarized; null for never
 */
record EngineSettings(
        PolicyChain chain,
        IToolExecutor tools,
        Scheduler time,
        Executor executor,
        Executor viewers,
        Supplier<String> ids,
        ModelId model,
        List<ContextSource> contexts,
        UnaryOperator<AiCall> decorate,
        @Nullable JsonSchemaService schemas,
        @Nullable HostApplication host,
        UserPrompter person,
        SessionTelemetry telemetry,
        Consumer<String> ended,
        SessionOptions defaults,
        Function<Turn, Runnable> loop,
        List<NamedHook> hooks,
        List<ConversationObserver> views,
        JournalSettings journal,
        @Nullable SummarySettings summaries) {

    /** Returns a copy for side turns: without hooks, views and journal. */
    EngineSettings alone(Executor threads) {
        return new EngineSettings(
                chain,
                tools,
                time,
                threads,
                viewers,
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
                loop,
                List.of(),
                List.of(),
                journal.unwritten(),
                null);
    }

    boolean onUiThread() {
        return host != null && host.isUiThread();
    }

    /** Creates the main branch of a conversation that begins with that body. */
    Branch begin(CallIds whose, AiBody body, String namespace, boolean written) {
        boolean kept = written || journal.store() == null;
        Conversation conversation = Conversation.begun(body, namespace, kept ? journal : journal.unwritten(), whose);
        return new Branch(this, conversation, ConversationTree.MAIN);
    }

    /** Returns the dispatcher of a branch. */
    EventDispatcher dispatcher() {
        return new EventDispatcher(
                viewers, executor, time, (view, thrown) -> failed(CallIds.NONE, "view", view, thrown));
    }

    /**
     * Shows a question to the user and returns the choice.
     *
     * @throws IllegalStateException on the UI thread, which must not block
     */
    Optional<String> choose(
            UserPrompter.QuestionContext occasion, String question, List<String> options, Duration timeout) {
        requireMayWait();
        return person.choose(question, options, occasion, timeout);
    }

    /** Refuses to wait for a person on the UI thread. */
    void requireMayWait() {
        if (onUiThread()) {
            throw new IllegalStateException("ask() waits, and this is the UI thread: give the hook the affinity POOL");
        }
    }

    /**
     * Creates the context of a question.
     *
     * @param news publishes the question to views
     */
    UserPrompter.QuestionContext occasion(
            String who, CallIds whose, Cancellation until, Consumer<LongFunction<SessionEvent>> news) {
        return new UserPrompter.QuestionContext(
                who,
                whose,
                Optional.empty(),
                until,
                question -> news.accept(number -> new SessionEvent.QuestionAsked(number, whose, question)),
                thrown -> failed(whose, "handler", "question-handler", thrown));
    }

    /** Reports an exception of contributed code that ends the turn, unless it is an error that it states on purpose. */
    void threw(CallIds whose, String extension, Throwable cause) {
        if (!(cause instanceof AiException)) {
            telemetry.onFailure(ExtensionFailure.of(whose, time.instant(), extension, cause));
        }
    }

    /** Reports an exception of contributed code that was isolated. */
    void failed(CallIds whose, String kind, String name, Throwable cause) {
        telemetry.failed(ExtensionFailure.of(whose, time.instant(), kind + " " + name, cause), TelemetryLabel.of(name));
    }
}
