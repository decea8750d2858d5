// Holds a conversation with the client of AG-UI: a text with reasoning, a tool, a tool that needs an approval, an edited
// approval, a refusal, and a question without an answer. Prints what it saw as JSON.
import { HttpAgent } from "@ag-ui/client";
import { EventSchemas } from "@ag-ui/core/schemas";

const [url, token] = process.argv.slice(2);
const events = [];
const agent = new HttpAgent({ url, threadId: "thread-1", headers: { Authorization: `Bearer ${token}` } });
agent.subscribe({
  onEvent({ event }) {
    EventSchemas.parse(event);
    events.push(event.type);
  },
});

async function run(text, resume) {
  if (text) {
    agent.addMessage({ id: `user-${agent.messages.length}`, role: "user", content: text });
  }
  const { newMessages } = await agent.runAgent(resume ? { resume } : {});
  return newMessages;
}

const answer = (payload) =>
  agent.pendingInterrupts.map((interrupt) => ({ interruptId: interrupt.id, status: "resolved", payload: { ...payload, digest: interrupt.metadata.plumbline.digest } }));
const seen = { interrupts: [] };

await run("Hello");
await run("Measure the wall");
await run("Delete the wall");
seen.interrupts.push(...structuredClone(agent.pendingInterrupts));
try {
  await run("Another message meanwhile");
  seen.blocked = false;
} catch (refused) {
  seen.blocked = true;
  agent.messages = agent.messages.slice(0, -1);
}
await run(undefined, answer({ approved: true }));
await run("Delete the roof");
await run(undefined, answer({ approved: true, editedArgs: { id: "r2" } }));
await run("Delete everything");
await run(undefined, answer({ approved: false }));
console.log(JSON.stringify({ ...seen, events, messages: agent.messages, state: agent.state }));
