import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { calendarActions } from "./actions/calendars.ts";
import { peopleActions } from "./actions/people.ts";
import { reminderActions } from "./actions/reminders.ts";
import { requestActions } from "./actions/requests.ts";
import { seriesActions } from "./actions/series.ts";
import { taskActions } from "./actions/tasks.ts";
import { timeActions, workEachSecond } from "./actions/time.ts";
import { chanceOf } from "./chance.ts";
import { calendarStates } from "./rules/calendars.ts";
import { messageSteps } from "./rules/messages.ts";
import { reminderStates } from "./rules/reminders.ts";
import { replyStates } from "./rules/replies.ts";
import { requestStates, requestSteps } from "./rules/requests.ts";
import type { StateRule, StepRule } from "./rules/rule.ts";
import { seriesStates } from "./rules/series.ts";
import { completeSnapshot, takeSnapshot } from "./rules/snapshot.ts";
import { totalStates, totalSteps } from "./rules/totals.ts";
import { turnStates, turnSteps } from "./rules/turns.ts";
import { type ActionKind, BrokenRule, letSecondsPass, newWorld, type World } from "./world.ts";

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
const steps: StepRule[] = [...requestSteps, ...messageSteps, ...totalSteps, ...turnSteps];

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

interface Looks {
  /** After how many actions the states are looked at; at the end always. */
  every: number;
  /** Rules that are known to be broken. */
  known?: readonly string[];
  /** Looks for nothing but this rule, and only after the last action. */
  only?: string;
}

/** Plays the story until a rule is broken. */
export async function play(
  db: Kysely<Database>,
  { start, actions }: Story,
  { every, known = [], only }: Looks,
): Promise<Played> {
  const world = await newWorld(db, start);
  using _clock = world.clock;
  const words: string[] = [];
  const isLooked = ({ sentence }: { sentence: string }) =>
    only === undefined ? !known.includes(sentence) : sentence === only;
  const [stateRules, stepRules] = [states.filter(isLooked), steps.filter(isLooked)];
  const last = actions.length - 1;
  let before = await takeSnapshot(world);
  for (const [index, action] of actions.entries()) {
    const thrown = await take(world, action, words);
    if (thrown && isLooked(thrown)) return { violations: [thrown], count: index + 1, words };
    if (only !== undefined && index < last) {
      // The last step is compared with what was before it.
      if (index === last - 1) before = await takeSnapshot(world);
      continue;
    }
    const after = await takeSnapshot(world);
    const step = { before, after, action: action.kind };
    const violations = stepRules.flatMap(({ sentence, check }) =>
      named(sentence, check(step, world)),
    );
    if (index === last || (only === undefined && (index + 1) % every === 0)) {
      const now = await completeSnapshot(world, after);
      for (const { sentence, check } of stateRules)
        violations.push(...named(sentence, await check(now, world)));
    }
    if (violations.length > 0) return { violations, count: index + 1, words };
    before = after;
  }
  return { violations: [], count: actions.length, words };
}

const named = (sentence: string, problems: string[]) =>
  problems.map((problem) => ({ sentence, problem }));

async function take(
  world: World,
  { kind, seed }: Action,
  words: string[],
): Promise<Violation | null> {
  const chance = chanceOf(seed);
  letSecondsPass(world, chance);
  world.outside.sent.length = 0;
  const at = new Date().toISOString();
  try {
    const said = await kinds[kind]!.take(world, chance);
    await workEachSecond(world);
    if (said !== null) words.push(`${at} ${kind}: ${said}`);
    return null;
  } catch (error) {
    if (error instanceof BrokenRule) {
      words.push(`${at} ${kind}`);
      return { sentence: error.sentence, problem: error.message };
    }
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
): Promise<Story> {
  const { count } = await play(db, story, { every: 1, known: rulesBut(sentence) });
  let actions = story.actions.slice(0, count);
  const stillBreaks = async (some: Action[]) =>
    (await play(db, { ...story, actions: some }, { every: 1, only: sentence })).violations.length >
    0;
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // The last action stays: it is what breaks the rule.
    for (let end = actions.length - 1; end > 0; end -= size) {
      const shorter = [...actions.slice(0, Math.max(end - size, 0)), ...actions.slice(end)];
      if (await stillBreaks(shorter)) actions = shorter;
    }
  }
  return { ...story, actions };
}

const rulesBut = (sentence: string) =>
  [...states, ...steps].map((rule) => rule.sentence).filter((one) => one !== sentence);
