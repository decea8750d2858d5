package dev.plumbline.proof.arena;

import dev.plumbline.proof.arena.Fault.Says;
import dev.plumbline.proof.contest.Task;
import dev.plumbline.testkit.server.ServerAnswer;
import java.net.URI;
import java.util.List;

/** The faults on the way to a service: with proxies, which are set in the JVM, and with certificates. */
final class RouteFaults {
    private static final String WORD = "Five metres.";
    private static final String HERE = "ip:127.0.0.1";
    /** Where nobody listens; a proxy may answer in its place. */
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1/v1");

    private static final Says ANSWERED = new Says("the answer", Promise.returns(WORD));
    private static final Says FAILS = new Says("a failure", Promise.FAILS);
    private static final Says FEW = FAILS.and("few requests", Promise.requests(1, 5));
    private static final Says UNSAID = FAILS.and("nothing is said", Promise.requests(0, 0));

    private RouteFaults() {}

    static List<Fault> all() {
        return List.of(
                proxy("a proxy that works", Chat.says(WORD), NOWHERE, ANSWERED),
                proxy("a proxy that asks who is there, always", refusal(407), NOWHERE, FEW),
                proxy("a proxy that refuses to connect", refusal(403), URI.create("https://api.invalid/v1"), FEW),
                Fault.of("40 a proxy that is not there", Task.ASK, stand -> stand.answers(Chat.says(WORD)), UNSAID)
                        .at(Place.behind(stand -> URI.create("http://127.0.0.1:1"), Stand::address)),
                tls("a certificate that is good", Place.trusting(Certificates.of(HERE, "-1d")), ANSWERED),
                tls("a certificate of nobody known", Place.doubting(Certificates.of(HERE, "-1d")), UNSAID),
                tls("a certificate that has expired", Place.trusting(Certificates.of(HERE, "-20d")), UNSAID),
                tls("a certificate that is not good yet", Place.trusting(Certificates.of(HERE, "+2d")), UNSAID),
                tls(
                        "a certificate for another host",
                        Place.trusting(Certificates.of("dns:elsewhere.example", "-1d")),
                        UNSAID),
                tls("a port that does not speak TLS", new Place(true, Place.USUAL.options(), Stand::asIfTls), UNSAID));
    }

    private static ServerAnswer refusal(int status) {
        return ServerAnswer.json("").withStatus(status).withHeader("Proxy-Authenticate", "Basic realm=\"gate\"");
    }

    private static Fault proxy(String name, ServerAnswer answer, URI base, Says says) {
        return Fault.of("40 " + name, Task.ASK, stand -> stand.answers(answer), says)
                .at(Place.behind(Stand::address, stand -> base));
    }

    private static Fault tls(String name, Place place, Says says) {
        return Fault.of("41 " + name, Task.ASK, stand -> stand.answers(Chat.says(WORD)), says)
                .at(place);
    }
}
