import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { today } from "../../support/text/days.ts";

/** Compressed or not, each page of a PDF is an object of this type. */
const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** The week of the test is a whole one, whatever today is. */
const nextSunday = () => today().add({ days: 7 - (today().dayOfWeek % 7) });

test(
  "the week prints on one sheet, A4 and Letter",
  bothWays,
  async ({ page, signIn, visit, family }) => {
    const first = nextSunday();
    for (let day = 0; day < 7; day += 1)
      for (const title of ["Pick up Emma from school", "Call the vet about Rex", "Trash out"])
        await addTask(family, {
          title,
          dueDate: `${first.add({ days: day }).toString()}T23:59`,
        });
    await signIn();
    for (const shown of [today(), first]) {
      await visit(`/week?from=${shown.toString()}`);
      for (const format of ["A4", "Letter"])
        expect([format, countPages(await page.pdf({ format }))]).toEqual([format, 1]);
    }
    await expect(page.getByText("Trash out")).toHaveCount(7);
  },
);
