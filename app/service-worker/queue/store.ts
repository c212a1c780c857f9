// Stores the changes that wait for a connection. IndexedDB survives closing the browser.
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { readOwner } from "../copies.ts";

/** The unencrypted ids reveal neither words nor dates. */
interface SealedChange extends Pick<KeptChange, "changeId" | "userId"> {
  nonce: Uint8Array<ArrayBuffer>;
  words: ArrayBuffer;
}

const cipher = (iv: Uint8Array<ArrayBuffer>) => ({ name: "AES-GCM", iv });
const changes = "changes";

type Row = SealedChange | KeptChange;

/** Lists the changes of the user whose key is here, oldest first. */
export async function listChanges(): Promise<KeptChange[]> {
  const rows = await run<Row[]>("readonly", (store) => store.getAll());
  return (await Promise.all(rows.map(unseal))).filter((kept) => kept !== null);
}

/** Counts the changes of all users. */
export const countChanges = (): Promise<number> => run("readonly", (store) => store.count());

export async function addChange(kept: KeptChange): Promise<void> {
  const sealed = await seal(kept);
  await run("readwrite", (store) => store.add(sealed));
}

/** Does nothing if the change has been removed since. */
export async function replaceChange(kept: KeptChange): Promise<void> {
  const sealed = await seal(kept);
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

const nonceBytes = 12;

/** @throws without its user's key, as before the first page was cached */
async function seal(kept: KeptChange): Promise<SealedChange> {
  const { changeId, userId } = kept;
  const key = await findKey(userId);
  if (!key) throw new Error("The user's key is not here");
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const words = await crypto.subtle.encrypt(
    cipher(nonce),
    key,
    new TextEncoder().encode(JSON.stringify(kept)),
  );
  return { changeId, userId, nonce, words };
}

/** Returns null without its user's key. An older version of Mila stored changes unencrypted. */
async function unseal(row: SealedChange | KeptChange): Promise<KeptChange | null> {
  if (!("nonce" in row)) return row.userId === (await readOwner())?.userId ? row : null;
  const key = await findKey(row.userId);
  if (!key) return null;
  const words = await crypto.subtle.decrypt(cipher(row.nonce), key, row.words).catch(() => null);
  return words && (JSON.parse(new TextDecoder().decode(words)) as KeptChange);
}

async function findKey(userId: string): Promise<CryptoKey | null> {
  const owner = await readOwner();
  if (!owner?.sealKey || owner.userId !== userId) return null;
  const jwk = { kty: "oct", k: owner.sealKey };
  return crypto.subtle.importKey("jwk", jwk, "AES-GCM", false, ["encrypt", "decrypt"]);
}
