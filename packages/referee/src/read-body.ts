/**
 * The body of a request, read no further than `maxBytes` and no longer than `maxMs`. What its Content-Length says is a
 * claim: one above the limit is refused at once, and the bytes are counted in any case.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  maxMs: number,
): Promise<Uint8Array | 'too-large' | 'too-slow'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'too-slow'>((resolve) => {
    timer = setTimeout(() => resolve('too-slow'), maxMs);
  });
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part === 'too-slow') return part;
      if (part.done) break;
      length += part.value.length;
      if (length > maxBytes) return 'too-large';
      chunks.push(part.value);
    }
  } catch {
    // The sender went away in the middle.
    return 'too-slow';
  } finally {
    clearTimeout(timer);
    // Tells the sender to stop; a body that has ended, or failed, has nothing to cancel.
    void reader.cancel().catch(() => undefined);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
