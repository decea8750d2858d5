package dev.plumbline.providers.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.provider.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of AWS's published test suite for signatures of version 4. */
class AwsSignatureTest {
    private static final Instant NOW = Instant.parse("2015-08-30T12:36:00Z");
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private static Map<String, String> signed(
            String method, String path, Map<String, String> headers, String body, String session) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        Optional<Secret> token = Optional.ofNullable(session).map(text -> Secret.of(text.toCharArray()));
        AccessToken key = new AccessToken(
                Secret.of(SECRET.toCharArray()), NOW, Optional.of(new AccessToken.AwsKey("AKIDEXAMPLE", token)));
        new AwsSignature("us-east-1", "service")
                .sign(
                        all,
                        new AwsSignature.Target(
                                method,
                                URI.create("https://example.amazonaws.com" + path),
                                body.getBytes(StandardCharsets.UTF_8)),
                        key,
                        NOW);
        return all;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "GET # / # # 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET # /?Param2=value2&Param1=value1 # # b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
                "GET # /?Param1=value1 # # a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
                "GET # /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz # # 07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
                "GET # /example/.. # # 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET # / # My-Header1=' value1'|My-Header2=' \"a   b   c\"' # acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
                "POST # / # # 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
                "POST # / # My-Header1=value1 # c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"
            })
    void w23_signature_isThatOfTheTestSuite(String method, String path, String headers, String signature) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String header : headers == null ? new String[0] : headers.split("\\|")) {
            all.put(
                    header.substring(0, header.indexOf('=')),
                    header.substring(header.indexOf('=') + 1).replace("'", ""));
        }
        assertThat(signed(method, path, all, "", null).get("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ")
                .endsWith("Signature=" + signature);
    }

    @Test
    void w23_signatureOfASession_isThatOfTheTestSuite() {
        String session = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";
        Map<String, String> all = signed("GET", "/", Map.of(), "", session);
        assertThat(all).containsEntry("X-Amz-Security-Token", session).containsEntry("X-Amz-Date", "20150830T123600Z");
        assertThat(all.get("Authorization"))
                .contains("SignedHeaders=host;x-amz-date;x-amz-security-token")
                .endsWith("07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8");
    }

    @Test
    void w23_secretIsNeverAmongTheHeaders() {
        assertThat(signed("POST", "/model/a%3A0/converse", Map.of(), "{}", "token")
                        .toString())
                .doesNotContain(SECRET);
        assertThat(AwsSignature.encoded("arn:aws:x/a b*~")).isEqualTo("arn%3Aaws%3Ax%2Fa%20b%2A~");
    }
}
