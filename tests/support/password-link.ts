import { once } from "node:events";
import { join } from "node:path";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Mila } from "./mila.ts";
import type { Visitor } from "./visitor.ts";

/** Reads the link from the log, as an administrator without email would. */
export async function passwordLink(mila: Mila, family: Visitor & { email: string }): Promise<string> {
  await family.post("/auth/forgot", { email: family.email });
  const linkBase = { origin: "", linkKey: readSecrets(mila.dataFolder).link };
  const path = passwordResetLink(linkBase, await newestReset(mila, family.email));
  while (!mila.output().includes(`${path}"`)) await once(mila.process.stdout!, "data");
  return path;
}

async function newestReset(mila: Mila, email: string): Promise<string> {
  await using db = openDatabase(join(mila.dataFolder, "mila.db"));
  const { id } = await db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select("password_resets.id")
    .where("users.email", "=", email)
    .orderBy("password_resets.id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}
