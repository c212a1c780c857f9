// Stores the changes that wait for a connection. IndexedDB survives closing the browser.
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { readOwner } from "../copies.ts";
import { type Sealed, seal, unseal } from "../seal.ts";

/** The unencrypted ids reveal neither words nor dates. */
type SealedChange = Sealed & Pick<KeptChange, "changeId" | "userId">;

const changes = "changes";

type Row = SealedChange | KeptChange;

/** Lists the changes of the user whose key is here, oldest first. */
export async function listChanges(): Promise<KeptChange[]> {
  const rows = await run<Row[]>("readonly", (store) => store.getAll());
  return (await Promise.all(rows.map(unsealChange))).filter((kept) => kept !== null);
}

/** Counts the changes of all users. */
export const countChanges = (): Promise<number> => run("readonly", (store) => store.count());

export async function addChange(kept: KeptChange): Promise<void> {
  const sealed = await sealChange(kept);
  await run("readwrite", (store) => store.add(sealed));
}

/** Does nothing if the change has been removed since. */
export async function replaceChange(kept: KeptChange): Promise<void> {
  const sealed = await sealChange(kept);
  await updateWhere(
    ({ changeId, userId }) => changeId === kept.changeId && userId === kept.userId,
    (cursor) => cursor.update(sealed),
  );
}

export async function removeChanges(isRemoved: (row: Row) => boolean): Promise<void> {
  await updateWhere(isRemoved, (cursor) => cursor.delete());
}

function updateWhere(
  matches: (row: Row) => boolean,
  update: (cursor: IDBCursorWithValue) => unknown,
) {
  return run("readwrite", (store) => {
    const request = store.openCursor();
    request.addEventListener("success", () => {
      const cursor = request.result;
      if (!cursor) return;
      if (matches(cursor.value as Row)) update(cursor);
      cursor.continue();
    });
    return request;
  });
}

/** Resolves once the browser has written it to disk. */
async function run<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const db = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = db.transaction(changes, mode, { durability: "strict" });
      const request = use(transaction.objectStore(changes));
      transaction.addEventListener("complete", () => resolve(request.result as Result));
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("Not kept")),
      );
    });
  } finally {
    db.close();
  }
}

const database = "mila";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore(changes, { autoIncrement: true });
      // A change that a page sends twice, because it lost the answer, is stored once.
      store.createIndex("once", ["userId", "changeId"], { unique: true });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No database")));
  });
}

/** @throws without its user's key, as before the first page was cached */
async function sealChange(kept: KeptChange): Promise<SealedChange> {
  const { changeId, userId } = kept;
  const key = await findKey(userId);
  if (!key) throw new Error("The user's key is not here");
  return { changeId, userId, ...(await seal(key, kept)) };
}

/** Returns null without its user's key. An older version of Mila stored changes unencrypted. */
async function unsealChange(row: SealedChange | KeptChange): Promise<KeptChange | null> {
  if (!("nonce" in row)) return row.userId === (await readOwner())?.userId ? row : null;
  const key = await findKey(row.userId);
  return key ? unseal<KeptChange>(key, row) : null;
}

async function findKey(userId: string): Promise<string | null> {
  const owner = await readOwner();
  return owner?.userId === userId ? owner.sealKey : null;
}
