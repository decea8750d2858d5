// Counts cells in ImageJ with the official TypeScript client: node cells.mjs ACCESS_FILE IMAGE PICTURE [undo]. Without IMAGE it only measures. One line of JSON for each step.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [file, image, picture, undo] = process.argv.slice(2);
const { url, token } = JSON.parse(readFileSync(file, 'utf8'));
const client = new Client({ name: 'typescript-client', version: '2.4.0' }, { versionNegotiation: { mode: 'auto' } });
const say = (step) => console.log(JSON.stringify(step));
const call = async (name, args = {}) => client.callTool({ name, arguments: args });
const text = (result) => result.content[0].text;

await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}`, 'Plumbline-Client': crypto.randomUUID() } } }));
say({ tools: (await client.listTools()).tools.map((tool) => tool.name) });
say({ refused: text(await call('measureObjects')) });
if (!image) process.exit(0);
say({ opened: JSON.parse(text(await call('openImage', { path: image }))) });
await call('change_begin', { title: 'Find the cells' });
await call('blur', { radius: 1 });
say({ level: JSON.parse(text(await call('threshold'))) });
await call('change_end');
say({ measured: JSON.parse(text(await call('measureObjects'))) });
const shot = (await call('showImage')).content;
writeFileSync(picture, Buffer.from(shot.find((block) => block.type === 'image').data, 'base64'));
say({ blocks: shot.map((block) => block.type) });
if (undo) {
  say({ undone: text(await call('undo')) });
  say({ refused: text(await call('measureObjects')) });
  say({ folder: JSON.parse(text(await call('countFolder', { folder: dirname(image) }))) });
}
await client.close();
process.exit(0);
