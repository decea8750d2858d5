package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A worker in a process of its own. Its provider waits and answers; it says "claimed" after its first claim. */
final class BatchWorkerProgram {
    private BatchWorkerProgram() {}

    /** Arguments: address, run, name, milliseconds of each answer, milliseconds of a lease, items of each claim, and whether to wait for ever. */
    public static void main(String[] arguments) throws InterruptedException {
        int wait = Integer.parseInt(arguments[3]);
        try (BatchQueue queue =
                BatchQueue.at(arguments[0], arguments[1]).withLease(Duration.ofMillis(Long.parseLong(arguments[4])))) {
            boolean first = true;
            boolean waits = arguments.length > 6; // also for a run that has no items yet
            while (waits || !queue.progress().isFinished()) {
                List<BatchClaim> claims = queue.claim(arguments[2], Integer.parseInt(arguments[5]));
                if (first && !claims.isEmpty()) {
                    System.out.println("claimed");
                    first = false;
                }
                for (BatchClaim claim : claims) {
                    Thread.sleep(wait);
                    queue.finish(result(claim, arguments[2]));
                }
                if (claims.isEmpty()) {
                    Thread.sleep(20);
                }
            }
        }
        System.out.println("finished");
    }

    static BatchResult result(BatchClaim claim, String worker) {
        BatchItem item = claim.item();
        Json value = Json.object().with("answer", item.body().get("question")).with("worker", worker);
        return new BatchResult(item.line(), item.fingerprint(), value, true, 10, Optional.empty());
    }
}
