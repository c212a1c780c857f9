import { newSlices } from "#app/domain/core/in-slices.ts";
import { wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { type ImportedTask, instantIn, keyOf, type Read, readRow, UnreadableFile } from "../row.ts";
import { readJson } from "./json-file.server.ts";
import type { Reading } from "./reading.ts";

/** A board begins with its id and its name; its other parts may come later. */
export const isTrello = (beginning: string): boolean =>
  /^\ufeff?\s{0,100}\{\s{0,20}"id":\s{0,5}"[0-9a-f]{24}"/.test(beginning);

const text = z.string();

/** https://developer.atlassian.com/cloud/trello/rest/api-group-boards/ */
const card = z.object({
  id: text.min(1),
  name: text.default(""),
  desc: text.default(""),
  due: text.nullable().optional(),
  dueComplete: z.boolean().default(false),
  closed: z.boolean().default(false),
  idList: text.optional(),
  idMembers: z.array(text).default([]),
});

type Card = z.infer<typeof card>;

const board = z.object({
  cards: z.array(z.unknown()),
  lists: z.array(z.object({ id: text, name: text, closed: z.boolean().default(false) })),
  members: z.array(z.object({ id: text, fullName: text })).default([]),
  checklists: z
    .array(
      z.object({
        idCard: text,
        checkItems: z.array(z.object({ name: text, state: text.optional() })).default([]),
      }),
    )
    .default([]),
});

type Board = z.infer<typeof board>;

/** Reads a board's export. A JSON file has no lines, so cards are counted instead. */
export async function* readTrello(path: string, reading: Reading): AsyncGenerator<Read> {
  const read = board.safeParse(await readJson(path));
  if (!read.success) throw new UnreadableFile("I can't read this board of Trello.");
  const parts = partsOf(read.data);
  const pause = newSlices();
  for (const [index, value] of read.data.cards.entries()) {
    await pause();
    const line = index + 1;
    const { data } = card.safeParse(value);
    if (!data) yield { type: "problem", line, title: "", why: "I can't read it.", isTaken: false };
    else if (data.closed || parts.closed.has(data.idList ?? ""))
      yield { type: "problem", line, title: data.name, why: "It is archived.", isTaken: false };
    else yield* readCard(data, line, parts, reading);
  }
}

const partsOf = ({ lists, members, checklists }: Board) => ({
  lists: new Map(lists.map(({ id, name }) => [id, name])),
  closed: new Set(lists.flatMap(({ id, closed }) => (closed ? [id] : []))),
  members: new Map(members.map(({ id, fullName }) => [id, fullName])),
  items: Map.groupBy(
    checklists.flatMap(({ idCard, checkItems }) => checkItems.map((item) => ({ idCard, ...item }))),
    ({ idCard }) => idCard,
  ),
});

function* readCard(
  data: Card,
  line: number,
  { lists, members, items }: ReturnType<typeof partsOf>,
  reading: Reading,
): Generator<Read> {
  const list = lists.get(data.idList ?? "");
  const [person, ...others] = data.idMembers.flatMap((id) => members.get(id) ?? []);
  const left = `One person does a task. Not taken: ${others.join(", ")}.`;
  yield* readRow(
    {
      title: data.name,
      description: [data.desc, list && `List: ${list}`].filter(Boolean).join("\n\n"),
      due: readDue(data.due, reading),
      person: person ?? null,
      isDone: data.dueComplete,
      checklist: (items.get(data.id) ?? []).map(({ name, state }) => ({
        name,
        isTicked: state === "complete",
      })),
    },
    { line, key: keyOf("trello", data.id), problems: others.length > 0 ? [left] : [] },
  );
}

function readDue(due: string | null | undefined, { timeZone }: Reading): ImportedTask["due"] {
  const at = instantIn(due);
  if (!at) return null;
  const local = wallClockAt(at, timeZone).toString({ smallestUnit: "minute" });
  return { local, timeZone, hasTime: true };
}
