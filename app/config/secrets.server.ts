import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeLastingFile } from "./data-folder.server.ts";
import { env } from "./env.server.ts";

const key = z.base64url().length(43);
const secretsShape = z.object({ session: key, link: key, encryption: key });

/** 256-bit keys in base64url. */
export type Secrets = z.infer<typeof secretsShape>;

/** Several machines have the same keys, in a file that the settings name. */
export const secretsFileOf = (folder: string): string =>
  env.MILA_SECRETS_FILE ?? join(folder, "secrets.json");

/** @throws when the file is missing or damaged: only a start or a command makes new keys */
export function readSecrets(folder: string = env.DATA_DIR): Secrets {
  const found = findSecrets(folder);
  if (typeof found === "string") throw new Error(`${secretsFileOf(folder)} is ${found}`);
  return found;
}

/** @throws when this user may not read the file */
export function findSecrets(folder: string = env.DATA_DIR): Secrets | "missing" | "damaged" {
  try {
    return parseSecrets(readFileSync(secretsFileOf(folder), "utf8")) ?? "damaged";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
}

/** Returns undefined when the text is not a valid `secrets.json`. */
export function parseSecrets(text: string): Secrets | undefined {
  try {
    return secretsShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function replaceSecrets(secrets: Secrets, folder: string): void {
  writeLastingFile(secretsFileOf(folder), JSON.stringify(secrets, null, 2));
}

export function newSecrets(): Secrets {
  const newKey = () => randomBytes(32).toString("base64url");
  return { session: newKey(), link: newKey(), encryption: newKey() };
}

/** Stored beside the keys in their file, once an account needed them. */
const accountsMark = z.object({ hadAccounts: z.literal(true) });

/** True if a database that these keys belong to has had accounts. */
export function haveHadAccounts(folder: string): boolean {
  try {
    return accountsMark.safeParse(JSON.parse(readFileSync(secretsFileOf(folder), "utf8"))).success;
  } catch {
    // Other checks report missing or damaged keys.
    return false;
  }
}

/**
 * Lets a later start recognize that a database without accounts is not the one that these keys
 * belong to.
 */
export function markHadAccounts(folder: string): void {
  const content = { ...readSecrets(folder), hadAccounts: true };
  writeLastingFile(secretsFileOf(folder), JSON.stringify(content, null, 2));
}

/** Tells keys apart without revealing them. */
export function fingerprintOf({ session, link, encryption }: Secrets): string {
  return createHash("sha256")
    .update(["mila keys", session, link, encryption].join("\n"))
    .digest("base64url");
}

/**
 * Reads the file in its present state. It may be unreadable, for example because another user
 * copied it.
 */
export function readFingerprint(
  folder: string = env.DATA_DIR,
): string | "missing" | "damaged" | "unreadable" {
  try {
    const found = findSecrets(folder);
    return typeof found === "string" ? found : fingerprintOf(found);
  } catch {
    return "unreadable";
  }
}
