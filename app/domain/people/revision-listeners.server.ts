import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readRevisionsByUser } from "./revision.server.ts";

interface Listener {
  userId: string;
  /** The last one that it was told. */
  revision: number;
  notify: (revision: number) => void;
}

const pollEveryMs = 1_000;

const listeners = new Set<Listener>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `notify` after each change in the household of a user. A query per second serves all
 * listeners of this process, whichever process made the change.
 * @param revision the one that the listener knows; `notify` is called if there is another
 * @returns a function that ends it
 */
export function listenToRevisions(
  db: Kysely<Database>,
  { userId, revision }: { userId: string; revision: number },
  notify: (revision: number) => void,
): () => void {
  const listener = { userId, revision, notify };
  listeners.add(listener);
  timer ??= setInterval(() => void notifyListeners(db), pollEveryMs).unref();
  return () => void listeners.delete(listener);
}

async function notifyListeners(db: Kysely<Database>): Promise<void> {
  if (listeners.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const userIds = [...new Set([...listeners].map(({ userId }) => userId))];
  // A busy database only delays listeners until the next poll.
  const revisions = await readRevisionsByUser(db, userIds).catch(() => new Map<string, number>());
  for (const listener of listeners) {
    const revision = revisions.get(listener.userId);
    if (revision === undefined || revision === listener.revision) continue;
    listener.revision = revision;
    listener.notify(revision);
  }
}
