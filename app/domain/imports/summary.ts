import { z } from "#app/domain/core/zod.ts";
import { relations } from "#app/domain/people/family/input.ts";
import { maxPeople, maxProblems } from "./limits.ts";
import type { Difference } from "./find-changes.server.ts";
import {
  changeableParts,
  type ImportedPerson,
  type ImportedRow,
  type Problem,
  type Read,
} from "./row.ts";

const summary = z.object({
  tasks: z.number(),
  done: z.number(),
  items: z.number(),
  lists: z.array(z.string()),
  repeating: z.number(),
  checklists: z.number(),
  /** Rows that an earlier import has brought. */
  known: z.number(),
  people: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      /** Missing for a name of which the file says nothing else. */
      relation: z.enum(relations).optional(),
      isMe: z.boolean().optional(),
    }),
  ),
  /** People, breaks and days away. */
  family: z.number().default(0),
  problems: z.array(
    z.object({ line: z.number(), title: z.string(), why: z.string(), isTaken: z.boolean() }),
  ),
  leftOut: z.number(),
  /** The number of rows that are imported incompletely. */
  changed: z.number(),
  /** The number of tasks that are here already, and are different in the file. */
  updates: z.number().default(0),
  differences: z
    .array(
      z.object({
        line: z.number(),
        title: z.string(),
        parts: z.array(z.enum(changeableParts)),
        changedHere: z.array(z.enum(changeableParts)),
      }),
    )
    .default([]),
  /** True if the person wants the file's changes. */
  takesChanges: z.boolean().default(false),
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
  family: 0,
  problems: [],
  leftOut: 0,
  changed: 0,
  updates: 0,
  differences: [],
  takesChanges: false,
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

/** Counts a row that is here already, and notes how the file differs from its task. */
export function addDifference(
  to: ImportSummary,
  { line }: Extract<Read, { type: "row" }>,
  { title, parts, changedHere }: Difference,
): void {
  if (parts.length > 0) to.updates += 1;
  else to.known += 1;
  if (to.differences.length >= maxProblems) return;
  to.differences.push({ line, title: title.slice(0, maxShown), parts, changedHere });
}

/** Counts a row that an earlier import has brought. */
export function addKnown(to: ImportSummary, { row }: Extract<Read, { type: "row" }>): void {
  if (isShown(row)) to.known += 1;
}

/** A person of the file who is its reader comes with no row, nor does what is past. */
const isShown = (row: ImportedRow) => row.type !== "past" && !(row.type === "person" && row.isMe);

/** Counts a row that is new. */
export function addRow(to: ImportSummary, { row }: Extract<Read, { type: "row" }>): void {
  if (row.type === "item" || row.type === "list") {
    if (row.type === "item") to.items += 1;
    if (!to.lists.includes(row.list) && to.lists.length < maxShown) to.lists.push(row.list);
    return;
  }
  if (row.type !== "task") {
    if (isShown(row)) to.family += 1;
    if (row.type === "person") knowPerson(to, row);
    return;
  }
  to.tasks += 1;
  if (row.isDone) to.done += 1;
  if (row.repeats) to.repeating += 1;
  if (row.checklist.length > 0) to.checklists += 1;
  for (const name of new Set([row.person, row.about])) if (name) countPerson(to, name);
}

function knowPerson({ people }: ImportSummary, { label, relation, isMe }: ImportedPerson): void {
  const known = people.find((person) => person.name === label);
  if (known) Object.assign(known, { relation, isMe });
  else if (people.length < maxPeople) people.push({ name: label, count: 0, relation, isMe });
}

function countPerson({ people }: ImportSummary, name: string): void {
  const known = people.find((person) => person.name === name);
  if (known) known.count += 1;
  else if (people.length < maxPeople) people.push({ name, count: 1 });
}
