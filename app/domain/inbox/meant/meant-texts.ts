import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import type { Question } from "#app/domain/understanding/intent/types.ts";
import { maxListed } from "../reply-texts.ts";
import type { Changed, Wanted } from "./change-meant.server.ts";
import type { OpenTask, Sought } from "./find-meant.server.ts";

const say = (...parts: SentencePart[]) => fitText(parts, "");

interface Reader {
  timeZone: string;
  now: string;
}

type Dated = Pick<OpenTask, "due_date" | "due_time_zone">;

function whenOf({ due_date, due_time_zone }: Dated, { timeZone, now }: Reader): string {
  if (!due_date || !due_time_zone) return "no date";
  return formatDue({ instant: due_date, timeZone: due_time_zone }, timeZone, now).replace(
    " at ",
    " ",
  );
}

/** "Tomorrow" or "Sat, Dec 5". */
function dayWords(day: string, { timeZone, now }: Reader): string {
  const noon = Temporal.PlainDate.from(day).toPlainDateTime({ hour: 12 });
  const [words = ""] = formatDue(
    { instant: instantOf(noon, timeZone), timeZone },
    timeZone,
    now,
  ).split(" at ");
  return words;
}

interface Asker extends Reader {
  /** True if the question asks who has it. */
  asksWho: boolean;
}

/** "Piano: Thu, Dec 3 4:30 PM. Sam has it. Bring the blue book." */
export function oneFound(
  task: OpenTask & { description: string | null },
  { asksWho, ...reader }: Asker,
): string {
  const { assignee, has_turn, description } = task;
  const nobody = asksWho ? [" Nobody has it yet."] : [];
  const turn = [" It's ", { words: assignee ?? "" }, "'s turn."];
  const theirs = has_turn === 1 ? turn : [" ", { words: assignee ?? "" }, " has it."];
  const who = assignee === null ? nobody : theirs;
  const note = description ? [" ", { words: description }] : [];
  return say({ words: titleForWhom(task) }, `: ${whenOf(task, reader)}.`, ...who, ...note);
}

/** "3 tasks: tomorrow 9:00 AM Soccer (Sam); Sat, Dec 5 2:00 PM Party; no date Trash." */
export function severalFound(
  tasks: OpenTask[],
  { status }: Pick<Question, "status">,
  { asksWho, ...reader }: Asker,
): string {
  const kind = status === "overdue" ? "overdue" : "tasks";
  const before = (task: OpenTask) => `${whenOf(task, reader)} `;
  const listed = listTasks(tasks, { before, nobody: asksWho ? [" (nobody yet)"] : [] });
  return say(`${tasks.length} ${kind}: `, ...listed);
}

/** "Ben is away until Dec 8. Oma is away on Dec 12." */
export const saidAway = (lines: string[]): string =>
  say(...lines.flatMap((line, index) => [index > 0 ? " " : "", { words: line }, "."]));

/** "Done yesterday: Trash (Sam); Piano." */
export function listDone(tasks: OpenTask[], asked: Sought, reader: Reader): string {
  const listed = listTasks(tasks, { before: () => "", nobody: [] });
  return say(`Done${timeWords(asked, reader)}: `, ...listed);
}

interface ListWords {
  before: (task: OpenTask) => string;
  /** Stands after a task that nobody has. */
  nobody: SentencePart[];
}

function listTasks(tasks: OpenTask[], { before, nobody }: ListWords): SentencePart[] {
  const shown = tasks
    .slice(0, maxListed)
    .flatMap((task, index): SentencePart[] => [
      `${index > 0 ? "; " : ""}${before(task)}`,
      { words: titleForWhom(task) },
      ...(task.assignee === null ? nobody : [" (", { words: task.assignee }, ")"]),
    ]);
  const more = tasks.length > maxListed ? [`; and ${tasks.length - maxListed} more`] : [];
  return [...shown, ...more, "."];
}

/** "Pay the gas bill: Sam completed this at 8:10 PM." */
export function doneFound(title: string, action: string): string {
  return say({ words: title }, `: ${action}.`);
}

/** "I found nothing open about "dentist" on Sat, Dec 5." */
export function noneFound(
  { words, day, until, status }: Sought & Pick<Question, "status">,
  reader: Reader,
): string {
  if (status === "overdue") return say("Nothing is overdue.");
  if (status === "done") return say(`I found nothing done${timeWords({ day, until }, reader)}.`);
  const about = words === null ? [] : [' about "', { words }, '"'];
  return say("I found nothing open", ...about, `${timeWords({ day, until }, reader)}.`);
}

function timeWords({ day, until }: Pick<Sought, "day" | "until">, reader: Reader): string {
  if (day === null) return "";
  const from = dayWords(day, reader);
  if (until && until !== day) return ` from ${from} to ${dayWords(until, reader)}`;
  return from.includes(",") ? ` on ${from}` : ` ${from}`;
}

/** "I found no open task "piano" on Thu, Dec 3. Reply YES to add your words as a task." */
export function offerTask({ words, day, until }: Sought, reader: Reader): string {
  const name = words === null ? [] : [' "', { words }, '"'];
  const when = timeWords({ day, until }, reader);
  return say("I found no open task", ...name, `${when}. Reply YES to add your words as a task.`);
}

/** "Which one? 1: Piano, Thu, Dec 3 4:30 PM; 2: Piano, Fri, Dec 4 4:30 PM. Reply 1 or 2." */
export function askWhich(
  tasks: (Dated & Pick<OpenTask, "title" | "about">)[],
  reader: Reader,
): string {
  const listed = tasks.flatMap((task, index): SentencePart[] => [
    `${index > 0 ? "; " : ""}${index + 1}: `,
    { words: titleForWhom(task) },
    `, ${whenOf(task, reader)}`,
  ]);
  const numbers = tasks.map((_, index) => String(index + 1));
  return say("Which one? ", ...listed, `. Reply ${or.format(numbers)}.`);
}

const or = new Intl.ListFormat("en-US", { type: "disjunction" });

/** "200 tasks fit: Piano; Piano; Piano. Please write more of its name, or its day." */
export function tooManyFit(tasks: { title: string }[]): string {
  const first = [...new Set(tasks.map(({ title }) => title))].slice(0, maxListed);
  const listed = first.flatMap((words, index): SentencePart[] => [
    index > 0 ? "; " : "",
    { words },
  ]);
  return say(
    `${tasks.length} tasks fit: `,
    ...listed,
    ". Please write more of its name, or its day.",
  );
}

/** "Give "Trash" to Ben? Reply YES or NO." */
export function askIfSure(
  wanted: Wanted,
  reader: Reader,
  { isNewTask }: { isNewTask: boolean },
): string {
  const { task, person, reachesOthers } = wanted;
  const hears = reachesOthers && person === null;
  const others = hears
    ? [" ", { words: task.assignee ?? "The one you asked" }, " hears of it."]
    : [];
  const answers = isNewTask ? "YES, or NO to add your words as a task" : "YES or NO";
  return say(...actionWords(wanted, reader), "?", ...others, ` Reply ${answers}.`);
}

function actionWords(
  { task, action, isRepeating, target, person }: Wanted,
  reader: Reader,
): SentencePart[] {
  const title = [' "', { words: task.title }, '"'] as const;
  if (action === "assign") return ["Give", ...title, " to ", { words: person?.label ?? "" }];
  if (action === "complete") return ["Is", ...title, " done"];
  if (action === "move") return ["Move", ...title, ` to ${targetWords(target, reader)}`];
  if (action === "cancel" && isRepeating) return ["Skip", ...title, " this time"];
  return ["Delete", ...title, isRepeating ? " and all that follow" : ""];
}

function targetWords(target: Wanted["target"], reader: Reader): string {
  if (!target) return "";
  const { local, timeZone } = target;
  const instant = instantOf(Temporal.PlainDateTime.from(local), timeZone);
  return formatDue({ instant, timeZone }, reader.timeZone, reader.now);
}

/** "Moved: Piano, Fri, Dec 4 4:30 PM. Reply UNDO to take it back." */
export function confirmChange({ as, task, next, given }: Changed, reader: Reader): string {
  const title = { words: task.title };
  const undo = " Reply UNDO to take it back.";
  if (as === "moved") return say("Moved: ", title, `, ${whenOf(task, reader)}.${undo}`);
  if (given) return say(...given.holds, ": ", title, ".", ...told(given), undo);
  if (as === "done") return say("Done: ", title, `.${undo}`);
  return next === null
    ? say("Deleted: ", title, `.${undo}`)
    : say("Skipped this time: ", title, `. ${next}.${undo}`);
}

const told = ({ told: words }: { told: SentencePart[] }) =>
  words.length > 0 ? [" ", ...words] : [];

export const refused = (words: SentencePart[]): string => say(...words);

export const nothingChanged = (): string => say("All right, nothing changed.");

export const askedTooLongAgo = (): string =>
  say("I asked that too long ago. Please write me again what you need.");
