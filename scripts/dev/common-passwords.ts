// node scripts/dev/common-passwords.ts: makes the list of common passwords from zxcvbn-ts, again
// after an update.
import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import {
  bytesPerGap,
  passwordPrefix,
} from "#app/domain/accounts/credentials/common-passwords.server.ts";
import { passwordLength } from "#app/domain/accounts/input.ts";

/** Lists the passwords that Mila would accept otherwise. */
export function listCommonPasswords(): string[] {
  const ranked = dictionary["passwords-common"] ?? [];
  return ranked.map(String).filter((password) => password.length >= passwordLength.min);
}

/** Encodes the gaps between the sorted prefixes, which need fewer bytes than the prefixes. */
export function encodePasswords(passwords: string[]): string {
  const prefixes = [...new Set(passwords.map(passwordPrefix))].toSorted(
    (one, other) => one - other,
  );
  const gaps = Buffer.alloc(prefixes.length * bytesPerGap);
  prefixes.forEach((prefix, at) =>
    gaps.writeUIntBE(prefix - (prefixes[at - 1] ?? 0), at * bytesPerGap, bytesPerGap),
  );
  return gaps.toString("base64");
}

if (import.meta.main) {
  const source = `// Made by scripts/dev/common-passwords.ts from @zxcvbn-ts/language-common (MIT license).
export const commonPasswords =
  "${encodePasswords(listCommonPasswords())}";
`;
  writeFileSync("app/domain/accounts/credentials/common-passwords.ts", source);
}
