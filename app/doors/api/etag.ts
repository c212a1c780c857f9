import { hash } from "node:crypto";

/** A body in the bytes that are sent. */
export interface Encoded {
  bytes: Buffer;
  tag: string;
}

export function encode(body: object): Encoded {
  const text = JSON.stringify(body);
  // `Buffer.from` may return a slice of a shared buffer, which would then stay in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { bytes, tag: tagOf(text) };
}

/** A strong tag: the same text always has the same one. */
export function tagOf(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === tag);
}
