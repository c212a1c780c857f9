import { hash } from "node:crypto";

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
