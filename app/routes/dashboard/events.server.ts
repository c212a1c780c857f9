import { readRevisionsByUser } from "#app/domain/people/revision.server.ts";
import { database } from "#db/connection.server.ts";

interface Listener {
  userId: string;
  sessionId: string;
  revision: number;
  write: (text: string) => void;
  end: () => void;
}

const pollEveryMs = 1_000;
/** Proxies close connections that are silent for a minute. */
const keepAliveEveryMs = 25_000;
/** The browser reconnects afterwards, which checks its session again. */
const maxDurationMs = 10 * 60_000;

const maxPerSession = 20;

const listeners = new Set<Listener>();
let timer: NodeJS.Timeout | undefined;

export function hasTooManyListeners(sessionId: string): boolean {
  return (
    [...listeners].filter((listener) => listener.sessionId === sessionId).length >= maxPerSession
  );
}

/**
 * A query per second serves all listeners of this process, whichever process made the change.
 * @param revision the one the page shows
 */
export function streamRevisions(
  { userId, sessionId }: { userId: string; sessionId: string },
  revision: number,
  onClose: (run: () => void) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const keepAlive = setInterval(() => write(":\n\n"), keepAliveEveryMs);
      const listener: Listener = { userId, sessionId, revision, write, end };
      const timeout = setTimeout(end, maxDurationMs);
      function end() {
        if (!listeners.delete(listener)) return;
        clearInterval(keepAlive);
        clearTimeout(timeout);
        controller.close();
      }
      listeners.add(listener);
      write("retry: 2000\n\n");
      onClose(end);
      timer ??= setInterval(() => void notifyListeners(), pollEveryMs).unref();
    },
  });
}

async function notifyListeners(): Promise<void> {
  if (listeners.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const userIds = [...new Set([...listeners].map(({ userId }) => userId))];
  // A busy database only delays listeners until the next poll.
  const revisions = await readRevisionsByUser(database(), userIds).catch(
    () => new Map<string, number>(),
  );
  for (const listener of listeners) {
    const revision = revisions.get(listener.userId);
    if (revision === undefined || revision === listener.revision) continue;
    listener.revision = revision;
    listener.write(`id: ${revision}\ndata: ${revision}\n\n`);
  }
}

// Lets the server stop without waiting for listeners.
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
  process.on(event, () => {
    for (const { end } of listeners) end();
  });
}
