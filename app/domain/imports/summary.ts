import { z } from "#app/domain/core/zod.ts";
import { maxPeople, maxProblems } from "./limits.ts";
import type { Problem, Read } from "./row.ts";

const summary = z.object({
  tasks: z.number(),
  done: z.number(),
  items: z.number(),
  lists: z.array(z.string()),
  repeating: z.number(),
  checklists: z.number(),
  /** Rows that an earlier import has brought. */
  known: z.number(),
  people: z.array(z.object({ name: z.string(), count: z.number() })),
  problems: z.array(
    z.object({ line: z.number(), title: z.string(), why: z.string(), isTaken: z.boolean() }),
  ),
  leftOut: z.number(),
  /** The number of rows that are imported incompletely. */
  changed: z.number(),
  /** The ids of lists that the import made. */
  madeLists: z.array(z.string()),
});

/** The counts of a file, and what could not be taken as it is. */
export type ImportSummary = z.infer<typeof summary>;

export const emptySummary = (): ImportSummary => ({
  tasks: 0,
  done: 0,
  items: 0,
  lists: [],
  repeating: 0,
  checklists: 0,
  known: 0,
  people: [],
  problems: [],
  leftOut: 0,
  changed: 0,
  madeLists: [],
});

export const parseSummary = (json: string): ImportSummary => summary.parse(JSON.parse(json));

const maxShown = 200;

export function addProblem(to: ImportSummary, { line, title, why, isTaken }: Problem): void {
  if (isTaken) to.changed += 1;
  else to.leftOut += 1;
  if (to.problems.length >= maxProblems) return;
  const shown = { title: title.slice(0, maxShown), why: why.slice(0, maxShown) };
  to.problems.push({ line, ...shown, isTaken });
}

/** Counts a row that is new. */
export function addRow(to: ImportSummary, { row }: Extract<Read, { type: "row" }>): void {
  if (row.type === "item") {
    to.items += 1;
    if (!to.lists.includes(row.list) && to.lists.length < maxShown) to.lists.push(row.list);
    return;
  }
  to.tasks += 1;
  if (row.isDone) to.done += 1;
  if (row.repeats) to.repeating += 1;
  if (row.checklist.length > 0) to.checklists += 1;
  for (const name of new Set([row.person, row.about])) if (name) countPerson(to, name);
}

function countPerson({ people }: ImportSummary, name: string): void {
  const known = people.find((person) => person.name === name);
  if (known) known.count += 1;
  else if (people.length < maxPeople) people.push({ name, count: 1 });
}
