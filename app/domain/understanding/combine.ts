import { firstName } from "#app/domain/core/first-name.ts";
import { namedMembers } from "#app/domain/parsing/category/named-members.ts";
import { tokenize } from "#app/domain/parsing/tokenize/tokenize.ts";
import type { FamilyMember, ParsedRequest } from "#app/domain/parsing/types.ts";
import { instantOf, Temporal, wallClockAt } from "#app/domain/time.ts";
import type { AnsweredTask } from "./answer.ts";
import type { UserRequest } from "./prompt.ts";

const maxYearsAhead = 10;

export type Distrusted = "count" | "order" | "due_date";

/** `keptDates`: the model would have overruled a date that the rules are sure of. */
export type Combined = { drafts: ParsedRequest[]; keptDates: boolean } | { distrusted: Distrusted };

/**
 * The model's tasks where the rules leave room. The rules decide how many there are, every date that they found, the
 * category where a child or an elder of the family is named, and what must not be lost (the description). An answer of
 * another number or order, or with a date in the past or more than ten years off, is distrusted as a whole.
 */
export function combine(request: UserRequest, byRules: ParsedRequest[], byModel: AnsweredTask[]): Combined {
  if (byModel.length !== byRules.length) return { distrusted: "count" };
  const differ = (rules: ParsedRequest, index: number) => rules.due && rules.due.local !== byModel[index]!.due_date;
  const keptDates = byRules.some(differ);
  // Of several, one with another's date is most likely that other one.
  if (keptDates && byRules.length > 1) return { distrusted: "order" };
  if (byModel.some(({ due_date }, index) => !byRules[index]!.due && due_date && !isPlannable(due_date, request))) {
    return { distrusted: "due_date" };
  }
  const drafts = byModel.map((task, index): ParsedRequest => {
    const rules = byRules[index]!;
    return {
      ...rules,
      title: task.title,
      category: isCategorySure(request, rules) ? rules.category : task.category,
      description: rules.description ?? task.description ?? null,
      due: rules.due ?? dueOn(task.due_date, request.timeZone),
      assignee: rules.assignee ?? memberNamed(task.assignee, request.familyMembers),
    };
  });
  return { drafts, keptDates };
}

function isPlannable(local: string, { now, timeZone }: UserRequest): boolean {
  const here = wallClockAt(now, timeZone).round({ smallestUnit: "minute", roundingMode: "floor" });
  const due = Temporal.PlainDateTime.from(local);
  const isPast = Temporal.PlainDateTime.compare(due, here) < 0;
  return !isPast && Temporal.PlainDateTime.compare(due, here.add({ years: maxYearsAhead })) <= 0;
}

/** A child or an elder of the family is named, whose relation decides. */
function isCategorySure({ text, familyMembers }: UserRequest, { source }: ParsedRequest): boolean {
  const named = namedMembers(tokenize(text.slice(source.start, source.end)), familyMembers);
  return named.some(({ relation }) => ["child", "parent", "grandparent"].includes(relation));
}

/** A wall clock that a clock change skips moves forward with it. */
function dueOn(local: string | undefined, timeZone: string): ParsedRequest["due"] {
  if (!local) return null;
  const instant = instantOf(Temporal.PlainDateTime.from(local), timeZone);
  return { instant, local: wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" }) };
}

/** The one family member of this name or first name; null for strangers, and where two share it. */
function memberNamed(said: string | undefined, family: FamilyMember[]): string | null {
  const wanted = said?.toLowerCase();
  const called = family.filter(({ name }) => [name, firstName(name)].some((each) => each.toLowerCase() === wanted));
  return called.length === 1 ? called[0]!.name : null;
}
