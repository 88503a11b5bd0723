// One tab spoken to over the DevTools protocol, with nothing emulated.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const CALL_TIMEOUT_MS = 30_000;

interface Reply {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

export interface RawTab {
  /**
   * Runs a function in the page and returns its result, awaited. Arguments and result travel as JSON; the function sees
   * no variable of the test.
   */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Polls until `run` gives something truthy, and returns it. @throws Error after timeoutMs, default 20 s */
  waitFor<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, args?: A, timeoutMs?: number): Promise<R>;
  /** Brings the tab to the front; the one that was there is hidden now. */
  show(): Promise<void>;
  close(): Promise<void>;
}

/** @param report is told each console.error, uncaught exception and failed load */
export async function attachRawTab(host: string, url: string, report: (error: string) => void): Promise<RawTab> {
  const created = await fetch(`http://${host}/json/new?about:blank`, {
    method: 'PUT',
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const { id, webSocketDebuggerUrl } = (await created.json()) as { id: string; webSocketDebuggerUrl: string }; // the endpoint's documented answer
  const socket = new WebSocket(webSocketDebuggerUrl, { maxPayload: 256 * 1024 * 1024 });
  const calls = new Map<number, (reply: Reply) => void>();
  let onLoad = (): void => {};
  const loaded = new Promise<void>((resolve) => (onLoad = resolve));
  let lastCall = 0;

  const call = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const number = ++lastCall;
      const timer = setTimeout(() => {
        calls.delete(number);
        reject(new Error(`${method} had no answer in ${CALL_TIMEOUT_MS} ms`));
      }, CALL_TIMEOUT_MS);
      calls.set(number, (reply) => {
        clearTimeout(timer);
        calls.delete(number);
        if (reply.error === undefined) resolve(reply.result);
        else reject(new Error(`${method}: ${reply.error.message}`));
      });
      socket.send(JSON.stringify({ id: number, method, params }));
    });

  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply; // the protocol's envelope
    if (reply.id !== undefined) calls.get(reply.id)?.(reply);
    else if (reply.method === 'Page.loadEventFired') onLoad();
    else reportError(reply, url, report);
  });
  socket.on('close', () => {
    for (const answer of calls.values()) answer({ error: { message: 'the tab is gone' } });
  });
  socket.on('error', (error) => report(`DevTools connection: ${error.message}`));

  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await Promise.all([call('Runtime.enable'), call('Log.enable'), call('Page.enable')]);
  await call('Page.navigate', { url });
  await Promise.race([
    loaded,
    sleep(CALL_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(`${url} did not load`))),
  ]);

  const evaluate: RawTab['evaluate'] = async (run, ...args) => {
    const expression = `(${run.toString()})(...${JSON.stringify(args)})`;
    const answer = (await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
      result: { value?: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }; // Runtime.evaluate's documented answer
    if (answer.exceptionDetails !== undefined)
      throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
    return answer.result.value as never; // the JSON copy of what `run` returned
  };

  return {
    evaluate,
    async waitFor(run, args, timeoutMs = 20_000) {
      const end = Date.now() + timeoutMs;
      for (;;) {
        const value = await evaluate(run, ...(args ?? ([] as never))); // no arguments: `run` takes none
        if (value) return value;
        if (Date.now() > end)
          throw new Error(`still ${JSON.stringify(value)} after ${timeoutMs} ms: ${run.toString()}`);
        await sleep(50);
      }
    },
    async show() {
      const answer = await fetch(`http://${host}/json/activate/${id}`, {
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`the tab could not be shown: ${answer.status}`);
    },
    async close() {
      socket.close();
      await fetch(`http://${host}/json/close/${id}`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    },
  };
}

function reportError(reply: Reply, url: string, report: (error: string) => void): void {
  if (reply.method === 'Runtime.exceptionThrown') {
    const { exceptionDetails: details } = reply.params as {
      exceptionDetails: { text: string; exception?: { description?: string } };
    };
    report(`uncaught at ${url}: ${details.exception?.description ?? details.text}`);
  } else if (reply.method === 'Runtime.consoleAPICalled') {
    const { type, args } = reply.params as { type: string; args: { value?: unknown; description?: string }[] };
    if (type === 'error' || type === 'assert')
      report(`console.error at ${url}: ${args.map((arg) => String(arg.value ?? arg.description)).join(' ')}`);
  } else if (reply.method === 'Log.entryAdded') {
    const { entry } = reply.params as { entry: { level: string; text: string; url?: string } };
    if (entry.level === 'error') report(`logged at ${url}: ${entry.text} (${entry.url ?? ''})`);
  }
}
