import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { categories } from "#app/domain/core/limits.ts";
import type { FamilyMember, LearnedWords } from "#app/domain/understanding/types.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Category, Database } from "#db/schema.ts";
import { occasionOf, topicOf } from "./topic.ts";

interface Household {
  householdId: string;
}

/** Limits the list, because each request is compared with all of it. */
const maxLearned = 200;

export async function listLearnedWords(
  db: Kysely<Database>,
  { householdId }: Household,
): Promise<LearnedWords[]> {
  const rows = await listRows(db, householdId);
  return rows.flatMap(({ kind, words: text, value }): LearnedWords[] => {
    const words = text.split(" ");
    if (kind === "time") return [{ kind, words, time: value }];
    const category = categories.find((each) => each === value);
    return category ? [{ kind, words, category }] : [];
  });
}

/** Lists the newest first, for the page. */
export async function listLearned(db: Kysely<Database>, { householdId }: Household) {
  return listRows(db, householdId);
}

/**
 * Mila's reading and the correction. A time is HH:mm, and only present if the request named none.
 */
export interface Correction {
  title: string;
  category?: Category;
  time?: string;
}

export async function learnFrom(
  trx: Transaction<Database>,
  { householdId }: Household,
  { title, category, time }: Correction,
  family: FamilyMember[],
  now: string,
): Promise<void> {
  const topic = category && topicOf(title, family)?.join(" ");
  if (topic)
    await save(
      trx,
      { household_id: householdId, words: topic, kind: "category", value: category },
      now,
    );
  const occasion = time && occasionOf(title, family)?.join(" ");
  if (occasion)
    await save(trx, { household_id: householdId, words: occasion, kind: "time", value: time }, now);
}

/** Returns false if the household has no such entry. */
export async function forgetLearned(
  db: Kysely<Database>,
  { householdId }: Household,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("learned_words")
    .where("id", "=", id)
    .where("household_id", "=", householdId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function forgetAllLearned(
  db: Kysely<Database>,
  { householdId }: Household,
): Promise<void> {
  await db.deleteFrom("learned_words").where("household_id", "=", householdId).execute();
}

/** Moves them when a household joins another, which keeps its own readings of the same words. */
export async function moveLearned(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("learned_words")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("learned_words as there")
            .select("there.id")
            .where("there.household_id", "=", to)
            .whereRef("there.kind", "=", "learned_words.kind")
            .whereRef("there.words", "=", "learned_words.words"),
        ),
      ),
    )
    .execute();
}

const listRows = compileOnce(learnedQuery);

function learnedQuery(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("learned_words")
    .select(["id", "kind", "words", "value"])
    .where("household_id", "=", householdId)
    .orderBy("learned_at", "desc")
    .orderBy("id", "desc")
    .limit(maxLearned);
}

type NewWords = Record<"household_id" | "words" | "value", string> & { kind: "category" | "time" };

async function save(trx: Transaction<Database>, learned: NewWords, now: string): Promise<void> {
  await trx
    .insertInto("learned_words")
    .values({ id: newId(), ...learned, learned_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["household_id", "kind", "words"])
        .doUpdateSet({ value: learned.value, learned_at: now }),
    )
    .execute();
  const kept = learnedQuery(trx, learned.household_id).clearSelect().select("id");
  await trx
    .deleteFrom("learned_words")
    .where("household_id", "=", learned.household_id)
    .where("id", "not in", kept)
    .execute();
}
