import { runs } from "../../../support/depth.ts";
import type { Row } from "../row.ts";
import { type Limit, limits } from "../limits.ts";

export const floods: Row[] = limits.map((limit) => ({
  name: `flood: ${limit.name}`,
  run: async (target) => {
    const tried = runs(limit.tries);
    return { tried, ...judge(limit, await limit.flood(target, tried)) };
  },
}));

function judge({ limit }: Limit, count: number) {
  // A flood that reaches nothing proves nothing.
  const isBroken = count === 0 && limit > 0;
  const through = count > limit ? [`${count} got through, and ${limit} may`] : [];
  return {
    through: isBroken ? ["nothing got through, not even the first"] : through,
    note: `${count} got through, limit ${limit}`,
  };
}
