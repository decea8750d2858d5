// Serves a page of another front end, and passes its requests for /agent on to the endpoint with the token, which the page
// does not get: node serve.mjs ENDPOINT TOKEN PAGE. Prints the address of the page and the bytes of its script.
import { createServer, request } from "node:http";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [endpoint, token, page] = process.argv.slice(2);
const { outputFiles } = await build({
  entryPoints: [page],
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
const script = outputFiles[0].contents;
const html = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Front end</title><div id="page"></div><script type="module" src="/page.js"></script></html>';

const server = createServer((from, to) => {
  const path = from.url.split("?")[0];
  if (path === "/page.js") {
    to.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
  } else if (path.startsWith("/agent")) {
    const target = new URL(path, endpoint);
    const headers = { "Content-Type": "application/json", Accept: "text/event-stream", Authorization: `Bearer ${token}` };
    const passed = request(target, { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode, { "Content-Type": answer.headers["content-type"] ?? "" });
      answer.pipe(to);
    });
    passed.on("error", () => to.destroy());
    to.on("close", () => passed.destroy());
    from.pipe(passed);
  } else {
    to.writeHead(200, { "Content-Type": "text/html" }).end(html);
  }
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/ ${script.length} ${gzipSync(script, { level: 9 }).length}`);
});
