import type { Kysely } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import type { Database, ReachedShare } from "#db/schema.ts";
import { deleteFact, readFact, writeFact } from "./facts.server.ts";

export type DiskLevel = "fine" | "filling" | "full";

const levels: readonly DiskLevel[] = ["fine", "filling", "full"];
const notified = z.object({
  disk: z.enum(["fine", "filling", "full"]),
  shares: z.array(z.string()),
});

/** The states that Mila's owner was notified of, until they are over. */
export type NotifiedStates = z.infer<typeof notified>;

const fact = "told_owner";

export async function readNotified(db: Kysely<Database>): Promise<NotifiedStates> {
  const value = await readFact(db, fact);
  return value === undefined ? { disk: "fine", shares: [] } : notified.parse(JSON.parse(value));
}

export async function writeNotified(
  db: Kysely<Database>,
  { disk, shares }: NotifiedStates,
): Promise<void> {
  if (disk === "fine" && shares.length === 0) return deleteFact(db, fact);
  await writeFact(db, fact, JSON.stringify({ disk, shares }));
}

export function isWorse(level: DiskLevel, other: DiskLevel): boolean {
  return levels.indexOf(level) > levels.indexOf(other);
}

/** The name of a household's share among those notified of. */
export function shareKey({
  householdId,
  what,
}: Pick<ReachedShare, "householdId" | "what">): string {
  return `${householdId} ${what}`;
}
