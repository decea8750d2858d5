// Draws a flat in a running program with the official TypeScript client: node flat.mjs ACCESS_FILE PICTURE. Without PICTURE it only looks. One line of JSON for each step.
import { readFileSync, writeFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [file, picture] = process.argv.slice(2);
const { url, token } = JSON.parse(readFileSync(file, 'utf8'));
const client = new Client({ name: 'typescript-client', version: '2.4.0' }, { versionNegotiation: { mode: 'auto' } });
const say = (step) => console.log(JSON.stringify(step));
const call = async (name, args = {}) => client.callTool({ name, arguments: args });
const json = (result) => JSON.parse(result.content[0].text);

await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}`, 'Plumbline-Client': crypto.randomUUID() } } }));
say({ tools: (await client.listTools()).tools.map((tool) => tool.name) });

if (!picture) {
  const looked = await call('read_plan');
  say({ isError: looked.isError, text: looked.content[0].text });
  process.exit(0);
}

await call('change_begin', { title: 'A flat' });
const outline = [[0, 0, 700, 0], [700, 0, 700, 500], [700, 500, 0, 500], [0, 500, 0, 0], [400, 0, 400, 500]];
const walls = [];
for (const [x1, y1, x2, y2] of outline) walls.push(json(await call('add_wall', { x1, y1, x2, y2 })));
await call('add_room', { name: 'Living', points: [[0, 0], [400, 0], [400, 500], [0, 500]] });
await call('add_room', { name: 'Bedroom', points: [[400, 0], [700, 0], [700, 500], [400, 500]] });
await call('add_furniture', { catalogId: 'eTeks#bed140x190', x: 550, y: 120 });
await call('change_end');
say({ drawn: walls.length });

const shot = (await call('show_plan')).content;
const image = shot.find((block) => block.type === 'image');
writeFileSync(picture, Buffer.from(image.data, 'base64'));
say({ blocks: shot.map((block) => block.type), mimeType: image.mimeType });

const deleted = await call('delete', { ids: [walls[4].id] });
say({ isError: deleted.isError, deleted: deleted.content[0].text });
await client.close();
process.exit(0);
