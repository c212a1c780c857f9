import type { Kysely } from "kysely";
import { isSetUp } from "#app/config/channels.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findRestoredBackup } from "#app/domain/instance/restored-backup.server.ts";
import type { Database } from "#db/schema.ts";

/** Most starts need none of the features that this loads. */
export async function holdAfterRestore(db: Kysely<Database>, timeZone: string): Promise<void> {
  if (!(await findRestoredBackup(db))) return;
  const { holdRestored } = await import("#app/domain/lifecycle/hold-restored.server.ts");
  await holdRestored(db, { timeZone, isSetUp }, nowIso());
}
