// Runs the official TypeScript clients against a server: node clients.mjs URL TOKEN. Prints one line of JSON for each.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [url, token] = process.argv.slice(2);
const headers = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
const capabilities = { elicitation: {} };
const form = () => ({ action: 'accept', content: { name: 'Ann', ok: true, response: 'yes' } });

async function examine(name, client, transport) {
  const found = { name };
  await client.connect(transport);
  found.server = client.getServerVersion()?.name;
  found.tools = (await client.listTools()).tools.length;
  const text = await client.callTool({ name: 'test_simple_text', arguments: {} });
  found.text = text.content[0].text;
  const steps = [];
  const options = { onprogress: (step) => steps.push(step.progress) };
  await (client instanceof OldClient
    ? client.callTool({ name: 'test_tool_with_progress', arguments: {} }, undefined, options)
    : client.callTool({ name: 'test_tool_with_progress', arguments: {} }, options));
  found.progress = steps;
  const asked = await client.callTool({ name: 'test_input_required_result_elicitation', arguments: {} });
  found.asked = asked.content[0].text;
  const failed = await client.callTool({ name: 'test_error_handling', arguments: {} });
  found.isError = failed.isError;
  found.resource = (await client.readResource({ uri: 'test://static-text' })).contents[0].text;
  found.prompts = (await client.listPrompts()).prompts.length;
  const abort = new AbortController();
  setTimeout(() => abort.abort('enough'), 500);
  const started = Date.now();
  try {
    await (client instanceof OldClient
      ? client.callTool({ name: 'endless', arguments: {} }, undefined, { signal: abort.signal })
      : client.callTool({ name: 'endless', arguments: {} }, { signal: abort.signal }));
    found.aborted = false;
  } catch {
    found.aborted = Date.now() - started < 10000;
  }
  await client.close();
  console.log(JSON.stringify(found));
}

const info = { version: '1.0.0' };
const modern = new Client({ name: 'typescript-2', ...info }, { capabilities, versionNegotiation: { mode: 'auto' } });
modern.setRequestHandler('elicitation/create', form);
await examine('stateless', modern, new StreamableHTTPClientTransport(new URL(url), headers));

const legacy = new Client({ name: 'typescript-2', ...info }, { capabilities, versionNegotiation: { mode: 'legacy' } });
legacy.setRequestHandler('elicitation/create', form);
await examine('sessions', legacy, new StreamableHTTPClientTransport(new URL(url), headers));

const old = new OldClient({ name: 'typescript-1', ...info }, { capabilities });
old.setRequestHandler(ElicitRequestSchema, form);
await examine('version 1', old, new OldTransport(new URL(url), headers));
process.exit(0);
