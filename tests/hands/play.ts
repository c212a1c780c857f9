import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { calendarActions } from "./actions/calendars.ts";
import { peopleActions } from "./actions/people.ts";
import { reminderActions } from "./actions/reminders.ts";
import { requestActions } from "./actions/requests.ts";
import { seriesActions } from "./actions/series.ts";
import { taskActions } from "./actions/tasks.ts";
import { timeActions } from "./actions/time.ts";
import { chanceOf } from "./chance.ts";
import { calendarStates } from "./rules/calendars.ts";
import { reminderStates } from "./rules/reminders.ts";
import { replyStates } from "./rules/replies.ts";
import { requestStates, requestSteps } from "./rules/requests.ts";
import type { StateRule, StepRule } from "./rules/rule.ts";
import { seriesStates } from "./rules/series.ts";
import { takeSnapshot } from "./rules/snapshot.ts";
import { totalStates, totalSteps } from "./rules/totals.ts";
import { turnStates } from "./rules/turns.ts";
import { type ActionKind, letSecondsPass, newWorld, type World } from "./world.ts";

const kinds: Record<string, ActionKind> = {
  ...taskActions,
  ...seriesActions,
  ...requestActions,
  ...peopleActions,
  ...reminderActions,
  ...calendarActions,
  ...timeActions,
};
const states: StateRule[] = [
  ...requestStates,
  ...turnStates,
  ...seriesStates,
  ...totalStates,
  ...reminderStates,
  ...calendarStates,
  ...replyStates,
];
const steps: StepRule[] = [...requestSteps, ...totalSteps];

export interface Action {
  kind: string;
  seed: number;
}

export interface Violation {
  sentence: string;
  problem: string;
}

/** A family's weeks: where they begin, and what its hands do. */
export interface Story {
  start: string;
  actions: Action[];
}

/** Shortly before clocks change, a year ends, or a day has nothing special. */
const starts = [
  "2027-03-12T15:00:00.000Z",
  "2027-10-29T13:00:00.000Z",
  "2027-11-05T13:00:00.000Z",
  "2028-02-26T22:50:00.000Z",
  "2027-12-29T04:30:00.000Z",
  "2027-06-07T03:58:00.000Z",
];

const weighted = Object.entries(kinds).flatMap(([kind, { weight }]) =>
  Array.from({ length: weight }, () => kind),
);

export const kindCount = Object.keys(kinds).length;

export function newStory(seed: number, length: number): Story {
  const chance = chanceOf(seed);
  const start = chance.of(starts);
  const actions = Array.from({ length }, () => ({
    kind: chance.of(weighted),
    seed: chance.below(2 ** 31),
  }));
  return { start, actions };
}

interface Played {
  violations: Violation[];
  /** After how many actions the first rule was broken. */
  count: number;
  words: string[];
}

/** Plays the story until a rule is broken. @param every after how many actions the states are looked at */
export async function play(
  db: Kysely<Database>,
  { start, actions }: Story,
  { every, known = [] }: { every: number; known?: readonly string[] },
): Promise<Played> {
  const world = await newWorld(db, start);
  using _clock = world.clock;
  const words: string[] = [];
  const isNew = ({ sentence }: Violation) => !known.includes(sentence);
  let before = await takeSnapshot(world);
  for (const [index, action] of actions.entries()) {
    const thrown = await take(world, action, words);
    const after = await takeSnapshot(world);
    const step = { before, after, action: action.kind };
    const violations = steps.flatMap(({ sentence, check }) => named(sentence, check(step, world)));
    if (thrown) violations.push(thrown);
    if ((index + 1) % every === 0 || index + 1 === actions.length)
      for (const { sentence, check } of states)
        violations.push(...named(sentence, await check(after, world)));
    const news = violations.filter(isNew);
    if (news.length > 0) return { violations: news, count: index + 1, words };
    before = after;
  }
  return { violations: [], count: actions.length, words };
}

const named = (sentence: string, problems: string[]) =>
  problems.map((problem) => ({ sentence, problem }));

async function take(world: World, { kind, seed }: Action, words: string[]): Promise<Violation | null> {
  const chance = chanceOf(seed);
  letSecondsPass(world, chance);
  const at = new Date().toISOString();
  try {
    const said = await kinds[kind]!.take(world, chance);
    if (said !== null) words.push(`${at} ${kind}: ${said}`);
    return null;
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    words.push(`${at} ${kind} failed`);
    const short = problem.split("\n").slice(0, 4).join(" ");
    return { sentence: "No action fails.", problem: short };
  }
}

/** Leaves out every action without which the same rule is still broken. */
export async function shrink(
  db: Kysely<Database>,
  story: Story,
  { sentence }: Violation,
  { known = [] }: { known?: readonly string[] } = {},
): Promise<Story> {
  const breaks = async (actions: Action[]) => {
    const { violations, count } = await play(db, { ...story, actions }, { every: 1, known });
    return violations.some((one) => one.sentence === sentence) ? actions.slice(0, count) : null;
  };
  let actions = (await breaks(story.actions)) ?? story.actions;
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = Math.max(actions.length - size, 0); ; from -= size) {
      const begin = Math.max(from, 0);
      const shorter = await breaks([...actions.slice(0, begin), ...actions.slice(begin + size)]);
      if (shorter) actions = shorter;
      if (begin === 0) break;
    }
  }
  return { ...story, actions };
}
