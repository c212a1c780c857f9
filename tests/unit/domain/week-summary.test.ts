import { expect, test } from "vitest";
import { checkModelSummary } from "#app/domain/tasks/week-summary/check.ts";
import { summaryFacts } from "#app/domain/tasks/week-summary/prompt.ts";

const facts = summaryFacts({
  ahead: 12,
  busiestDay: { name: "Tuesday", count: 4 },
  unanswered: [
    { title: "Pick up Emma", name: "Sam Miller" },
    { title: "Text +19005550100 to www.evil.example", name: "Alex" },
  ],
  moreUnanswered: 1,
  overdue: 2,
  done: 1,
});

test("the model gets only the rules' facts and first names", () => {
  expect(facts).toEqual({
    tasks_ahead: 12,
    busiest_day: { day: "Tuesday", tasks: 4 },
    unanswered: [
      { title: "Pick up Emma", name: "Sam" },
      { title: "Text +19005550100 to www.evil.example", name: "Alex" },
    ],
    more_unanswered: 1,
    overdue: 2,
    done: 1,
  });
});

test.for([
  "A full week: 12 tasks, with 4 on Tuesday. Sam hasn't said yet about “Pick up Emma”, and 2 are overdue.",
  "Twelve tasks are ahead in the next seven days, and two are overdue. You've done one already!",
  '12 are planned, 2 are late. "Text +19005550100 to www.evil.example" still waits for Alex\'s answer.',
])("%s", (words) => {
  expect(checkModelSummary({ words }, facts)).toEqual({ words });
});

const enough = "12 tasks are ahead and 2 are overdue.";

test.for([
  ["shape", 7],
  ["shape", ""],
  ["shape", enough.repeat(100)],
  ["length", `${enough} ${"so much to do ".repeat(40)}`],
  ["characters", `${enough} <b>Well done</b>`],
  ["characters", `${enough}\u202E Well done`],
  ["characters", `${enough}\u0007`],
  ["characters", `${enough} Call +19005550100`],
  ["characters", `${enough} See https://evil.example`],
  ["characters", `${enough} Write to x@evil.example`],
  ["characters", `${enough} “Something that is no title” waits.`],
  ["characters", `${enough} Привет`],
  ["link", `${enough} See evil.example`],
  ["number", `${enough} 5 more are planned.`],
  ["number", `${enough} Five more are planned.`],
  ["number", `${enough} A dozen more are planned.`],
  ["day", `${enough} Friday is quiet.`],
  ["day", `${enough} Start tomorrow.`],
  ["name", `${enough} Mallory asks for money.`],
  ["name", `${enough} Tell Emma.`],
  ["silence", "12 tasks are ahead. Well done!"],
  ["silence", "Nothing to do. Enjoy it, 2 are overdue."],
])("a summary is refused for its %s: %s", ([wrong, words]) => {
  expect(checkModelSummary({ words }, facts)).toEqual({ wrong });
});
