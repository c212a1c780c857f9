import { runs } from "../../../support/runner/depth.ts";
import { type Limit, limits } from "../limits.ts";
import type { Row } from "../row.ts";

export const floods: Row[] = limits.map((limit) => ({
  name: `flood: ${limit.name}`,
  run: async (target) => {
    await target.forgetCounts();
    const tried = runs(limit.tries);
    return { tried, ...judge(limit, tried, await limit.flood(target, tried)) };
  },
}));

function judge({ limit }: Limit, tried: number, count: number) {
  const through = count > limit ? [`${count} got through, and ${limit} may`] : [];
  const isReached = count >= limit && tried > limit;
  return {
    through: isReached ? through : [`the limit was not reached: ${count} of ${limit} got through`],
    note: `${count} got through, limit ${limit}`,
  };
}
