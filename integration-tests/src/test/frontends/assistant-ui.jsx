// A page of assistant-ui, which speaks AG-UI with its own adapter. Approvals are answered elsewhere, e.g. on our page.
import { HttpAgent } from "@ag-ui/client";
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from "@assistant-ui/react";
import { useAgUiRuntime } from "@assistant-ui/react-ag-ui";
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

function Page() {
  const runtime = useAgUiRuntime({ agent });
  window.say = (text) => runtime.thread.append({ role: "user", content: [{ type: "text", text }] });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport style={{ height: "80vh", overflowY: "auto" }}>
          <ThreadPrimitive.Messages components={{ UserMessage: () => <Message role="user" />, AssistantMessage: () => <Message role="assistant" /> }} />
        </ThreadPrimitive.Viewport>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.getElementById("page")).render(<Page />);
