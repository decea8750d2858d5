package dev.plumbline.providers.login;

import dev.plumbline.internal.HmacSha256;
import dev.plumbline.provider.Secret;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests by version 4 of the signatures of AWS.
 * The path is encoded a second time, as every service but S3 expects.
 *
 * @param region the region of the service, such as {@code eu-central-1}
 * @param service the name of the service in signatures, such as {@code bedrock}
 */
public record AwsSignature(String region, String service) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE = 8;

    /**
     * Adds the headers of a signature to those of a request; all headers that are there already are signed.
     *
     * @param key the key of AWS; its secret is only used to compute the signature
     */
    public void sign(Map<String, String> headers, Target target, AccessToken key, Instant now) {
        AccessToken.AwsKey own = key.aws().orElseThrow();
        String time = TIME.format(now);
        headers.put("X-Amz-Date", time);
        own.sessionToken().ifPresent(session -> headers.put("X-Amz-Security-Token", SecretText.text(session)));
        TreeMap<String, String> signed = new TreeMap<>();
        headers.forEach((name, value) ->
                signed.put(name.toLowerCase(Locale.ROOT), value.strip().replaceAll(" +", " ")));
        signed.put("host", target.host());
        String names = String.join(";", signed.keySet());
        String scope = time.substring(0, DATE) + "/" + region + "/" + service + "/aws4_request";
        String request = target.canonical(signed, names);
        String text = ALGORITHM + "\n" + time + "\n" + scope + "\n" + sha256(request.getBytes(StandardCharsets.UTF_8));
        String signature = HexFormat.of().formatHex(hmac(signingKey(key.value(), time.substring(0, DATE)), text));
        headers.put(
                "Authorization",
                ALGORITHM + " Credential=" + own.id() + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                        + signature);
    }

    private byte[] signingKey(Secret secret, String date) {
        byte[] first = ("AWS4" + SecretText.text(secret)).getBytes(StandardCharsets.UTF_8);
        try {
            return hmac(hmac(hmac(hmac(first, date), region), service), "aws4_request");
        } finally {
            Arrays.fill(first, (byte) 0);
        }
    }

    /** Returns a text as a part of an address: everything but letters, digits and four marks is encoded. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static byte[] hmac(byte[] key, String text) {
        return HmacSha256.of(new SecretKeySpec(key, HmacSha256.NAME), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The request to sign. */
    public static final class Target {
        private final String method;
        private final URI address;
        private final byte[] body;

        /** Creates a target; the body is not copied. */
        public Target(String method, URI address, byte[] body) {
            this.method = method;
            this.address = address;
            this.body = body;
        }

        /** Returns the hash of the body. */
        public String hash() {
            return sha256(body);
        }

        /** Returns the header {@code Host} as it is sent. */
        String host() {
            return address.getPort() < 0 ? address.getHost() : address.getHost() + ":" + address.getPort();
        }

        /** Returns the request in the form that is signed. */
        String canonical(Map<String, String> headers, String names) {
            StringBuilder text = new StringBuilder(method + "\n" + path() + "\n" + query() + "\n");
            headers.forEach(
                    (name, value) -> text.append(name).append(':').append(value).append('\n'));
            return text.append('\n').append(names).append('\n').append(hash()).toString();
        }

        private String path() {
            String path = address.normalize().getRawPath();
            return path == null || path.isEmpty() ? "/" : encoded(path).replace("%2F", "/");
        }

        private String query() {
            if (address.getRawQuery() == null) {
                return "";
            }
            List<String> pairs = new ArrayList<>();
            for (String pair : address.getRawQuery().split("&", -1)) {
                pairs.add(pair.contains("=") ? pair : pair + "=");
            }
            Collections.sort(pairs);
            return String.join("&", pairs);
        }
    }
}
