package dev.plumbline.web;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.RowText;
import dev.plumbline.views.ViewRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The requests of the page. What is asked is in the body, because servers log addresses. Thread-safe. */
final class PageRequests {
    private static final Set<String> SHOWN_MEDIA = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final Json DONE = Json.object().with("done", true);

    private final ConversationTable table;
    private final OpenStreams streams;

    PageRequests(ConversationTable table, OpenStreams streams) {
        this.table = table;
        this.streams = streams;
    }

    /**
     * Answers a request.
     *
     * @throws RequestRefusal 404 for an unknown address
     */
    void answer(ServerExchange request) throws IOException {
        if (!request.method().equals("POST")) {
            throw new RequestRefusal(404, "there is nothing at this address");
        }
        Json body = WebHandler.body(request);
        switch (request.path()) {
            case "/api/conversations" -> request.finish(200, ConversationJson.list(table));
            case "/api/create" -> request.finish(200, address(table.create(given -> given)));
            case "/api/rows" -> {
                LiveConversation live = live(body);
                streams.write(request, live, stream -> RowStream.begin(live, stream));
            }
            case "/api/path" -> request.finish(200, path(body));
            case "/api/markdown" -> request.finish(200, markdown(body));
            case "/api/tree" -> request.finish(200, ConversationJson.tree(tree(body), since(body)));
            case "/api/why" -> request.finish(200, WhyJson.of(table, AgUiInput.text(body, "id")));
            case "/api/search" ->
                request.finish(
                        200, ConversationSearch.of(table, body.get("text").asText()));
            case "/api/media" -> medium(request, body);
            case "/api/runs" -> request.finish(200, RunsJson.of(table.runs()));
            default -> request.finish(200, change(request, body));
        }
    }

    private ConversationTree tree(Json body) {
        return table.tree(AgUiInput.text(body, "id"));
    }

    private static long since(Json body) {
        return body.get("since").exists() ? body.get("since").asLong() : -1;
    }

    private LiveConversation live(Json body) {
        return table.find(AgUiInput.text(body, "id"), AgUiInput.text(body, "branch"));
    }

    private Json change(ServerExchange request, Json body) throws IOException {
        LiveConversation live = live(body);
        return switch (request.path()) {
            case "/api/send" -> send(live.session(), body);
            case "/api/answer" -> answer(live, body);
            case "/api/cancel" -> Json.object().with("cancelled", live.session().cancel("cancelled on the page"));
            case "/api/edit" -> edit(live.session(), body);
            case "/api/fork" -> fork(live, body);
            case "/api/continue" -> {
                live.session().continueFrom(entry(live.session().tree(), AgUiInput.text(body, "entry")));
                yield DONE;
            }
            default -> throw new RequestRefusal(404, "there is nothing at this address");
        };
    }

    private Json path(Json body) {
        ConversationTree tree = tree(body);
        List<ViewRow> rows = ConversationRows.of(tree.path(entry(tree, AgUiInput.text(body, "entry"))));
        return Json.object().with("rows", rows.stream().map(ViewRow::toJson).toList());
    }

    private Json markdown(Json body) {
        List<ViewRow> rows = new ArrayList<>();
        live(body).read(rows::addAll);
        Locale language = Locale.forLanguageTag(AgUiInput.text(body, "language"));
        return Json.object().with("text", RowText.markdown(rows, language));
    }

    private static ConversationEntry entry(ConversationTree tree, String id) {
        return tree.find(new ConversationEntry.Id(id))
                .orElseThrow(() -> new RequestRefusal(404, "the conversation has no such entry"));
    }

    /** Sends a message; while a turn runs, the message is added to it. */
    private static Json send(ConversationSession session, Json body) {
        List<Part> parts = new ArrayList<>();
        if (body.get("text").exists() && !body.get("text").asText().isBlank()) {
            parts.add(new Part.Text(body.get("text").asText()));
        }
        if (body.get("media").exists()) {
            body.get("media")
                    .elements()
                    .forEach(medium -> parts.add(AgUiInput.medium(
                            AgUiInput.text(medium, "type"),
                            AgUiInput.text(medium, "name"),
                            AgUiInput.text(medium, "data"))));
        }
        Interaction.User message = new Interaction.User(parts);
        if (parts.size() == 1 && session.isRunning() && session.interject(message.text())) {
            return DONE;
        }
        CompletableFuture<?> unused = session.sendAsync(message, SessionOptions.none());
        return DONE;
    }

    private static Json answer(LiveConversation live, Json body) {
        Question question = live.questions().get(AgUiInput.text(body, "key"));
        if (question == null || !answer(question, body).give()) {
            throw new RequestRefusal(409, "the question was answered elsewhere or has expired");
        }
        return DONE;
    }

    private static AgUiAnswer answer(Question question, Json body) {
        Json value = body.get("value");
        List<String> shown = JsonMembers.texts(body, "shown");
        return new AgUiAnswer(
                question.opened(shown),
                AgUiAnswer.option(question, AgUiInput.text(body, "option")),
                value.exists() ? Optional.of(value) : Optional.empty());
    }

    private static Json edit(ConversationSession session, Json body) {
        ConversationEntry question = entry(session.tree(), AgUiInput.text(body, "entry"));
        CompletableFuture<?> unused = session.editAsync(question, AgUiInput.text(body, "text"));
        return DONE;
    }

    private Json fork(LiveConversation live, Json body) {
        LiveConversation fork = table.fork(live, AgUiInput.text(body, "name"));
        if (body.get("entry").exists()) {
            fork.session().continueFrom(entry(fork.session().tree(), AgUiInput.text(body, "entry")));
        }
        return address(fork);
    }

    private static Json address(LiveConversation live) {
        return Json.object().with("id", live.id()).with("branch", live.branch());
    }

    /** Sends a picture, for the page to draw. Any other medium is a file to be saved, which is never shown. */
    private void medium(ServerExchange request, Json body) throws IOException {
        ConversationEntry entry = entry(tree(body), AgUiInput.text(body, "entry"));
        List<Blob> media = entry.interactions().stream()
                .flatMap(interaction -> ConversationJson.media(interaction).stream())
                .toList();
        int number = body.get("number").asInt();
        if (number < 0 || number >= media.size()) {
            throw new RequestRefusal(404, "the entry has no such medium");
        }
        Blob blob = media.get(number);
        boolean shown = SHOWN_MEDIA.contains(blob.mediaType());
        request.setHeader("Content-Disposition", shown ? "inline" : "attachment");
        request.finish(
                200,
                shown ? blob.mediaType() : "application/octet-stream",
                blob.open().readAllBytes());
    }
}
