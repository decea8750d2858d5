// A page of deep-chat, which has no adapter for AG-UI: its handler passes on the text of the stream.
import { HttpAgent } from "@ag-ui/client";
import "deep-chat";

const agent = new HttpAgent({ url: "/agent", threadId: crypto.randomUUID() });
const chat = document.createElement("deep-chat");
chat.style.width = "100%";
chat.style.height = "90vh";
chat.connect = {
  stream: true,
  async handler(body, signals) {
    signals.onOpen();
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content: body.messages.at(-1).text });
    await agent.runAgent({}, {
      onTextMessageContentEvent: ({ event }) => signals.onResponse({ text: event.delta }),
    });
    signals.onClose();
  },
};
document.getElementById("page").append(chat);
window.load = (messages) => {
  chat.history = messages.map(({ role, text }) => ({ role: role === "user" ? "user" : "ai", text }));
};
window.say = (text) => chat.submitUserMessage({ text });
