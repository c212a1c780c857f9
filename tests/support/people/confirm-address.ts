import { nowIso } from "#app/domain/core/time.ts";
import type { HasData } from "../product/mila.ts";
import { openData } from "../records/open-data.ts";

/**
 * Confirms an address, as the link in the email does. Until then, invitations and requests wait as
 * drafts.
 */
export async function confirmAddress(mila: HasData, email: string): Promise<void> {
  await using db = openData(mila.dataFolder);
  await db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
}
