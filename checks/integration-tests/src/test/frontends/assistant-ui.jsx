// A page of assistant-ui, which speaks AG-UI with its own adapter. Approvals show the values of the call, one a line.
import { HttpAgent } from "@ag-ui/client";
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from "@assistant-ui/react";
import { useAgUiInterrupts, useAgUiRuntime, useAgUiSubmitInterruptResponses } from "@assistant-ui/react-ag-ui";
import { createRoot } from "react-dom/client";

const agent = new HttpAgent({ url: "/agent", threadId: crypto.randomUUID() });

function Text({ text }) {
  return <p className="text">{text}</p>;
}

function Tool({ toolName, argsText, result }) {
  return (
    <div className="tool">
      <code>{toolName}</code> {argsText} {result === undefined ? "…" : JSON.stringify(result)}
    </div>
  );
}

function Message({ role }) {
  return (
    <MessagePrimitive.Root className={role}>
      <MessagePrimitive.Parts components={{ Text, tools: { Fallback: Tool } }} />
    </MessagePrimitive.Root>
  );
}

/** What waits for an answer: its text, the values exactly as they run, and a button for each answer. */
function Approvals() {
  const submit = useAgUiSubmitInterruptResponses();
  return useAgUiInterrupts().map(({ id, message, metadata }) => (
    <section className="approval" key={id}>
      <p>{message}</p>
      {(metadata?.plumbline?.parts ?? []).map((part) => (
        <p key={part.digest}>
          <bdi dir="ltr">{part.heading}</bdi>: <bdi dir="ltr">{part.text}</bdi>
        </p>
      ))}
      {[true, false].map((approved) => (
        <button key={String(approved)} data-approved={approved} onClick={() => submit([{ interruptId: id, status: "resolved", payload: { approved, digest: metadata?.plumbline?.digest } }])}>
          {approved ? "Approve" : "Deny"}
        </button>
      ))}
    </section>
  ));
}

function Page() {
  const runtime = useAgUiRuntime({ agent });
  window.load = (messages) => runtime.thread.reset(messages.map(({ role, text }) => ({ role, content: [{ type: "text", text }] })));
  window.say = (text) => runtime.thread.append({ role: "user", content: [{ type: "text", text }] });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport style={{ height: "80vh", overflowY: "auto" }}>
          <ThreadPrimitive.Messages components={{ UserMessage: () => <Message role="user" />, AssistantMessage: () => <Message role="assistant" /> }} />
        </ThreadPrimitive.Viewport>
        <Approvals />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.getElementById("page")).render(<Page />);
