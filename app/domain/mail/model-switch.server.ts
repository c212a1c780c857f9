import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import type { Membership } from "#app/domain/people/household/rules.ts";
import { configuredModel, type Model } from "#app/services/openai/model.server.ts";
import type { Database } from "#db/schema.ts";

/** Returns undefined without a model, and until the household's owner allows it. */
export async function findModelForMail(
  db: Kysely<Database>,
  householdId: string,
): Promise<Model | undefined> {
  return configuredModel && (await isAllowed(db, householdId)) ? configuredModel : undefined;
}

/** Returns null without a model. */
export async function findModelSwitch(
  db: Kysely<Database>,
  { householdId, householdRole }: Pick<Membership, "householdId" | "householdRole">,
) {
  if (!configuredModel) return null;
  return {
    host: new URL(configuredModel.baseUrl).host,
    isOn: await isAllowed(db, householdId),
    isOwner: householdRole === "owner",
  };
}

async function isAllowed(db: Kysely<Database>, householdId: string): Promise<boolean> {
  const found = await db
    .selectFrom("model_households")
    .select("household_id")
    .where("household_id", "=", householdId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A restored backup may be from before somebody switched it off. */
export async function stopModelEverywhere(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom("model_households").execute();
}

/** Returns false, and changes nothing, unless the viewer owns the household. */
export async function letModelRead(
  db: Kysely<Database>,
  { userId, householdId }: Viewer,
  { isOn }: { isOn: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const member = await getMembership(trx, userId);
    if (member.householdId !== householdId || member.householdRole !== "owner") return false;
    if (isOn)
      await trx
        .insertInto("model_households")
        .values({ household_id: householdId, allowed_at: nowIso() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await trx.deleteFrom("model_households").where("household_id", "=", householdId).execute();
    return true;
  });
}
