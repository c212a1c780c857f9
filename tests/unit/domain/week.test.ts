import { expect, test } from "vitest";
import { summarizeWeek } from "#app/domain/tasks/week/week.ts";

const nothing = {
  ahead: 0,
  busiestDay: null,
  unanswered: [],
  moreUnanswered: 0,
  overdue: 0,
  done: 0,
};

test("an empty week says so", () => {
  expect(summarizeWeek(nothing)).toBe("Nothing planned for the next seven days.");
});

test("a full week is summed up in a few sentences", () => {
  const unanswered = ["Pick up Emma", "Call the vet"].map((title) => ({ title, name: "Sam" }));
  const busiestDay = { name: "Tuesday", count: 4 };
  const facts = { ahead: 12, busiestDay, unanswered, moreUnanswered: 1, overdue: 2, done: 1 };
  expect(summarizeWeek(facts)).toBe(
    "There are 12 tasks in the next seven days; Tuesday is the busiest, with 4. " +
      "Sam hasn't answered about “Pick up Emma” yet. Sam hasn't answered about “Call the vet” yet. " +
      "Waiting for 1 more answer. 2 tasks are overdue. 1 task is already done. Nice work.",
  );
});

test("the week quotes the beginning of a long title", () => {
  const unanswered = [{ title: "Bake the birthday cake ".repeat(13), name: "Sam" }];
  expect(
    summarizeWeek({
      ahead: 0,
      busiestDay: null,
      unanswered,
      moreUnanswered: 0,
      overdue: 0,
      done: 0,
    }),
  ).toBe(
    "Nothing planned for the next seven days. Sam hasn't answered about " +
      "“Bake the birthday cake Bake the birthday cake Bake the birt…” yet.",
  );
});
