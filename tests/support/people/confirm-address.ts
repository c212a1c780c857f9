import { join } from "node:path";
import { nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { HasData } from "../product/mila.ts";

/**
 * Confirms an address, as the link in the email does. Until then, invitations and requests wait as
 * drafts.
 */
export async function confirmAddress(mila: HasData, email: string): Promise<void> {
  await using db = openDatabase(join(mila.dataFolder, "mila.db"));
  await db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
}
