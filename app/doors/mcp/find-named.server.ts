import { itemKey } from "#app/domain/lists/limits.ts";
import { type Item, listItems } from "#app/domain/lists/items.server.ts";
import { findList, findListNamed, type List, listLists } from "#app/domain/lists/lists.server.ts";
import {
  findChosenPerson,
  type HouseholdPerson,
  listHouseholdPeople,
  peopleNamed,
} from "#app/domain/people/people.server.ts";
import { Problem } from "../api/problem.ts";
import type { ToolCall } from "./tool.ts";
import { quote, quoteAll } from "./words.ts";

type Here = Pick<ToolCall, "db" | "viewer">;

/**
 * Finds a person by a name, an id, or "me".
 * @throws Problem that lists the people if nobody, or more than one, is meant
 */
export async function requirePerson({ db, viewer }: Here, who: string): Promise<HouseholdPerson> {
  const people = await listHouseholdPeople(db, viewer.householdId);
  const chosen = findChosenPerson(people, who);
  if (chosen) return chosen;
  const meant =
    who.trim().toLowerCase() === "me"
      ? people.filter(({ userId }) => userId === viewer.userId)
      : peopleNamed(people, who);
  if (meant.length === 1) return meant[0]!;
  if (meant.length === 0) {
    const names = quoteAll(people.map(({ label }) => label));
    throw new Problem("not_found", `Nobody here is called ${quote(who)}. There are: ${names}.`);
  }
  const choices = meant.map(({ label, id }) => `${quote(label)} (id ${id})`).join(", ");
  throw new Problem("conflict", `More than one person is called ${quote(who)}: ${choices}.`);
}

/**
 * Finds a list by its name or id.
 * @throws Problem that names the lists
 */
export async function requireList({ db, viewer }: Here, name: string): Promise<List> {
  const found = (await findListNamed(db, viewer, name)) ?? (await findList(db, viewer, name));
  if (found) return found;
  const names = quoteAll((await listLists(db, viewer)).map((list) => list.name));
  throw new Problem("not_found", `There is no list called ${quote(name)}. There are: ${names}.`);
}

/**
 * Finds an item by its name or id. Of two with one name the open one counts.
 * @throws Problem
 */
export async function requireItem({ db, viewer }: Here, list: List, item: string): Promise<Item> {
  const items = await listItems(db, viewer, list.id);
  const found = items.find(({ id }) => id === item) ?? findItemNamed(items, item);
  if (found) return found;
  throw new Problem("not_found", `${quote(list.name)} has no ${quote(item)}.`);
}

function findItemNamed(items: readonly Item[], name: string): Item | undefined {
  const same = items.filter((item) => itemKey(item.name) === itemKey(name));
  return same.find(({ isTicked }) => !isTicked) ?? same[0];
}
