import { join } from "node:path";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { HasData } from "./mila.ts";
import type { Visitor } from "./visitor.ts";

/** Asks for a password link and returns its path. */
export async function passwordLink(mila: HasData, family: Visitor & { email: string }): Promise<string> {
  await family.post("/auth/forgot", { email: family.email });
  const linkBase = { origin: "", linkKey: readSecrets(mila.dataFolder).link };
  return passwordResetLink(linkBase, await newestReset(mila, family.email));
}

async function newestReset(mila: HasData, email: string): Promise<string> {
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
