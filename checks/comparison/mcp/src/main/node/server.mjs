// A server of the official TypeScript SDK with one tool: node server.mjs FOLDER_OF_MODULES stdio|http. Over HTTP it writes its port.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';

const [modules, way] = process.argv.slice(2);
const require = createRequire(pathToFileURL(modules + '/package.json'));
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { z } = require('zod');

const server = new McpServer({ name: 'typescript-sdk', version: '1' });
server.registerTool('echo', { description: 'Returns a text.', inputSchema: { text: z.string() } }, async ({ text }) => ({ content: [{ type: 'text', text }] }));
if (way === 'stdio') {
  await server.connect(new StdioServerTransport());
} else {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await server.connect(transport);
  const http = createServer((request, response) => transport.handleRequest(request, response));
  http.listen(0, '127.0.0.1', () => console.log(`${http.address().port} typescript-sdk ${Math.round(process.uptime() * 1e6)}`));
}
