import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toCalendarEvent } from "#app/domain/calendar/files/calendar-event.ts";
import { writeCalendar } from "#app/domain/calendar/files/calendar-file.server.ts";
import { depth } from "../../support/runner/depth.ts";
import { readCalendar, readEvents } from "../../support/messages/calendar.ts";

const task = {
  id: "01a1fe6f-3972-704c-b5e7-a49f2b72c3c8",
  category: "Kids",
  due_date: "2031-06-10T19:00:00.000Z",
  is_completed: 0,
  created_at: "2031-06-01T19:00:00.000Z",
  deleted_at: null,
  version: 1,
} as const;

const fileOf = (title: string, description: string | null = null) => {
  const surroundings = {
    uid: undefined,
    changedAt: task.created_at,
    url: null,
    remindersAt: ["2031-06-10T18:00:00.000Z"],
  };
  return writeCalendar([toCalendarEvent({ ...task, title, description }, surroundings)]);
};

/** Random characters, favoring those with a meaning in calendar files. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\;,:"^\r\n\t \u2028'),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
  )
  .map((characters) => characters.join(""));

const withoutControls = (written: string) =>
  written.replaceAll(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");

test("any title and description survive unchanged in lines of at most 75 octets", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (title, description) => {
      const file = await fileOf(`a${title}b`, `a${description}b`);
      const [event] = readEvents(file);
      expect(event).toMatchObject({
        summary: withoutControls(`a${title}b`).replaceAll(/\s+/g, " "),
        description: withoutControls(`a${description}b`).replaceAll(/\r\n?/g, "\n"),
      });
      const lines = file.split("\r\n");
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(lines.every((line) => !/[\r\n]/.test(line) && line.isWellFormed())).toBe(true);
    }),
    depth({ full: 1_000, part: 100 }),
  );
});

const injections = [
  "Emma\r\nATTENDEE:mailto:eve@example.com",
  "Emma\nATTENDEE:mailto:eve@example.com",
  "Emma\rATTENDEE:mailto:eve@example.com",
  "Emma\\nATTENDEE:mailto:eve@example.com",
  "Emma\u2028ATTENDEE:mailto:eve@example.com",
  "Emma\u0085ATTENDEE:mailto:eve@example.com",
  "Emma\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Pay Eve",
];

test.for(injections)("%j adds only text", async (injection) => {
  const file = await fileOf(injection, injection);
  const [event, ...others] = readCalendar(file).getAllSubcomponents("vevent");
  expect(others).toEqual([]);
  expect(event?.getAllProperties().map(({ name }) => name)).not.toContain("attendee");
  expect(event?.getAllProperties("summary")).toHaveLength(1);
});

test("no bidi or other control character is left", async () => {
  const file = await fileOf(
    "Pay \u202eeve\u202c \u2066now\u2069\u0000\u0007\u001b[31m",
    "\u202bTo\u0000 me\u009b",
  );
  expect(readEvents(file)).toMatchObject([{ summary: "Pay eve now[31m", description: "To me" }]);
});

test("a family emoji is not split at a line end", async () => {
  const family = "👩‍👩‍👧‍👦".repeat(20);
  expect(readEvents(await fileOf(family))).toMatchObject([{ summary: family }]);
});
