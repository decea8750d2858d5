// What LangGraph's checkpointer for PostgreSQL does in the trials of StoreComparison.
// Arguments: address, thread, trial (append, cost, count, hang), number of rounds, name of the writer.
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";

const [address, thread, trial, rounds, name] = process.argv.slice(2);
const saver = PostgresSaver.fromConnString(address);
const place = { configurable: { thread_id: thread, checkpoint_ns: "" } };

const text = (size) => "wall and pipe ".repeat(size / 14);
const message = (number, size) => ({ kind: "entry", at: "2026-11-24T18:00:00Z", number, text: text(size), by: name });

async function state() {
  const tuple = await saver.getTuple(place);
  return tuple ?? { config: place, checkpoint: { ...emptyCheckpoint(), channel_values: { messages: [] } } };
}

// One step of a graph whose state is its messages, as the library stores it: the state is read, changed and put.
async function step(before, added, number) {
  const version = (before.checkpoint.channel_versions?.messages ?? 0) + 1;
  const checkpoint = {
    ...before.checkpoint,
    id: uuid6(number),
    ts: new Date().toISOString(),
    channel_values: { messages: [...(before.checkpoint.channel_values.messages ?? []), ...added] },
    channel_versions: { messages: version },
  };
  const config = await saver.put(before.config, checkpoint, { source: "loop", step: number, parents: {} }, { messages: version });
  return { config, checkpoint };
}

const say = (line) => process.stdout.write(line + "\n");

if (trial === "setup") {
  await saver.setup();
} else if (trial === "append") {
  for (let i = 0; i < Number(rounds); i++) {
    await step(await state(), [message(i, 200)], i);
    say(`ok ${name} ${i}`);
  }
} else if (trial === "cost") {
  let before = await state();
  const times = [];
  for (let i = 0; i < Number(rounds); i++) {
    const begin = process.hrtime.bigint();
    before = await step(before, [message(i, 200), message(i, 800), message(i, 400)], i);
    times.push(Number(process.hrtime.bigint() - begin) / 1000);
  }
  const median = (part) => part.sort((a, b) => a - b)[Math.floor(part.length / 2)].toFixed(0);
  say(`first ${median(times.slice(10, 60))} last ${median(times.slice(-50))}`);
} else if (trial === "count") {
  const messages = (await state()).checkpoint.channel_values.messages ?? [];
  say(`stored ${messages.map((one) => `${one.by}-${one.number}`).join(",")}`);
} else if (trial === "hang") {
  const before = await state();
  say("ready");
  await new Promise((go) => process.stdin.once("data", go));
  try {
    await step(before, [message(0, 200)], 1);
    say("ended");
  } catch (failure) {
    say(`failed ${failure.message}`);
  }
}
await saver.end();
process.exit(0);
