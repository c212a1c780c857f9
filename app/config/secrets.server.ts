import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { env } from "./env.server.ts";

const key = z.base64url().length(43);
const secretsFile = z.object({ session: key, link: key, encryption: key });

/** 256-bit keys in base64url. */
export type Secrets = z.infer<typeof secretsFile>;

/** Creates `secrets.json` at the first start. @throws when the folder is not writable, or the file is invalid */
export function readSecrets(folder: string = env.DATA_DIR): Secrets {
  const file = join(folder, "secrets.json");
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw new Error(`cannot read ${file}`, { cause: error });
  }
  makeSecrets(folder, file);
  return secretsFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Undefined when the text is not a valid `secrets.json`. */
export function parseSecrets(text: string): Secrets | undefined {
  try {
    return secretsFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function replaceSecrets(secrets: Secrets, folder: string): void {
  const file = join(folder, "secrets.json");
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function makeSecrets(folder: string, file: string): void {
  const newKey = () => randomBytes(32).toString("base64url");
  const secrets: Secrets = { session: newKey(), link: newKey(), encryption: newKey() };
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Another process was first: its keys count.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
