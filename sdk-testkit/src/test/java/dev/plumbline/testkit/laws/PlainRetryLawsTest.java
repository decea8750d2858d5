package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.Policy;
import java.time.Duration;

/** A policy that asks three times, with waits on the clock of the call. */
class PlainRetryLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return new Retry();
    }

    private static final class Retry implements Policy {
        @Override
        public boolean mayRepeat() {
            return true;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn ret = next.proceed(call);
            for (int attempt = 1; attempt < 3 && mayRepeat(call, ret); attempt++) {
                call.cancellation().sleep(Duration.ofSeconds(attempt), "retry");
                ret = next.proceed(call);
            }
            return ret;
        }

        private static boolean mayRepeat(AiCall call, AiReturn ret) {
            return !call.sink().hasDelivered()
                    && ret.error()
                            .filter(error ->
                                    error.retryable() && error.retryAt().isEmpty())
                            .isPresent();
        }
    }
}
