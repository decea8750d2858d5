package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.runner.FaultCase.NamedExpectation;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.util.List;

/** The faults on the way to a service: with proxies, which are set in the JVM, and with certificates. */
final class NetworkFaults {
    private static final String WORD = "Five metres.";
    private static final String HERE = "ip:127.0.0.1";
    /** An address without a server; a proxy may answer for it. */
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1/v1");

    private static final NamedExpectation ANSWERED = new NamedExpectation("the answer", Expectation.returns(WORD));
    private static final NamedExpectation FAILS = new NamedExpectation("a failure", Expectation.FAILS);
    private static final NamedExpectation FEW = FAILS.and("few requests", Expectation.requests(1, 5));
    private static final NamedExpectation UNSAID = FAILS.and("nothing is said", Expectation.requests(0, 0));

    private NetworkFaults() {}

    static List<FaultCase> all() {
        return List.of(
                proxy("a proxy that works", ChatPayloads.says(WORD), NOWHERE, ANSWERED),
                proxy("a proxy that asks who is there, always", refusal(407), NOWHERE, FEW),
                proxy("a proxy that refuses to connect", refusal(403), URI.create("https://api.invalid/v1"), FEW),
                FaultCase.of(
                                "40 a proxy that is not there",
                                PeerTask.ASK,
                                stand -> stand.answers(ChatPayloads.says(WORD)),
                                UNSAID)
                        .at(PeerEnvironment.behind(stand -> URI.create("http://127.0.0.1:1"), FaultServer::address)),
                tls(
                        "a certificate that is good",
                        PeerEnvironment.trusting(KeytoolCertificate.of(HERE, "-1d")),
                        ANSWERED),
                tls(
                        "a certificate of nobody known",
                        PeerEnvironment.doubting(KeytoolCertificate.of(HERE, "-1d")),
                        UNSAID),
                tls(
                        "a certificate that has expired",
                        PeerEnvironment.trusting(KeytoolCertificate.of(HERE, "-20d")),
                        UNSAID),
                tls(
                        "a certificate that is not good yet",
                        PeerEnvironment.trusting(KeytoolCertificate.of(HERE, "+2d")),
                        UNSAID),
                tls(
                        "a certificate for another host",
                        PeerEnvironment.trusting(KeytoolCertificate.of("dns:elsewhere.example", "-1d")),
                        UNSAID),
                tls(
                        "a port that does not speak TLS",
                        new PeerEnvironment(true, PeerEnvironment.USUAL.options(), FaultServer::asIfTls),
                        UNSAID));
    }

    private static ServerResponse refusal(int status) {
        return ServerResponse.json("").withStatus(status).withHeader("Proxy-Authenticate", "Basic realm=\"gate\"");
    }

    private static FaultCase proxy(String name, ServerResponse answer, URI base, NamedExpectation says) {
        return FaultCase.of("40 " + name, PeerTask.ASK, stand -> stand.answers(answer), says)
                .at(PeerEnvironment.behind(FaultServer::address, stand -> base));
    }

    private static FaultCase tls(String name, PeerEnvironment place, NamedExpectation says) {
        return FaultCase.of("41 " + name, PeerTask.ASK, stand -> stand.answers(ChatPayloads.says(WORD)), says)
                .at(place);
    }
}
