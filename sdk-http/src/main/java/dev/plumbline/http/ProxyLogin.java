package dev.plumbline.http;

import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Logs in at proxies and nowhere else: a server that asks for a login gets none. */
final class ProxyLogin extends Authenticator {
    private final Network.Login login;

    ProxyLogin(Network.Login login) {
        this.login = login;
    }

    @Override
    protected @Nullable PasswordAuthentication getPasswordAuthentication() {
        if (getRequestorType() != RequestorType.PROXY) {
            return null;
        }
        char[] password = login.password().reveal();
        try {
            return new PasswordAuthentication(login.user(), password);
        } finally {
            Arrays.fill(password, '\0');
        }
    }
}
