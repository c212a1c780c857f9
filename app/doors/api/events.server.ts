import type { Request, Response } from "express";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { listenToRevisions } from "#app/domain/people/revision-listeners.server.ts";
import { listTaskPage } from "#app/domain/tasks/lists/task-page.server.ts";
import { isTokenValid, type TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { database } from "#db/connection.server.ts";
import { Problem } from "./problem.ts";

const keepAliveEveryMs = 25_000;
/** The program reconnects afterwards, which checks its token again. */
const maxDurationMs = 10 * 60_000;
const maxPerToken = 20;
/** Beyond so many, the program asks with `updated_since`. */
const maxTasks = 100;

const streams = new Set<{ tokenId: string; end: () => void }>();

/**
 * Streams changes to a program until it leaves.
 * @param onClose also calls what it gets if the program has already left
 * @throws Problem
 */
export function streamEvents(
  req: Request,
  res: Response,
  bearer: TokenBearer,
  onClose: (run: () => void) => void,
): void {
  const { tokenId, userId, revision } = bearer;
  if ([...streams].filter((stream) => stream.tokenId === tokenId).length >= maxPerToken)
    throw new Problem("too_many", `A token can follow ${maxPerToken} times at once.`, {
      headers: { "Retry-After": "60" },
    });
  const last = readLastId(req.get("Last-Event-ID"));
  let known = { revision: last?.revision ?? revision, at: last?.at ?? nowIso() };
  res.set({
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store, no-transform",
    // Otherwise the idle connection would delay stopping the server.
    Connection: "close",
    // Otherwise nginx buffers the stream.
    "X-Accel-Buffering": "no",
  });
  res.flushHeaders();
  res.write("retry: 2000\n\n");
  const keepAlive = setInterval(() => res.write(":\n\n"), keepAliveEveryMs);
  const tell = async (present: number) => {
    if (!(await isTokenValid(database(), bearer))) return end();
    const before = known;
    // A change of the same moment is told again rather than not at all.
    known = { revision: present, at: earlierBy(nowIso(), { seconds: 1 }) };
    const tasks = await listChanged(bearer, before.at);
    const event = { revision: present, previous_revision: before.revision, ...tasks };
    const eventId = `${present} ${known.at}`;
    res.write(`id: ${eventId}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const stopListening = listenToRevisions(
    database(),
    { userId, revision: known.revision },
    // A busy database only delays it until the next change.
    (present) => void tell(present).catch(() => undefined),
  );
  const timeout = setTimeout(end, maxDurationMs);
  const stream = { tokenId, end };
  function end() {
    if (!streams.delete(stream)) return;
    stopListening();
    clearInterval(keepAlive);
    clearTimeout(timeout);
    res.end();
  }
  streams.add(stream);
  onClose(end);
}

async function listChanged({ householdId }: TokenBearer, since: string) {
  const rows = await listTaskPage(
    database(),
    { householdId },
    {
      order: "updated_at",
      isDescending: false,
      after: null,
      most: maxTasks,
      changedSince: since,
    },
  );
  return { task_ids: rows.slice(0, maxTasks).map(({ id }) => id), more: rows.length > maxTasks };
}

function readLastId(text: string | undefined): { revision: number; at: string } | null {
  const [, revision, at] = /^(\d{1,15}) ([\d:.TZ-]{24})$/.exec(text ?? "") ?? [];
  return revision && at ? { revision: Number(revision), at } : null;
}

// Lets the server stop without waiting for listeners.
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
  process.on(event, () => {
    for (const { end } of streams) end();
  });
}
