import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

interface HouseholdSize {
  id: string;
  wordsBytes: number;
  people: number;
  /** The id of the account that owns it. */
  ownerId: string;
}

/** Lists every household with its size, for Mila's owner. */
export async function listHouseholdSizes(db: Kysely<Database>): Promise<HouseholdSize[]> {
  return db
    .selectFrom("households")
    .innerJoin("household_members as owner", (join) =>
      join.onRef("owner.household_id", "=", "households.id").on("owner.role", "=", "owner"),
    )
    .select(["households.id", "words_bytes as wordsBytes", "owner.user_id as ownerId"])
    .select(({ selectFrom }) =>
      selectFrom("people")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("people.household_id", "=", "households.id")
        .where("relation", "is not", null)
        .where("left_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("people"),
    )
    .execute();
}
