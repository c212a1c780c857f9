import type { Kysely } from "kysely";
import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { normalizeName } from "#app/domain/people/same-name.ts";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { listLearnedWords } from "#app/domain/understanding/learned/learned-words.server.ts";
import {
  type ModelCallFacts,
  understand,
  type Understood,
} from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import {
  mayMeanTurns,
  readSaidTurns,
  type SaidTurns,
} from "#app/domain/understanding/said-turns.ts";

interface Reading extends Understood {
  /** The turns of the only task, if it repeats. */
  turns: SaidTurns | null;
  /** A name in the turns that several people have, such as "Otto". */
  unclearName: string | null;
  /** Loaded only if the text may be about turns. */
  people: HouseholdPerson[];
}

/**
 * Text about turns has a meaning only for a single repeating task; otherwise it stays in the title.
 */
export async function understandWithTurns(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: ZonedViewer,
  { text, now }: { text: string; now: string },
  log: (facts: ModelCallFacts) => void,
): Promise<Reading> {
  const familyMembers = await listFamilyNames(db, householdId);
  const learned = await listLearnedWords(db, { householdId });
  const weekStart = await findWeekStart(db, userId);
  const people = mayMeanTurns(text) ? await listHouseholdPeople(db, householdId) : [];
  const read = (words: string) =>
    understand({ text: words, timeZone, weekStart, now, familyMembers, learned, userId }, { log });
  const viewer = people.find((person) => person.userId === userId);
  const said = readSaidTurns(text, people, viewer?.id ?? "");
  if (said?.rest.trim()) {
    const understood = await read(said.rest);
    const [draft, ...others] = understood.drafts.map((one) =>
      inTurnsWeekly(one, said.turns, { timeZone, now }),
    );
    if (draft?.repeats && draft.due && others.length === 0) {
      return { ...understood, drafts: [draft], turns: said.turns, unclearName: null, people };
    }
  }
  const unclearName = said ? null : findUnclearName(text, people, viewer?.id ?? "");
  return { ...(await read(text)), turns: null, unclearName, people };
}

/** Ignores the turns if a name belongs to two people. */
function findUnclearName(
  text: string,
  people: readonly HouseholdPerson[],
  viewerId: string,
): string | null {
  const byName = Map.groupBy(people, ({ name }) => normalizeName(name));
  const oneOfEach = [...byName.values()].map(([first]) => first!);
  const said = readSaidTurns(text, oneOfEach, viewerId);
  const named = oneOfEach.filter(({ id }) => said?.turns.personIds.includes(id));
  return named.find(({ name }) => byName.get(normalizeName(name))!.length > 1)?.name ?? null;
}

/**
 * "Trash: Sam and Nora in turns" repeats, but nobody said when: the task then repeats every week,
 * as its card says.
 */
function inTurnsWeekly(
  draft: ParsedRequest,
  { order }: SaidTurns,
  { timeZone, now }: { timeZone: string; now: string },
): ParsedRequest {
  const isDateOpen =
    !draft.due && !draft.repeats && draft.notUnderstood.length === 0 && !draft.hasPassed;
  if (!isDateOpen || order === "anyone") return draft;
  const [weekly] = parseRequests({ text: "do it every week", timeZone, now, familyMembers: [] });
  return weekly ? { ...draft, due: weekly.due, repeats: weekly.repeats } : draft;
}
