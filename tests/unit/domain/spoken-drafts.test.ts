import { expect, test } from "vitest";
import { spokenDrafts } from "#app/ui/confirm/read-aloud.tsx";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";

test("the voice says a reminder and a repetition with the due date", () => {
  const drafts = [{ title: "Eye doctor", category: "Kids", dueDate: "2026-10-08T09:00" }];
  const repeats = describeRepeats({ rule: "FREQ=WEEKLY;INTERVAL=2", from: "done" }, "2026-10-08")!;
  expect(spokenDrafts(drafts, [{ remindAt: "2026-10-08T08:00", repeats }])).toBe(
    "Eye doctor, Thursday, October 8 at 9:00 AM, 2 weeks after it was done, with a reminder at 8:00 AM, for Kids. Is this right?",
  );
});

test("a date that was taken away takes its reminder and its repetition with it", () => {
  const drafts = [{ title: "Eye doctor", category: "Kids", dueDate: "" }];
  expect(spokenDrafts(drafts, [{ remindAt: "2026-10-08T08:00", repeats: "every day" }])).toBe(
    "Eye doctor, for Kids. Is this right?",
  );
});
