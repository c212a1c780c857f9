import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import type { TurnOrder } from "#db/schema.ts";

export interface Turns {
  order: TurnOrder;
  /** In the order of their turns; empty if anyone can take it. */
  people: HouseholdPerson[];
}

interface Occasion {
  /** Dates are YYYY-MM-DD. */
  on: string;
  startsOn: string;
  /** The person who had the previous turn. */
  last: HouseholdPerson | undefined;
  /** Keyed by person id: how often they did it recently, and when last (an instant). */
  done: ReadonlyMap<string, { count: number; lastAt: string }>;
  isAway: (person: HouseholdPerson) => boolean;
}

/** Returns null if anyone can take it or everyone is away. */
export function chooseTurn({ order, people }: Turns, occasion: Occasion): HouseholdPerson | null {
  const { on, startsOn, last, done, isAway } = occasion;
  const present = (person: HouseholdPerson) => !isAway(person);
  switch (order) {
    case "anyone":
      return null;
    case "each":
      return (
        startingAt(people, people.findIndex(({ id }) => id === last?.id) + 1).find(present) ?? null
      );
    case "week":
      return startingAt(people, weekOf(on) - weekOf(startsOn)).find(present) ?? null;
    case "least": {
      const none = { count: 0, lastAt: "" };
      const [least] = people.filter(present).toSorted((one, other) => {
        const [oneDid, otherDid] = [done.get(one.id) ?? none, done.get(other.id) ?? none];
        return oneDid.count - otherDid.count || oneDid.lastAt.localeCompare(otherDid.lastAt);
      });
      return least ?? null;
    }
  }
}

function startingAt(people: HouseholdPerson[], position: number): HouseholdPerson[] {
  const first = ((position % people.length) + people.length) % people.length;
  return [...people.slice(first), ...people.slice(0, first)];
}

const msPerDay = 86_400_000;

/** Counts weeks that start on Monday. */
export function weekOf(date: string): number {
  const days = Date.parse(date) / msPerDay;
  // Jan 1, 1970 was a Thursday.
  return Math.floor((days + 3) / 7);
}
