import type { Random } from "../../faults/random.ts";
import type { ApiClient } from "../../support/api/client.ts";
import type { Vdirsyncer } from "../drivers/vdirsyncer.ts";

/** A task as both sides should have it. */
export interface Expected {
  /** Begins the title and never changes. */
  number: number;
  title: string;
  category: Category;
  isDone: boolean;
  /** A day, or a local time of the family. */
  due: string | null;
  repeats: boolean;
  /** How many dates of a repeating one are done. */
  done: number;
  /** A property that Mila does not know. */
  kept: string | null;
}

export const familyZone = "America/New_York";

export const synced = ["Household", "Kids"] as const;
export type Category = (typeof synced)[number];

interface Touched {
  /** The task as it was; null for a new one. */
  before: Expected | null;
  side: "folder" | "mila" | "both";
}

export interface World {
  random: Random;
  vdirsyncer: Vdirsyncer;
  api: ApiClient;
  /** The folder of each calendar. */
  folders: Record<Category, string>;
  tasks: Map<number, Expected>;
  /** The id of each task in Mila; of a repeating one, that of its open date. */
  ids: Map<number, string>;
  /** Tasks changed since the last sync. */
  touched: Map<number, Touched>;
  /** Counts tasks, and changes whose words have to be new. */
  next: () => number;
}

const words = ["beans", "piano", "dentist", "Müll", "fence, gate; and more", "a\\b", "日本", "🎂"];

/** A title that no task has had. */
export const newTitle = ({ random, next }: World, number: number): string =>
  `${number} ${random.pick(words)} ${next()}`;

export const numberOf = (title: string): number => Number.parseInt(title);

/** Another date than the one before: none, a day in 2031, or a time on it. */
export function newDue({ random }: World, before: string | null = ""): string | null {
  const day = `2031-0${random.whole(1, 9)}-${random.whole(10, 28)}`;
  const due = random.pick([null, day, day, `${day}T${random.whole(10, 20)}:15`]);
  // A change to the same date would be none, and lose to a deletion on the other side.
  return due === before ? `2031-10-${random.whole(10, 31)}` : due;
}

export function weekLater(due: string): string {
  const day = new Date(`${due.slice(0, 10)}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 7);
  return day.toISOString().slice(0, 10) + due.slice(10);
}

/** Chooses a task that both sides know and that this round has left alone. */
export function pickTask(
  { random, tasks, touched }: World,
  isFit: (task: Expected) => boolean,
): Expected | undefined {
  const fit = [...tasks.values()].filter((task) => !touched.has(task.number) && isFit(task));
  return fit.length > 0 ? random.pick(fit) : undefined;
}

/** Remembers how a task is, before a side changes it. */
export function touch({ touched }: World, task: Expected, side: "folder" | "mila"): void {
  touched.set(task.number, { before: { ...task }, side });
}
