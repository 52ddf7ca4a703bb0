// Serves a built page on a free port of this machine, and remembers whatever reaches it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

// `pages` are served as well: an object of addresses and their HTML. `headers` go with every answer.
export async function serve(folder, pages = {}, headers = {}) {
  // Every method and every address counts, answered or not; so does an upgrade to a WebSocket,
  // and bytes that are no HTTP at all.
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const { status, type, body } = await answer(folder, pages, request.url);
    response.writeHead(status, {
      'Content-Type': type,
      // A page that is opened again is loaded again: what is counted does not hang on the order of tests.
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    });
    response.end(body);
  });
  server.on('upgrade', (request, socket) => {
    requests.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    // A browser that hangs up, or opens a connection as a reserve, has asked for nothing.
    if (error.rawPacket?.length) requests.push(`NOT HTTP ${error.rawPacket.length} bytes`);
    socket.destroy();
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${server.address().port}/`;
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address, requests, close };
}

async function answer(folder, pages, url) {
  const path = decodeURIComponent(url.split(/[?#]/)[0]);
  if (Object.hasOwn(pages, path)) return { status: 200, type: TYPES['.html'], body: pages[path] };
  const file = join(folder, normalize(path === '/' ? '/index.html' : path));
  try {
    return { status: 200, type: TYPES[extname(file)] ?? 'application/octet-stream', body: await readFile(file) };
  } catch {
    return { status: 404, type: 'text/plain', body: 'not found\n' };
  }
}
