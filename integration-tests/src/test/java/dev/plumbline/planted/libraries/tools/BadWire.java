package dev.plumbline.planted.libraries.tools;

import java.net.http.HttpClient;

/** The network outside the providers. */
final class BadWire {
    HttpClient client() {
        return HttpClient.newHttpClient();
    }
}
