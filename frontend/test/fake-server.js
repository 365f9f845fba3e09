/**
 * The pages without the service: templates as they stand, scripts, styles and webjars, and a made-up run.
 * `node frontend/test/fake-server.js [port] [seconds]`; the webjars are taken from target/webjars, see README.md.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelFile, wholeRun } from './support/made-up-files.js';
import { runAt, samplesOf, SCENARIO } from './support/made-up-run.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const PROJECT = join(HERE, '..', '..');
const TEMPLATES = join(PROJECT, 'src/main/resources/templates');
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const TERMINAL = new Set(['COMPLETED', 'CANCELLED']);

/** One made-up run that all viewers share. */
class FakeRun {
  status = 'RUNNING';
  pace = 5;
  second = 0;
  #viewers = new Set();
  #samples;
  #seconds;
  #timer = null;

  constructor(seconds) {
    this.#seconds = seconds;
    this.#samples = samplesOf(seconds);
  }

  view() {
    return runAt(this.second, this.#seconds, this);
  }

  samplesSoFar() {
    return this.#samples.filter((sample) => sample.second <= this.second);
  }

  samplesOfVariant(variant) {
    return this.samplesSoFar().filter((sample) => sample.variant === variant);
  }

  /** The sample of a variant's second; `second` is null for the last that there is. */
  sampleAt(variant, second) {
    const own = this.samplesOfVariant(variant);
    return second === null ? own.at(-1) : own.find((sample) => sample.second === Number(second));
  }

  start() {
    clearTimeout(this.#timer);
    if (this.status === 'RUNNING') {
      this.#timer = setTimeout(() => this.advance(), this.pace === 'max' ? 20 : 1000 / this.pace);
    }
    this.#tell('status', this.view());
  }

  advance() {
    this.second++;
    this.samplesSoFar().slice(-2).forEach((sample) => this.#tell('sample', sample, sample.seq));
    this.status = this.second === this.#seconds ? 'COMPLETED' : this.status;
    this.start();
  }

  control(action, body) {
    const next = { pause: 'PAUSED', resume: 'RUNNING', cancel: 'CANCELLED' }[action];
    this.status = next ?? this.status;
    this.pace = body?.pace ?? this.pace;
    if (action === 'step') {
      this.advance();
    }
    this.start();
    return this.view();
  }

  watch(response, after) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const missing = this.samplesSoFar().filter((sample) => sample.seq > after);
    missing.forEach((sample) => write(response, 'sample', sample, sample.seq));
    write(response, 'status', this.view());
    this.#viewers.add(response);
    response.on('close', () => this.#viewers.delete(response));
  }

  dropViewers() {
    this.#viewers.forEach((viewer) => viewer.destroy());
  }

  #tell(event, data, id) {
    this.#viewers.forEach((viewer) => write(viewer, event, data, id));
    if (TERMINAL.has(this.status)) {
      this.#viewers.forEach((viewer) => viewer.end());
    }
  }
}

function write(response, event, data, id) {
  response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function page(name) {
  const layout = readFileSync(join(TEMPLATES, 'layout.html'), 'utf8');
  const [head] = layout.match(/<head[\s\S]*?<\/head>/);
  const [bar] = layout.match(/<header[\s\S]*?<\/header>/);
  return readFileSync(join(TEMPLATES, name), 'utf8')
    .replace(/<head th:replace[\s\S]*?<\/head>/, head)
    .replace(/<header th:replace[^>]*><\/header>/, bar)
    .replace('data-run="1" data-scenario="f2fs-uncached-read"', 'data-run="1" data-scenario="made-up"');
}

function fileFor(path) {
  const [, folder, ...rest] = normalize(path).split('/');
  const roots = { js: 'frontend/src', css: 'frontend/styles', webjars: 'target/webjars' };
  return roots[folder] ? join(PROJECT, roots[folder], ...rest) : join(PROJECT, 'src/main/resources/static', folder);
}

/** Starts a fake service whose runs last some seconds. */
export function startFake(port, seconds) {
  let run = new FakeRun(seconds);
  const counters = readFileSync(join(HERE, 'fixtures/counters.json'), 'utf8');
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const [, action] = url.pathname.match(/^\/api\/v1\/runs\/1\/(\w+)$/) ?? [];
    const [, variant, below] = url.pathname.match(/^\/api\/v1\/runs\/1\/variants\/(\w+)\/(.*)$/) ?? [];
    const json = (value) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'POST' && url.pathname === '/runs') {
      run = new FakeRun(seconds);
      run.start();
      response.writeHead(303, { Location: '/runs/1' }).end();
    } else if (request.method === 'POST') {
      json(action === 'drop' ? run.dropViewers() : run.control(action, await bodyOf(request)));
    } else if (url.pathname === '/' || url.pathname === '/runs/1') {
      const name = url.pathname === '/' ? 'home.html' : 'run.html';
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(name));
    } else if (url.pathname === '/api/v1/counters') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(counters);
    } else if (url.pathname === '/api/v1/scenarios/made-up') {
      json(SCENARIO);
    } else if (url.pathname === '/api/v1/runs/1') {
      json(run.view());
    } else if (action === 'samples') {
      json(run.samplesSoFar());
    } else if (variant !== undefined) {
      answerFile(response, run, variant, below, url.searchParams.get('second'));
    } else if (action === 'stream') {
      run.watch(response, Number(url.searchParams.get('after') ?? request.headers['last-event-id'] ?? -1));
    } else if (action === 'table') {
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('made up\n');
    } else if (existsSync(fileFor(url.pathname))) {
      response.writeHead(200, { 'Content-Type': TYPES[extname(url.pathname)] ?? 'text/plain' });
      createReadStream(fileFor(url.pathname)).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  run.start();
  return server.listen(port);
}

function answerFile(response, run, variant, below, second) {
  const answer = below.startsWith('fs/') ? kernelFile(below.slice(3), run.sampleAt(variant, second))
    : wholeRun(below, run.samplesOfVariant(variant));
  if (answer === null) {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail": "There is no such file."}');
  } else if (typeof answer === 'string') {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end(answer);
  } else {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  }
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
  }
  return text === '' ? undefined : JSON.parse(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.argv[2] ?? 8090);
  startFake(port, Number(process.argv[3] ?? 31));
  console.log(`http://localhost:${port}/`);
}
