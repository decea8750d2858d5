package dev.plumbline.assistant;

import dev.plumbline.body.Interaction;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The rules of a project, a file beside its document, as a fact for the model. Anybody may have written it, so nothing of it is
 * sent before the user has seen all of it and agreed; the settings keep the digest of what was agreed to, so a change is asked
 * about. Called by the threads of turns.
 */
final class ProjectRules implements Hook {
    private static final String KEY = "rules";
    private static final String FACT = "project-rules";
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_DIGESTS = 40;

    private final Supplier<Optional<Path>> file;
    private final AssistantSettings settings;
    private final AssistantWords words;
    private final Set<String> refused = ConcurrentHashMap.newKeySet(); // until the program ends
    private volatile Optional<String> agreed = Optional.empty();

    /**
     * @param file the file now; may be called by any thread
     */
    ProjectRules(Supplier<Optional<Path>> file, AssistantSettings settings, AssistantWords words) {
        this.file = file;
        this.settings = settings;
        this.words = words;
    }

    /** Returns the fact: what the user has agreed to, of the file as it was when the turn began. */
    ContextSource fact() {
        return ContextSource.of(FACT, () -> agreed).withAffinity(ThreadAffinity.POOL);
    }

    @Override
    public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        agreed = file.get()
                .filter(Files::isRegularFile)
                .flatMap(found -> read(found, context))
                .filter(text -> isAgreed(text, context));
        return Decision.proceed();
    }

    private Optional<String> read(Path found, Context context) {
        try {
            return Optional.of(new String(ForeignFile.read(found, MOST_BYTES), StandardCharsets.UTF_8))
                    .filter(text -> !text.isBlank());
        } catch (IOException e) {
            context.publish(Json.of(words.say("rules.unreadable", found, MOST_BYTES >> 10)));
            return Optional.empty();
        }
    }

    private boolean isAgreed(String text, Context context) {
        String digest = Question.Part.host(text).digest();
        List<String> known = new ArrayList<>(List.of(settings.get(KEY).split(" ", -1)));
        if (known.contains(digest) || refused.contains(digest)) {
            return known.contains(digest);
        }
        String use = words.say("rules.use");
        InputRequest<String> question = InputRequest.choice(text, List.of(use, words.say("rules.leave")))
                .withTitle(words.say(
                        "rules.title", file.get().map(Path::getFileName).orElseThrow()));
        InputRequest.Reply<String> reply = context.ask(question);
        boolean isYes = reply.value().filter(use::equals).isPresent();
        if (isYes) {
            known.add(digest);
            int first = Math.max(0, known.size() - MOST_DIGESTS);
            settings.put(Map.of(
                    KEY, String.join(" ", known.subList(first, known.size())).strip()));
        } else {
            refused.add(digest);
        }
        return isYes;
    }
}
