// Runs a server with the official TypeScript client: node servers.mjs TOOL ARGUMENTS WRONG COMMAND... Prints one line of JSON.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [tool, right, wrong, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'official', version: '1' }, { capabilities: {} });
const transport = new StdioClientTransport({ command, args, env: process.env, cwd: process.env.FOLDER, stderr: 'ignore' });
const seen = {};
const call = async (given) => {
  try {
    const result = await client.callTool({ name: tool, arguments: JSON.parse(given) }, { timeout: 30_000 });
    return result.isError ? 'error' : 'ok';
  } catch (failed) {
    return 'error';
  }
};
setTimeout(() => { console.log(JSON.stringify({ ...seen, late: true })); process.exit(1); }, 120_000).unref();
try {
  await client.connect(transport, { timeout: 60_000 });
  seen.tools = (await client.listTools()).tools.length;
  seen.call = await call(right);
  seen.failure = await call(wrong);
  process.kill(transport.pid, 'SIGKILL');
  seen.killed = await call(right);
} catch (failed) {
  seen.connect = String(failed).slice(0, 200);
}
console.log(JSON.stringify(seen));
process.exit(0);
