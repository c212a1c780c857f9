import { expect, test } from "vitest";
import { type ClassCase, judge, readClasses } from "#tests/bench/parse/classes.ts";
import { findLost } from "./lost-words.ts";

const classes = [...readClasses()];

test.each(classes)(
  "%s: at least 60 cases, of which 92 of 100 are right, 2 silently wrong at most, no word lost",
  (_, cases) => {
    const verdicts = cases.map((each) => ({ ...each, ...judge(each) }));
    const share = (count: number) => (100 * count) / cases.length;
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(share(verdicts.filter(({ wrong }) => wrong.length === 0).length)).toBeGreaterThanOrEqual(
      92,
    );
    expect(
      share(verdicts.filter(({ isSilentlyWrong }) => isSilentlyWrong).length),
    ).toBeLessThanOrEqual(2);
    const others = verdicts.filter(({ parsed }) => parsed.intent && !parsed.mayBeTask);
    expect(textsOf(others).filter((text) => !noTasks.has(text))).toEqual([]);
    const lost = verdicts.flatMap(({ request, parsed }) =>
      findLost(request.text, parsed).map((word) => `${word}: ${request.text}`),
    );
    expect(lost).toEqual([]);
  },
);

const textsOf = (cases: ClassCase[]) => cases.map(({ request }) => request.text);

/** These ask for an item on a list, or change what exists. */
const noTasks = new Set([
  "find the 24/7 pharmacy number",
  "move Emma's piano lesson from Tuesday to Thursday at 4",
  "move theo's haircut from four to four forty five on friday",
  "move the dentist from tuesday to thursday at ten",
  "let's move book club from the seventeenth to the twenty fourth",
  "add 1/2 cup of sugar to the list",
  "reschedule Friday's haircut to Monday at 4",
  "move the dentist appointment to Thursday at 3",
  "cancel the dentist",
  "move the 3pm call to 4pm",
  "put milk on my list",
  "practice moved from 5 to 6 tomorrow",
  "cancel my gym class",
  "aprils dentist moved to nov 30 at 2",
  "Zoe's karate class is shifted to Thurs 5 pm",
  "the appointment for passport is moved at the 27 may 8h15",
  "Zoe's bharatanatyam class is shifted to 6.15 pm from Thursday",
  "Groceries: turkey, yams, cranberries, butter",
  "put oat milk, the good butter and AA batteries on the list",
  "zoe viola lesson moved 2 weds 5p",
  "orth appt theo moved to wens 230",
  "okay so greta's physical therapy got pushed to friday the thirteenth at nine a m",
  "choir moved 2 wednsday 6.30",
  "hugo drs appt moved to 12/4 1015",
  "the game is at one p m sunday not noon",
  "the vet appointment got moved to Monday at eleven",
  "move my two o'clock to three thirty tomorrow",
  "finn's game got moved to sunday at eleven thirty a m",
]);
