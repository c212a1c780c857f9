import { makeResetLink } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { HasData } from "../product/mila.ts";
import { openData } from "../records/open-data.ts";

/** Makes a password link, as Mila's owner would, and returns its path. */
export async function passwordLink(mila: HasData, { email }: { email: string }): Promise<string> {
  await using db = openData(mila.dataFolder);
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const linkBase = { origin: "", linkKey: readSecrets(mila.dataFolder).link };
  return passwordResetLink(linkBase, await makeResetLink(db, id, "owner"));
}
