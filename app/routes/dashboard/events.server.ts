import { readRevisionsFor } from "#app/domain/household/revision.server.ts";
import { database } from "#db/connection.server.ts";

/** An open page: told its household's revision when it has changed, and from time to time that the line still stands. */
interface Listener {
  userId: string;
  revision: number;
  write: (text: string) => void;
  end: () => void;
}

const askEveryMs = 1_000;
/** Proxies cut lines that say nothing for a minute. */
const sayEveryMs = 25_000;
/** Then the browser comes back by itself, and is asked again who it is. */
const longestMs = 10 * 60_000;

const listeners = new Set<Listener>();
let timer: NodeJS.Timeout | undefined;

/**
 * A stream of server-sent events: the revision of the household that the user is in by then, whenever it is another than
 * the page's. One query a second serves everybody who listens to this process, whichever process made the change.
 * @param revision the page's
 */
export function changesOf(userId: string, revision: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const alive = setInterval(() => write(":\n\n"), sayEveryMs);
      const listener: Listener = { userId, revision, write, end };
      const oldest = setTimeout(end, longestMs);
      function end() {
        if (!listeners.delete(listener)) return;
        clearInterval(alive);
        clearTimeout(oldest);
        controller.close();
      }
      signal.addEventListener("abort", end);
      listeners.add(listener);
      write("retry: 2000\n\n");
      timer ??= setInterval(() => void tell(), askEveryMs).unref();
    },
  });
}

async function tell(): Promise<void> {
  if (listeners.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const userIds = [...new Set([...listeners].map(({ userId }) => userId))];
  // A database that is busy answers the next time.
  const revisions = await readRevisionsFor(database(), userIds).catch(() => new Map<string, number>());
  for (const listener of listeners) {
    const revision = revisions.get(listener.userId);
    if (revision === undefined || revision === listener.revision) continue;
    listener.revision = revision;
    listener.write(`id: ${revision}\ndata: ${revision}\n\n`);
  }
}

/** A server that is to stop waits for nobody who listens. */
for (const cause of ["SIGTERM", "SIGINT", "disconnect"]) {
  process.on(cause, () => {
    for (const { end } of listeners) end();
  });
}
