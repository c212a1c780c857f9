import type { Change, KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { askWorker } from "./service-worker.ts";

const listeners = new Set<() => void>();
let userId: string | undefined;
let householdId: string | undefined;
/** Shared, because a new empty array would render the page again. */
const none: readonly KeptChange[] = [];
let kept = none;

/** The changes made without a connection, as the page last received them. */
export const readKept = (): readonly KeptChange[] => kept;

/** The snapshot for server rendering and hydration. */
export const readNone = (): readonly KeptChange[] => none;

/** @returns a function that stops watching */
export function watchKept(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

/** Also asks for earlier changes. */
export async function keepFor(own: {
  userId: string;
  householdId: string | undefined;
}): Promise<void> {
  ({ userId, householdId } = own);
  await ask("list");
}

export const refreshKept = () => ask("list");

export const sendKept = () => ask("send");

/** Saves a task in this household that was typed in another. */
export async function adoptKept(changeId: string): Promise<boolean> {
  if (!userId || !householdId) return false;
  return show(await askWorker({ type: "adopt", userId, changeId, householdId }));
}

export const discardKept = (changeId?: string) => ask("discard", changeId);

/** @returns true if the service worker stores the change until the server has answered */
export async function keepChange(
  changeId: string,
  change: Change,
  title: string,
): Promise<boolean> {
  if (!userId) return false;
  const madeAt = new Date().toISOString();
  return show(
    await askWorker({
      type: "keep",
      kept: { changeId, userId, householdId, madeAt, change, title },
    }),
  );
}

async function ask(type: "list" | "send" | "discard", changeId?: string): Promise<boolean> {
  return userId ? show(await askWorker({ type, userId, changeId })) : false;
}

function show(changes: KeptChange[] | null): boolean {
  if (!changes) return false;
  kept = changes.length === 0 ? none : changes;
  for (const listener of listeners) listener();
  return true;
}
