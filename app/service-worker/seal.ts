/** Words as they are stored: encrypted by AES-256-GCM. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  words: ArrayBuffer;
}

export const nonceBytes = 12;

const algorithm = "AES-GCM";

/** Returns a new key, in base64url like the keys of users. */
export async function newKey(): Promise<string> {
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, true, ["encrypt"]);
  const { k } = await crypto.subtle.exportKey("jwk", key);
  return k!;
}

/** @param key 256 bits in base64url */
export async function seal(key: string, value: unknown): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const words = await crypto.subtle.encrypt(cipher(nonce), await importKey(key), text);
  return { nonce, words };
}

/** Returns null if it was sealed with another key. */
export async function unseal<Value>(key: string, { nonce, words }: Sealed): Promise<Value | null> {
  const text = await crypto.subtle
    .decrypt(cipher(nonce), await importKey(key), words)
    .catch(() => null);
  return text && (JSON.parse(new TextDecoder().decode(text)) as Value);
}

const cipher = (iv: Uint8Array<ArrayBuffer>) => ({ name: algorithm, iv });

const importKey = (k: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty: "oct", k }, algorithm, false, ["encrypt", "decrypt"]);
