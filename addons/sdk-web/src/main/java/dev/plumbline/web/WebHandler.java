package dev.plumbline.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.time.Scheduler;
import java.io.IOException;

/** Checks the requests of a server and passes them on: files of the page, the page's own requests, or AG-UI. */
final class WebHandler implements HttpHandler {
    private final RequestGuard guard;
    private final PageRequests page;
    private final AgUiEndpoint agUi;
    private final Scheduler time;

    WebHandler(RequestGuard guard, PageRequests page, AgUiEndpoint agUi, Scheduler time) {
        this.guard = guard;
        this.page = page;
        this.agUi = agUi;
        this.time = time;
    }

    @Override
    public void handle(HttpExchange exchange) {
        WebExchange request = new WebExchange(exchange, time);
        PageFiles.protect(request);
        try {
            guard.checkOrigin(request);
            if (request.method().equals("GET") && PageFiles.has(request.path())) {
                PageFiles.write(request);
            } else {
                guard.checkToken(request);
                answer(request);
            }
        } catch (WebRefusal refused) {
            refuse(request, refused.status(), refused.why());
        } catch (JsonException malformed) {
            refuse(request, 400, "a member of the request has the wrong form: " + malformed.getMessage());
        } catch (AiException | IllegalStateException | IllegalArgumentException wrong) {
            refuse(request, 409, String.valueOf(wrong.getMessage()));
        } catch (IOException gone) {
            request.close();
        } catch (RuntimeException | Error broken) {
            refuse(request, 500, "the server failed: " + broken.getClass().getName());
        }
    }

    private static void refuse(WebExchange request, int status, String why) {
        request.finish(status, Json.object().with("error", why));
    }

    private void answer(WebExchange request) throws IOException {
        switch (request.method() + " " + request.path()) {
            case "POST /agent" -> agUi.run(request, request.body());
            case "POST /agent/connect" -> agUi.connect(request, request.body());
            case "POST /agent/cancel" -> request.finish(200, agUi.cancel(request.body()));
            default -> page.answer(request);
        }
    }
}
