import { v7 as newId } from "uuid";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { HasData } from "../product/mila.ts";
import { openData } from "../records/open-data.ts";

/** Returns the path of the link that Mila sends if email is set up. */
export async function confirmationLink(
  mila: HasData,
  { email }: { email: string },
  newAddress = email,
) {
  await using db = openData(mila.dataFolder);
  const { id: userId } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const id = newId();
  await db
    .insertInto("email_verifications")
    .values({ id, user_id: userId, email: newAddress, requested_at: nowIso() })
    .execute();
  return emailVerificationLink({ origin: "", linkKey: readSecrets(mila.dataFolder).link }, id);
}
