import { expect, test } from "vitest";
import { judge, readClasses } from "#tests/bench/parse/classes.ts";

const classes = [...readClasses()];

test.each(classes)(
  "%s: at least 60 cases, 92%% of them right, and 2%% silently wrong at most",
  (_, cases) => {
    const verdicts = cases.map(judge);
    const share = (count: number) => (100 * count) / cases.length;
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(share(verdicts.filter(({ wrong }) => wrong.length === 0).length)).toBeGreaterThanOrEqual(
      92,
    );
    expect(
      share(verdicts.filter(({ isSilentlyWrong }) => isSilentlyWrong).length),
    ).toBeLessThanOrEqual(2);
  },
);
