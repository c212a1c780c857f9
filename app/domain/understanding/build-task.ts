import { textLength } from "#app/domain/core/limits.ts";
import { readCategory } from "./category/category.ts";
import { withLearnedTime } from "./learned/learned.ts";
import { isPartOfName, mayDescribe } from "./resolve/describing.ts";
import { otherDuesOf } from "./resolve/doubts.ts";
import { dueOf, hasPassed, missesReminder, remindAtOf } from "./resolve/due.ts";
import { halfHintsOf } from "./resolve/half-of-day.ts";
import { type ParseContext, type Reading, spanOf } from "./resolve/reading.ts";
import { mayRepeatOtherwise, repeatsOf } from "./resolve/repeats.ts";
import type { InheritedDay } from "./split/inherited-days.ts";
import { isList, timesOf } from "./resolve/several-times.ts";
import { hasUnreadDate } from "./resolve/unreadable-days.ts";
import { aboutOf } from "./people/about.ts";
import { writeNames } from "./people/named-members.ts";
import { writeHolidays } from "./title/holiday-names.ts";
import { writePlaces } from "./title/place-names.ts";
import { doerIn } from "./people/person.ts";
import { removeFillerWords } from "./title/filler-words/remove.ts";
import { undatedTitleOf, writeTitle } from "./title/title.ts";
import type { Day, ParsedRequest, TimePhrase, Token, When } from "./types.ts";

/** Builds a task for each time of a list, by date: "soccer Mon and Wed 4:30". */
export function buildEach(
  context: ParseContext,
  reading: Reading,
  inherited?: InheritedDay,
  inheritedAssignee?: string,
  maxTasks = Infinity,
): ParsedRequest[] {
  const { choice } = reading;
  const times = timesOf({ ...inherited?.when, ...choice?.when });
  if (times.length === 1 || times.length > maxTasks)
    return [buildTask(context, reading, inherited, inheritedAssignee)];
  const tasks = times.map((when) => {
    const chosen = choice && { ...choice, when, others: [] };
    const given = inherited && { ...inherited, when };
    return buildTask(context, { ...reading, choice: chosen }, given, inheritedAssignee);
  });
  const byDate = Map.groupBy(tasks, ({ due }) => due?.instant ?? "");
  return [...byDate.keys()].toSorted().map((instant) => byDate.get(instant)![0]!);
}

function buildTask(
  context: ParseContext,
  reading: Reading,
  inherited?: InheritedDay,
  inheritedAssignee?: string,
): ParsedRequest {
  const {
    text,
    timeZone,
    now,
    familyMembers,
    learned,
    assigneeNames,
    doerNames = assigneeNames,
    message,
    maybeOn,
    isShopping,
    topic = [],
  } = context;
  const { tokens, span, choice, unusable } = reading;
  const said = inherited ? { ...inherited.when, ...choice?.when } : choice?.when;
  const untimed = withoutPhrases(tokens, choice?.removed ?? []);
  const when = said && withLearnedTime(said, untimed, learned);
  const halfHints = halfHintsOf(untimed, choice?.phrases.some(isClockDeadline) ?? false);
  const { preferredHalf } = halfHints;
  const read = when ? dueOf(when, preferredHalf, now, timeZone) : null;
  const describing = (read && choice ? choice.phrases : []).filter((phrase) =>
    mayDescribe(reading.scan, phrase),
  );
  // "Order Monday brand shampoo": a wrong date is worse than none.
  const isNamed =
    describing.length === choice?.phrases.length &&
    describing.every((phrase) => isPartOfName(reading.scan, phrase)) &&
    !inherited;
  const due = isNamed ? null : read;
  const others = [...(choice?.others ?? []), ...onDayBefore(maybeOn, when)];
  const otherDues = when && due ? otherDuesOf(others, when, due, halfHints, now, timeZone) : [];
  const isPassed = !read && when !== undefined && hasPassed(when, preferredHalf, now, timeZone);
  const passed = isPassed && choice ? choice.phrases.filter(({ role }) => role === "due") : [];
  const unread = due
    ? []
    : [...unusable, ...passed].toSorted((one, other) => one.from - other.from);
  const notUnderstood = unread.map((phrase) => spanOf(tokens, phrase));
  const losesRepetition =
    due !== null && !when?.repetition && reading.timeAt.some((phrase) => phrase?.when.repetition);
  const halfRead = reading.timeAt.find((phrase) => phrase?.when.isHalfRead);
  const removed = due && choice ? choice.removed : [];
  const written = writePlaces(writeHolidays(writeNames(tokens, familyMembers)));
  const { title, assignment } = writeTitle(text, written, removed, doerNames);
  const ownWords = (due && choice ? choice.phrases : []).map((phrase) => spanOf(tokens, phrase));
  const undated = [...topic, ...withoutPhrases(tokens, removed)];
  const { category, others: otherCategories } = readCategory({
    tokens: [...topic, ...tokens],
    undated,
    family: familyMembers,
    learned,
    around: message?.tokens,
    isShopping,
  });
  const assignee = assignment?.assignee ?? inheritedAssignee ?? null;
  const who =
    assignee ?? doerIn(withoutOpening(tokens), familyMembers) ?? doerIn(topic, familyMembers);
  const repeats = due && when ? repeatsOf(when, due, now, timeZone) : null;
  return {
    title,
    undatedTitle: removed.length > 0 ? undatedTitleOf(text, written, removed, doerNames) : title,
    category,
    ...describe(context, reading, removed, inherited),
    due,
    remindAt: remindAtOf(choice?.reminder, due, { now, timeZone, isRepeating: repeats !== null }),
    repeats,
    unreadRepetition: halfRead ? spanOf(tokens, halfRead) : null,
    confident: {
      due:
        otherDues.length === 0 &&
        notUnderstood.length === 0 &&
        describing.length === 0 &&
        !losesRepetition &&
        !halfRead &&
        !(due && hasUnreadDate(reading.scan, reading.timeAt)) &&
        !(due && when && mayRepeatOtherwise(when, due, now, timeZone)),
      category: otherCategories.length === 0,
      title: message?.isSure ?? true,
    },
    otherDues: isNamed && read ? [read] : otherDues,
    otherCategories,
    hasTime: due !== null && when !== undefined && namesTime(when),
    isTimeSaid: Boolean(said?.clock ?? said?.isAtCurrentTime) || said?.afterMinutes !== undefined,
    notUnderstood,
    hasPassed:
      unread.length > 0 && unread.every((phrase) => phrase.when.isOver || passed.includes(phrase)),
    missesReminder: repeats === null && missesReminder(choice?.reminder, due, now, timeZone),
    assignee,
    who,
    about: aboutOf(undated, familyMembers, who),
    dueWords: due && inherited ? [inherited.span, ...ownWords] : ownWords,
    source: span,
  };
}

const namesTime = ({ clock, part, isAtCurrentTime, afterMinutes }: When) =>
  Boolean(clock ?? part ?? isAtCurrentTime) || afterMinutes !== undefined;

function onDayBefore(day: Day | undefined, when: When | undefined): When[] {
  return day && when?.clock && !when.day ? [{ ...when, day }] : [];
}

function describe(
  { text, message }: ParseContext,
  reading: Reading,
  removed: TimePhrase[],
  inherited?: InheritedDay,
) {
  const { lost, whole } = lostWords(text, reading, removed, inherited);
  const own = whole ?? (lost.map(({ words }) => words).join(", ") || null);
  const isDescriptionRepeated =
    !whole && !message && lost.length > 0 && lost.every(({ isRepeated }) => isRepeated);
  return { description: withAround(own, message, text), isDescriptionRepeated };
}

function withAround(
  description: string | null,
  message: ParseContext["message"],
  text: string,
): string | null {
  if (!message) return description;
  if (text.trim().length > textLength.title) return text.trim();
  return [message.description, description].filter(Boolean).join("\n") || null;
}

/** Without "hey Mila, please". */
function withoutOpening(tokens: Token[]): Token[] {
  return tokens[0]?.word === "remind" && tokens[1]?.word !== "me"
    ? tokens
    : removeFillerWords(tokens);
}

function withoutPhrases(tokens: Token[], phrases: TimePhrase[]): Token[] {
  return tokens.filter((_, at) => !phrases.some(({ from, to }) => from <= at && at < to));
}

const maxTimesInTitle = 5;

/**
 * Returns the words that are in neither title nor due date, or the whole text if it is too long for
 * a title.
 */
function lostWords(
  text: string,
  reading: Reading,
  removed: TimePhrase[],
  inherited?: InheritedDay,
) {
  const { tokens, span, timeAt } = reading;
  const whole = text.slice(span.start, span.end).trim();
  const times = new Set(timeAt.filter(Boolean)).size;
  if (whole.length > textLength.title || times > maxTimesInTitle) return { lost: [], whole };
  const phrases = removed.map((phrase) => ({ when: phrase.when, span: spanOf(tokens, phrase) }));
  const lost = [...(inherited ? [inherited] : []), ...phrases].filter(
    ({ when }) => when.exceedsDueDate && (!isList(when) || reading.choice?.when.exceedsDueDate),
  );
  return {
    lost: lost.map(({ when, span: { start, end } }) => ({
      words: text.slice(start, end),
      isRepeated: Boolean(when.repetition) && !when.isRange,
    })),
    whole: null,
  };
}

/** "Before 7", "Tuesday before 7". */
function isClockDeadline({ cue, when }: TimePhrase): boolean {
  return cue?.type === "deadline" && when.clock !== undefined;
}
