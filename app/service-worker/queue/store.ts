// The changes that wait for a connection. IndexedDB survives the end of the browser.
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";

const database = "mila";
const changes = "changes";

/** In the order in which they were made. */
export async function listChanges(userId?: string): Promise<KeptChange[]> {
  const all = await run<KeptChange[]>("readonly", (store) => store.getAll());
  return all.filter((kept) => userId === undefined || kept.userId === userId);
}

export async function addChange(kept: KeptChange): Promise<void> {
  await run("readwrite", (store) => store.add(kept));
}

export async function refuseChange(changeId: string, refused: string): Promise<void> {
  await updateWhere(
    (kept) => kept.changeId === changeId,
    (cursor) => cursor.update({ ...cursor.value, refused }),
  );
}

export async function countFailure(changeId: string, failed: NonNullable<KeptChange["failed"]>): Promise<void> {
  await updateWhere(
    (kept) => kept.changeId === changeId,
    (cursor) => cursor.update({ ...cursor.value, failed }),
  );
}

export async function removeChanges(isRemoved: (kept: KeptChange) => boolean): Promise<void> {
  await updateWhere(isRemoved, (cursor) => cursor.delete());
}

function updateWhere(matches: (kept: KeptChange) => boolean, update: (cursor: IDBCursorWithValue) => unknown) {
  return run("readwrite", (store) => {
    const request = store.openCursor();
    request.addEventListener("success", () => {
      const cursor = request.result;
      if (!cursor) return;
      if (matches(cursor.value as KeptChange)) update(cursor);
      cursor.continue();
    });
    return request;
  });
}

/** Resolves once the browser has written it to disk. */
async function run<Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
  const db = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = db.transaction(changes, mode, { durability: "strict" });
      const request = use(transaction.objectStore(changes));
      transaction.addEventListener("complete", () => resolve(request.result as Result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("Not kept")));
    });
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore(changes, { autoIncrement: true });
      // A change that is kept twice, by a page that lost the answer, is one.
      store.createIndex("once", ["userId", "changeId"], { unique: true });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No database")));
  });
}
