import { listenToRevisions } from "#app/domain/people/revision-listeners.server.ts";
import { database } from "#db/connection.server.ts";

interface Stream {
  sessionId: string;
  end: () => void;
}

/** Proxies close connections that are silent for a minute. */
const keepAliveEveryMs = 25_000;
/** The browser reconnects afterwards, which checks its session again. */
const maxDurationMs = 10 * 60_000;

const maxPerSession = 20;

const streams = new Set<Stream>();

export function hasTooManyListeners(sessionId: string): boolean {
  return [...streams].filter((stream) => stream.sessionId === sessionId).length >= maxPerSession;
}

/** @param revision the one the page shows */
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
      const stopListening = listenToRevisions(database(), { userId, revision }, (present) =>
        write(`id: ${present}\ndata: ${present}\n\n`),
      );
      const timeout = setTimeout(end, maxDurationMs);
      const stream = { sessionId, end };
      function end() {
        if (!streams.delete(stream)) return;
        stopListening();
        clearInterval(keepAlive);
        clearTimeout(timeout);
        controller.close();
      }
      streams.add(stream);
      write("retry: 2000\n\n");
      onClose(end);
    },
  });
}

// Lets the server stop without waiting for listeners.
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
  process.on(event, () => {
    for (const { end } of streams) end();
  });
}
