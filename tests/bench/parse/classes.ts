import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { wallClockAt } from "#app/domain/core/time.ts";
import { type ParsedText, parseText } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";
import { plain } from "./cases.ts";

const fields = ["due", "title", "category", "remind_at", "repeats", "repeats_from"] as const;
const folder = new URL("classes/", import.meta.url);

/**
 * A request of one class, and each of its tasks with the acceptable values of its fields; "*"
 * accepts any.
 */
export interface ClassCase {
  request: UserRequest;
  tasks: Partial<Record<Field, string[]>>[];
  /**
   * Every third case above the "# Tried unseen" line, and each below "# Held out": nobody looks at
   * these while writing rules.
   */
  isHeldOut: boolean;
}

type Field = (typeof fields)[number];

export interface Verdict {
  parsed: ParsedText;
  wrong: { task: number; field: Field | "tasks"; got: string; wanted: string }[];
  /** A task has a date, nothing says that it is unsure, and it is wrong. */
  isSilentlyWrong: boolean;
}

export function readClasses(): Map<string, ClassCase[]> {
  const files = globSync("*.txt", { cwd: folder }).toSorted();
  const classes = files.filter((file) => file !== "contexts.txt");
  return new Map(classes.map((file) => [basename(file, ".txt"), readClass(new URL(file, folder))]));
}

/** The line above the half of a file that only judges. */
export const headOfHeldOut = "# Held out";

export function readClass(file: string | URL): ClassCase[] {
  const { contexts, familyMembers } = readContexts();
  const cases: ClassCase[] = [];
  const text = readFileSync(file, "utf8");
  const hasHalves = text.includes(`\n${headOfHeldOut}`);
  let [isOpen, isBelow] = [hasHalves, false];
  for (const line of text.split("\n")) {
    isOpen ||= line.startsWith("# Tried unseen");
    isBelow ||= line.startsWith(headOfHeldOut);
    if (!line.trim() || line.startsWith("#")) continue;
    const parts = line.split("|").map((part) => part.trim());
    const [name = "", said = "", due, category, title] = parts;
    if (line.startsWith(" ")) cases.at(-1)!.tasks.push(taskOf(fields, parts));
    else {
      const request = { text: said.replaceAll("\\n", "\n"), ...contexts.get(name)!, familyMembers };
      const tasks = title ? [taskOf(["due", "category", "title"], [due!, category!, title])] : [];
      cases.push({ request, tasks, isHeldOut: isBelow || (!isOpen && cases.length % 3 === 2) });
    }
  }
  return cases;
}

function taskOf(names: readonly Field[], values: string[]): Partial<Record<Field, string[]>> {
  return Object.fromEntries(names.map((name, index) => [name, values[index]!.split(" ~ ")]));
}

function readContexts() {
  const text = readFileSync(new URL("contexts.txt", folder), "utf8");
  const lines = [...text.matchAll(/^#ctx (\S+) (\S+) (\S+)/gm)];
  const contexts = new Map(
    lines.map(([, name, now, timeZone]) => [name!, { now: now!, timeZone: timeZone! }]),
  );
  const family = /^#family (.*)$/m.exec(text)?.[1] ?? "";
  const members = [...family.matchAll(/(\S+):(\S+)/g)];
  return {
    contexts,
    familyMembers: members.map(([, name, relation]) => ({ name: name!, relation: relation! })),
  };
}

export function judge({ request, tasks }: ClassCase): Verdict {
  const parsed = parseText(request);
  const got = parsed.tasks;
  const wrong: Verdict["wrong"] = tasks.flatMap((wanted, task) =>
    fields
      .filter(
        (field) =>
          wanted[field] &&
          !isRight(wanted[field], valueOf(got[task], field, request.timeZone), field),
      )
      .map((field) => ({
        task,
        field,
        got: valueOf(got[task], field, request.timeZone),
        wanted: wanted[field]!.join(" or "),
      })),
  );
  if (got.length !== tasks.length)
    wrong.unshift({
      task: 0,
      field: "tasks",
      got: String(got.length),
      wanted: String(tasks.length),
    });
  const isSilent = (task: number) => got[task]?.due != null && got[task].confident.due;
  return {
    parsed,
    wrong,
    isSilentlyWrong: wrong.some(({ task, field }) => field === "due" && isSilent(task)),
  };
}

function isRight(wanted: string[], got: string, field: Field): boolean {
  const written = field === "title" ? plain : (value: string) => value;
  return wanted.includes("*") || wanted.map(written).includes(written(got));
}

function valueOf(task: ParsedRequest | undefined, field: Field, timeZone: string): string {
  if (!task) return "no task";
  if (field === "due") return task.due ? localOf(task.due.instant, timeZone) : "-";
  if (field === "remind_at") return task.remindAt ? localOf(task.remindAt.instant, timeZone) : "-";
  if (field === "repeats") return task.repeats?.rule ?? "-";
  if (field === "repeats_from") return task.repeats?.from ?? "-";
  return task[field];
}

function localOf(instant: string, timeZone: string): string {
  return wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" });
}
