// What waits is sealed (AES-256-GCM): on a shared device nobody reads another person's words.
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { readOwner } from "../copies.ts";

const nonceBytes = 12;

/** The ids show neither words nor dates. */
export interface SealedChange extends Pick<KeptChange, "changeId" | "userId"> {
  nonce: Uint8Array<ArrayBuffer>;
  words: ArrayBuffer;
}

/** @throws without its user's key, as before the first copy of a page */
export async function seal(kept: KeptChange): Promise<SealedChange> {
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

/** Null without its user's key. An older version of Mila kept changes unsealed. */
export async function unseal(row: SealedChange | KeptChange): Promise<KeptChange | null> {
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

const cipher = (iv: Uint8Array<ArrayBuffer>) => ({ name: "AES-GCM", iv });
