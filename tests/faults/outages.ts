import { isGood, type PageAnswer } from "./pages.ts";

/** While a server of Mila cannot reach the database, by this process's performance.now(). */
export interface Outage {
  from: number;
  to: number;
}

const longestPageMs = 2_000;

/** Pages are fast and whole, except while the database is away: then they say so. */
export function judgePages(answers: PageAnswer[], outages: Outage[]) {
  const isDuring = ({ startedAt, ms }: PageAnswer) =>
    outages.some(({ from, to }) => startedAt < to && startedAt + ms > from);
  const outside = answers.filter((answer) => !isDuring(answer));
  const during = answers.filter(isDuring);
  const slowest = Math.round(Math.max(0, ...outside.map(({ ms }) => ms)));
  return {
    figures: {
      pages: answers.length,
      "slowest (ms)": slowest,
      "said that it is away": during.filter(({ saysAway }) => saysAway).length,
    },
    holds: {
      "pages are there while the database is": outside.every(isGood),
      "pages say that the database is away": during.every(
        (answer) => isGood(answer) || answer.saysAway,
      ),
    },
    isInTime: { "no page takes over 2 s while the database is there": slowest <= longestPageMs },
  };
}

/** The numbers of the tasks that were answered as saved. */
export function savedNumbers(answers: PageAnswer[]): number[] {
  return answers.flatMap((answer) =>
    answer.posted !== null && isGood(answer) ? [answer.posted] : [],
  );
}
