import { runs } from "../../../support/runner/depth.ts";
import { type Limit, limits } from "../limits.ts";
import type { Row } from "../row.ts";
import type { Target } from "../target.ts";

export const floods: Row[] = limits.map((limit) => ({
  name: `flood: ${limit.name}`,
  run: async (target) => {
    await forgetCounts(target);
    const tried = runs(limit.tries);
    return { tried, ...judge(limit, tried, await limit.flood(target, tried)) };
  },
}));

/** As if a day had passed, or another flood's limit would stop this one. */
async function forgetCounts({ db }: Target): Promise<void> {
  for (const table of ["messages_to_others", "sign_ups", "external_emails", "sign_in_failures"] as const)
    await db.deleteFrom(table).execute();
}

function judge({ limit }: Limit, tried: number, count: number) {
  const through = count > limit ? [`${count} got through, and ${limit} may`] : [];
  const isReached = count >= limit && tried > limit;
  return {
    through: isReached ? through : [`the limit was not reached: ${count} of ${limit} got through`],
    note: `${count} got through, limit ${limit}`,
  };
}
