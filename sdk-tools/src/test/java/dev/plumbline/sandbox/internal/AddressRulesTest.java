package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.ToolContext.SandboxedHttp.Request;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which addresses are allowed: by text, by rule and by what a name resolves to. */
class AddressRulesTest {
    @RegisterExtension
    private final SandboxHttpFixture trial = new SandboxHttpFixture();

    @ParameterizedTest(name = "131 {0} is refused by {1}")
    @Tag("SH169")
    @Tag("F131")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "file:///etc/passwd,                 http.not-https",
                "jar:file:/x.jar!/y,                 http.not-https",
                "data:text/plain;base64;eA==,        http.not-https",
                "javascript:alert(1),                http.not-https",
                "http://files.test/fine,             http.not-https",
                "ftp://files.test/,                  http.not-https",
                "//files.test/fine,                  http.not-https",
                "https://files.test@other.test/,     http.user-info",
                "https://user:pw@files.test/,        http.user-info",
                "https:///x,                         http.malformed",
                "https:files.test,                   http.malformed",
                "https://b\u00fccher.test/,          http.malformed",
                "https://fi_les.test/,               http.malformed",
                "https://127.0.0.1/,                 http.address-literal",
                "https://127.1/,                     http.malformed",
                "https://0x7f.1/,                    http.malformed",
                "https://0177.0.0.1/,                http.address-literal",
                "https://2130706433/,                http.address-literal",
                "https://0x7f000001/,                http.address-literal",
                "https://[::1]/,                     http.address-literal",
                "https://[::ffff:169.254.169.254]/,  http.address-literal",
                "https://169.254.169.254/latest,     http.address-literal",
                "https://files.test./fine,           http.trailing-dot",
                "https://other.test/,                http.not-listed",
                "https://files.test/fine,            http.not-listed",
                "https://files.test.evil.test/,      http.not-listed",
                "https://notfiles.test/,             http.not-listed",
                "https://sub.files.test/,            http.not-listed",
                "https://xn--fls-hya.test/,          http.not-listed",
                "https://localhost/,                 http.not-listed",
            })
    @DisplayName("131 134 addresses that are not allowed are refused before anything is looked up")
    void address_refusedByItsText(String address, String rule) {
        try {
            URI uri = URI.create(address);
            trial.denied("http " + rule, () -> trial.http().get(uri));
        } catch (IllegalArgumentException noAddress) {
            assertThat(rule).isEqualTo("http.malformed");
        }
        assertThat(trial.lookups).hasValue(0);
    }

    @ParameterizedTest(name = "131 a name that leads to {0} is refused")
    @Tag("F131")
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.1",
                "172.20.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "0.0.0.0",
                "::1",
                "fd00::1",
                "fe80::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "224.0.0.1",
                "168.63.129.16"
            })
    @DisplayName("131 an allowed name is refused at the address it leads to")
    void publicHost_leadingInside_refused(String literal) {
        trial.use(EgressRules.none().withHost(trial.host("files.test")));
        trial.names.put("files.test", List.of(literal));
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/fine"));
        assertThat(trial.visitor.lastDecision())
                .startsWith("http.connect http.address-")
                .endsWith(" REFUSED");
        assertThat(trial.server.seen).isEmpty();
    }

    @Test
    @DisplayName("132 one bad address among good ones refuses the name")
    void address_mixed_refused() {
        trial.use(EgressRules.none().withHost(trial.host("files.test")));
        trial.names.put("files.test", List.of("8.8.8.8", "127.0.0.1"));
        trial.denied("http.connect http.address-local", () -> trial.get("files.test/fine"));
    }

    @Test
    @DisplayName("132 where machines keep their keys nobody goes, not even to a host of the own network")
    void keys_neverAllowed() {
        trial.names.put("files.test", List.of("169.254.169.254"));
        trial.denied("http.connect http.address-keys", () -> trial.get("files.test/fine"));
        trial.use(EgressRules.none().withDryRun());
        trial.denied("http.connect http.address-keys", () -> trial.get("files.test/fine"));
    }

    @Test
    @Tag("F132")
    @DisplayName("132 a name is looked up once, and the address that was checked is the one connected to")
    void rebinding_cannotChangeTheCheckedAddress() {
        String[] later = {"127.0.0.1"};
        EgressRules rebinding =
                EgressRules.none().withPrivateHost(trial.host("files.test")).withTrust(trial.server.context);
        trial.sandbox.close();
        trial.sandbox = trial.visitor
                .sandbox(rebinding)
                .resolver(host -> {
                    trial.lookups.incrementAndGet();
                    InetAddress now = InetAddress.getByName(later[0]);
                    later[0] = "169.254.169.254";
                    return List.of(now);
                })
                .build();
        trial.reach = trial.visitor.reach(trial.sandbox);
        assertThat(trial.get("files.test/fine").text()).isEqualTo("fine");
        assertThat(trial.lookups).hasValue(1);
        trial.sandbox.close();
        trial.sandbox = trial.visitor
                .sandbox(rebinding)
                .resolver(host -> List.of(InetAddress.getByName(later[0])))
                .build();
        trial.reach = trial.visitor.reach(trial.sandbox);
        trial.server.seen.clear();
        trial.denied("http.connect http.address-keys", () -> trial.get("files.test/fine"));
    }

    @Test
    @Tag("F132")
    @DisplayName("132 a tunnel of a tool that may go inside does not serve one that may not")
    void tunnel_isNotSharedAcrossRights() {
        String host = trial.host("files.test");
        trial.use(EgressRules.none()
                .withTools(Selector.of("inside"), EgressRules.none().withPrivateHost(host))
                .withTools(Selector.of("outside"), EgressRules.none().withHost(host)));
        assertThat(trial.visitor
                        .reach(trial.sandbox, "inside")
                        .http()
                        .get(trial.at("files.test/fine"))
                        .isOk())
                .isTrue();
        trial.server.seen.clear();
        trial.denied(
                "http.connect http.address-local",
                () -> trial.visitor.reach(trial.sandbox, "outside").http().get(trial.at("files.test/fine")));
    }

    @Test
    void method_notAllowed_refused() {
        trial.use(EgressRules.none().withPrivateHost(trial.host("files.test")));
        Request post = Request.post(trial.at("files.test/fine"), Blob.of(new byte[1], "text/plain"));
        trial.denied("http http.method", () -> trial.http().send(post));
    }

    @Test
    void below_coversNamesBelowAndNotTheDomain() {
        trial.use(EgressRules.none().withPrivateHost(trial.host("*.files.test")));
        assertThat(trial.get("sub.files.test/fine").isOk()).isTrue();
        trial.server.seen.clear();
        trial.denied("http http.not-listed", () -> trial.get("files.test/fine"));
    }

    @Test
    void literal_thatIsListed_isReached() {
        trial.use(EgressRules.none().withPrivateHost(trial.host("127.0.0.1")));
        trial.names.put("127.0.0.1", List.of("127.0.0.1"));
        assertThat(trial.get("127.0.0.1/fine").isOk()).isTrue();
    }

    @Test
    void loggingOnly_letsThroughAndHints() {
        trial.use(EgressRules.none().withDryRun());
        assertThat(trial.get("files.test/fine").text()).isEqualTo("fine");
        assertThat(trial.visitor.decisions())
                .containsExactly("http http.not-listed WOULD_REFUSE", "http.connect http.address-local WOULD_REFUSE");
        assertThat(trial.sandbox.dryRunDenials())
                .extracting(hint -> hint.tool() + " " + hint.rule() + " " + hint.times() + " " + hint.remedy())
                .containsExactlyInAnyOrder(
                        "render http.not-listed 1 withHost(…) or withPrivateHost(…)",
                        "render http.address-local 1 withPrivateHost(…), if it is a host of the own machine or network");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.http().get(URI.create("http://files.test/fine")));
    }
}
