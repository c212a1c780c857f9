import type { Kysely } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { Progress } from "#app/services/sending.ts";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { type Reported, reportProgress } from "./report.server.ts";

/** Providers report nothing new after this. */
const maxReportHours = 4;
const batchSize = 50;

/** Asks for reports that were lost, or that the provider cannot deliver to a private address. */
export async function pollProgress(
  db: Kysely<Database>,
  providers: Providers,
  now: string,
): Promise<Reported[]> {
  const textProgress = async (providerId: string) => ({
    progress: await providers.textProgress(providerId),
  });
  const texts = await poll(db, textChannels, textProgress, now);
  const emails = providers.hasLookup("email")
    ? await poll(db, ["email"], providers.emailProgress, now)
    : [];
  return [...texts, ...emails];
}

async function poll(
  db: Kysely<Database>,
  channels: Channel[],
  fetchProgress: (providerId: string) => Promise<{ to?: string | null; progress: Progress }>,
  now: string,
): Promise<Reported[]> {
  const sent = await db
    .selectFrom("deliveries")
    .select(["id", "provider_id as providerId"])
    .where("state", "=", "sent")
    .where("channel", "in", channels)
    .where("ended_at", ">", earlierBy(now, { hours: maxReportHours }))
    .where("provider_id", "is not", null)
    .$narrowType<{ providerId: string }>()
    // Otherwise deliveries without news would hide newer ones.
    .orderBy("asked_at")
    .orderBy("ended_at")
    .limit(batchSize)
    .execute();
  if (sent.length === 0) return [];
  const ids = sent.map(({ id }) => id);
  await changeAsSystem(db, { transition: "asked" }, now).where("id", "in", ids).execute();
  const reported = await Promise.all(
    sent.map(async ({ id, providerId }) => {
      const { to, progress } = await fetchProgress(providerId);
      if (progress.status === "underway") return null;
      return reportProgress(db, { providerId, deliveryId: id, ...(to && { to }), progress }, now);
    }),
  );
  return reported.filter((one) => one !== null);
}
