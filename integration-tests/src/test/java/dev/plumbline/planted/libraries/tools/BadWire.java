package dev.plumbline.planted.libraries.tools;

import java.net.http.HttpClient;

/** The network outside the room that owns it. */
final class BadWire {
    HttpClient client() {
        return HttpClient.newHttpClient();
    }
}
