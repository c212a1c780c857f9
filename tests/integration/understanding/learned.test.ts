import { expect, test } from "vitest";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import {
  forgetLearned,
  learnFrom,
  listLearned,
  listLearnedWords,
} from "#app/domain/understanding/learned/learned-words.server.ts";
import type { LearnedWords } from "#app/domain/understanding/types.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { newDatabase } from "../../support/records/database.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { ask } from "./ask.ts";

type Own = ReturnType<typeof newDatabase>;

async function learn(
  { db }: Own,
  family: TestFamily,
  title: string,
  category: "Kids" | "Household" | "Elders",
) {
  const now = new Date(2_000_000_000_000 + (instants += 1)).toISOString();
  await db.transaction().execute((trx) => learnFrom(trx, family, { title, category }, [], now));
}
let instants = 0;

test("the model is not told what a household taught Mila", async () => {
  const asked = async (learned: LearnedWords[]) => {
    await using openai = await startFakeOpenai();
    const { byRules } = await ask(
      openai,
      "swim things, about the bag that nobody of us has seen since the holidays",
      { learned },
    );
    return { category: byRules[0]?.category, body: openai.requests[0]?.body };
  };
  const taught = await asked([{ kind: "category", words: ["swim"], category: "Elders" }]);
  const untaught = await asked([]);
  expect([taught.category, untaught.category]).toEqual([
    "Elders",
    expect.not.stringMatching("Elders"),
  ]);
  expect(taught.body).toEqual(untaught.body);
});

test("the newest correction of a word counts", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await learn(own, family, "Swim", "Household");
  await learn(own, family, "Swim", "Elders");
  expect(await listLearnedWords(own.db, family)).toEqual([
    { kind: "category", words: ["swim"], category: "Elders" },
  ]);
});

test("a household keeps its 200 newest words", async () => {
  await using own = newDatabase();
  const [family, other] = [await newFamily(own.db), await newFamily(own.db)];
  await learn(own, other, "Swim", "Kids");
  const words = Array.from(
    { length: 201 },
    (_, index) => `word${String.fromCodePoint(0x4e00 + index)}`,
  );
  for (const word of words) await learn(own, family, word, "Kids");
  const kept = (await listLearned(own.db, family)).map((row) => row.words);
  expect(kept).toHaveLength(200);
  expect(kept).not.toContain(words[0]);
  expect(await listLearned(own.db, other)).toHaveLength(1);
});

test("nobody can forget what another household learned", async () => {
  await using own = newDatabase();
  const [family, other] = [await newFamily(own.db), await newFamily(own.db)];
  await learn(own, family, "Swim", "Kids");
  const [row] = await listLearned(own.db, family);
  expect(await forgetLearned(own.db, other, row!.id)).toBe(false);
  expect(await listLearned(own.db, family)).toHaveLength(1);
});

test("what was learned is in the export, and ends with the household", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await learn(own, family, "Swim", "Kids");
  expect(await readExport(own.db, family)).toMatchObject({
    learned_words: [{ words: "swim", kind: "category", value: "Kids" }],
  });
  expect(await deleteAccount(own.db, family.userId)).toBe("is_alone");
  await removeAccounts(own.db);
  expect(await own.db.selectFrom("learned_words").selectAll().execute()).toEqual([]);
});
