package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.host.Host;
import dev.plumbline.host.Person;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.session.state.BranchSettings;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.Conversation;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.IToolExecutor;
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
 * What all sessions of an engine share.
 *
 * @param viewers where views are called
 * @param schemas makes schemas of Java types; null when nobody does
 * @param host the program around; null when there is none
 * @param ended receives the id of a conversation that has no session any more
 * @param loop what runs a turn to its end; throws nothing
 * @param summaries when conversations are summed up; null for never
 */
record EngineSettings(
        PolicyChain chain,
        IToolExecutor tools,
        Timekeeper time,
        Executor executor,
        Executor viewers,
        Supplier<String> ids,
        ModelId model,
        List<ContextSource> contexts,
        UnaryOperator<AiCall> decorate,
        @Nullable JsonSchemaService schemas,
        @Nullable Host host,
        Person person,
        SessionTelemetry telemetry,
        Consumer<String> ended,
        SessionOptions defaults,
        Function<Turn, Runnable> loop,
        List<NamedHook> hooks,
        List<ConversationObserver> views,
        JournalSettings journal,
        @Nullable SummarySettings summaries) {

    /** The same for what is beside a conversation: no hook is asked, nobody looks, and nothing is written down. */
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

    /** The main branch of a conversation that begins with that body. */
    BranchState begin(CallIds whose, AiBody body, String namespace) {
        Journal begun = Journal.begun(journal, whose);
        Conversation conversation = Conversation.of(body, namespace, time.instant(), begun);
        return new BranchState(branch(), conversation, ConversationTree.MAIN, body);
    }

    /** What another branch is opened with. */
    BranchSettings branch() {
        EventDispatcher events = new EventDispatcher(
                viewers, executor, time, (extension, thrown) -> failed(CallIds.NONE, extension, thrown));
        return new BranchSettings(time, events, telemetry);
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
     * The occasion of a question.
     *
     * @param news publishes the question to views
     */
    Person.Occasion occasion(String who, CallIds whose, Cancellation until, Consumer<LongFunction<SessionEvent>> news) {
        return new Person.Occasion(
                who,
                whose,
                Optional.empty(),
                until,
                question -> news.accept(number -> new SessionEvent.Asked(number, whose, question)),
                thrown -> failed(whose, new Label("question-handler"), thrown));
    }

    void failed(CallIds whose, Label extension, Throwable cause) {
        telemetry.failed(whose, time.instant(), extension, cause);
    }
}
