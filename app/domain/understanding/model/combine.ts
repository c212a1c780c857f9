import { firstName } from "#app/domain/core/first-name.ts";
import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { learnedCategory } from "#app/domain/understanding/learned/learned.ts";
import { namedMembers } from "#app/domain/understanding/people/named-members.ts";
import { dueAt } from "#app/domain/understanding/resolve/due.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import type { FamilyMember, ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";
import type { AnsweredTask } from "./answer.ts";
import { namesOnlyWhatWasSaid } from "./said-words.ts";

const maxYearsAhead = 10;

/** The model is told to use it if a text names only a day. */
const usualTime = "T12:00";

export type Distrusted = "count" | "order" | "due_date";

/** `keptDates`: the model gave another date than the rules, whose date was kept. */
export type Combined = { drafts: ParsedRequest[]; keptDates: boolean } | { distrusted: Distrusted };

/**
 * The rules decide the number of tasks, their descriptions, the dates they are sure of, and the
 * category if a child or elder is named. Where they are unsure, the model may choose among their
 * readings. The names in its answer must be in the text.
 */
export function combine(
  request: UserRequest,
  byRules: ParsedRequest[],
  byModel: AnsweredTask[],
): Combined {
  if (byModel.length !== byRules.length) return { distrusted: "count" };
  const isOtherDate = (rules: ParsedRequest, index: number) =>
    rules.due && chosenDue(rules, byModel[index]!)?.local !== byModel[index]!.due_date;
  const keptDates = byRules.some(isOtherDate);
  // Among several tasks, a wrong date probably belongs to another one of them.
  if (keptDates && byRules.length > 1) return { distrusted: "order" };
  // A day that the rules could not read stays empty: nothing in the text could confirm the model's.
  const isAdded = ({ due, notUnderstood, otherDues }: ParsedRequest) =>
    !due && notUnderstood.length === 0 && otherDues.length === 0;
  if (
    byModel.some(
      ({ due_date }, index) =>
        isAdded(byRules[index]!) && due_date && !isPlannable(due_date, request),
    )
  ) {
    return { distrusted: "due_date" };
  }
  const drafts = byModel.map((task, index): ParsedRequest => {
    const rules = byRules[index]!;
    const added = task.due_date
      ? dueAt(Temporal.PlainDateTime.from(task.due_date), request.timeZone)
      : null;
    const due = isAdded(rules) ? added : chosenDue(rules, task);
    const isDueSure = isAdded(rules)
      ? !due
      : rules.confident.due || (due !== null && due.local === task.due_date);
    const { category, isSure } = chosenCategory(request, rules, task);
    const assignee = rules.assignee ?? memberNamed(task.assignee, request.familyMembers);
    const isTitleSaid = namesOnlyWhatWasSaid(task.title, request.text, request.familyMembers);
    return {
      ...rules,
      title: isTitleSaid ? task.title : rules.title,
      category,
      description: rules.description ?? task.description ?? null,
      due,
      hasTime: due !== null && (rules.due ? rules.hasTime : !due.local.endsWith(usualTime)),
      confident: { ...rules.confident, due: isDueSure, category: isSure },
      otherDues: isDueSure ? [] : rules.otherDues,
      otherCategories: isSure ? [] : rules.otherCategories,
      assignee,
      who: assignee ?? rules.who,
    };
  });
  return { drafts, keptDates };
}

/** Returns the reading of the rules that the model supports too, or else their first. */
function chosenDue(
  { due, otherDues }: ParsedRequest,
  { due_date }: AnsweredTask,
): ParsedRequest["due"] {
  return otherDues.find(({ local }) => local === due_date) ?? due;
}

function chosenCategory(request: UserRequest, rules: ParsedRequest, { category }: AnsweredTask) {
  if (isCategorySure(request, rules)) return { category: rules.category, isSure: true };
  const { otherCategories } = rules;
  const isSupported =
    otherCategories.length === 0 || [rules.category, ...otherCategories].includes(category);
  return { category: isSupported ? category : rules.category, isSure: isSupported };
}

function isPlannable(local: string, { now, timeZone }: UserRequest): boolean {
  const here = wallClockAt(now, timeZone).round({ smallestUnit: "minute", roundingMode: "floor" });
  const due = Temporal.PlainDateTime.from(local);
  const isPast = Temporal.PlainDateTime.compare(due, here) < 0;
  return !isPast && Temporal.PlainDateTime.compare(due, here.add({ years: maxYearsAhead })) <= 0;
}

function isCategorySure(
  { text, familyMembers, learned }: UserRequest,
  { source }: ParsedRequest,
): boolean {
  const tokens = tokenize(text.slice(source.start, source.end));
  if (learnedCategory(tokens, learned)) return true;
  const named = namedMembers(tokens, familyMembers);
  return named.some(({ relation }) => ["child", "parent", "grandparent"].includes(relation));
}

/** Returns null for a stranger, and for a first name that two members share. */
function memberNamed(wanted: string | undefined, family: FamilyMember[]): string | null {
  const isWanted = (name: string) => name.toLowerCase() === wanted?.toLowerCase();
  const found = family.filter(({ name }) => isWanted(name) || isWanted(firstName(name)));
  return found.length === 1 ? found[0]!.name : null;
}
