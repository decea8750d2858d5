package dev.plumbline.violations.libraries.tools;

import java.net.http.HttpClient;

/** The network outside its module. */
final class BadNetworkUser {
    HttpClient client() {
        return HttpClient.newHttpClient();
    }
}
