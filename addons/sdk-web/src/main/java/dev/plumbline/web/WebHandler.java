package dev.plumbline.web;

import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.LocalServer;
import dev.plumbline.http.internal.RequestGuard;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;

/** Checks the requests of a server and passes them on: files of the page, the page's own requests, or AG-UI. */
final class WebHandler implements LocalServer.Handler {
    private static final int MOST_BYTES = 32 << 20;

    private final RequestGuard guard;
    private final PageRequests page;
    private final AgUiEndpoint agUi;

    WebHandler(RequestGuard guard, PageRequests page, AgUiEndpoint agUi) {
        this.guard = guard;
        this.page = page;
        this.agUi = agUi;
    }

    @Override
    public void handle(ServerExchange request) throws IOException {
        PageFiles.protect(request);
        try {
            guard.checkOrigin(request);
            if (request.method().equals("GET") && PageFiles.has(request.path())) {
                PageFiles.write(request);
            } else {
                guard.checkToken(request);
                answer(request);
            }
        } catch (RequestRefusal refused) {
            refuse(request, refused.status(), refused.why());
        } catch (JsonException malformed) {
            refuse(request, 400, "a member of the request has the wrong form: " + malformed.getMessage());
        } catch (AiException | IllegalStateException | IllegalArgumentException wrong) {
            refuse(request, 409, String.valueOf(wrong.getMessage()));
        } catch (RuntimeException | Error broken) {
            refuse(request, 500, "the server failed: " + broken.getClass().getName());
        }
    }

    private static void refuse(ServerExchange request, int status, String why) {
        if (request.isStreaming()) {
            request.close(); // an error is no event of the stream
        } else {
            request.finish(status, Json.object().with("error", why));
        }
    }

    /**
     * Reads the body as JSON.
     *
     * @throws RequestRefusal 415, 413 or 400
     * @throws IOException if the client goes away, or sends nothing for too long
     */
    static Json body(ServerExchange request) throws IOException {
        request.requireJson();
        byte[] body = request.body(MOST_BYTES);
        try {
            return Json.parse(body);
        } catch (JsonException malformed) {
            throw new RequestRefusal(400, "the body is no JSON: " + malformed.getMessage());
        }
    }

    private void answer(ServerExchange request) throws IOException {
        switch (request.method() + " " + request.path()) {
            case "POST /agent" -> agUi.run(request, body(request));
            case "POST /agent/connect" -> agUi.connect(request, body(request));
            case "POST /agent/cancel" -> request.finish(200, agUi.cancel(body(request)));
            default -> page.answer(request);
        }
    }
}
