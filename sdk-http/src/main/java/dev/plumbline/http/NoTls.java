package dev.plumbline.http;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS of a client that only speaks to {@code http://}: none. The JDK's client asks for a context when it is made, and the
 * default one reads all trusted certificates and loads some four hundred classes, which a local server's first user waits for.
 */
final class NoTls extends SSLContext {

    NoTls() {
        super(new Nothing(), null, "none");
    }

    /** Knows what protocols are called and refuses all else. */
    private static final class Nothing extends SSLContextSpi {
        private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], PROTOCOLS.clone());
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw refused();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw refused();
        }

        private static UnsupportedOperationException refused() {
            return new UnsupportedOperationException("this client speaks to http:// addresses only");
        }
    }
}
