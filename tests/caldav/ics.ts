import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";

/** A calendar object with one to-do, as a program writes it. */
export function toDo(uid: string, summary: string, ...lines: string[]): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Somebody//Calendar 1.0//EN",
    "BEGIN:VTODO",
    `UID:${uid}`,
    "DTSTAMP:20301201T120000Z",
    "CREATED:20301201T120000Z",
    "LAST-MODIFIED:20301201T120000Z",
    `SUMMARY:${summary}`,
    ...lines,
    "END:VTODO",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

export interface ReadToDo {
  uid: string;
  summary: string;
  isDone: boolean;
  /** A day, a local time, or an instant in UTC: "2031-01-05", "2031-01-05T15:00:00". */
  due: string | null;
  repeats: boolean;
  kept: string | null;
  text: string;
}

/** Reads the to-do of a calendar object. Leaves out single dates of a repeating one. */
export function readToDo(text: string): ReadToDo {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const todos = calendar.getAllSubcomponents("vtodo");
  const todo = todos.find((found) => !found.hasProperty("recurrence-id"));
  if (!todo) throw new Error(`No to-do in:\n${text}`);
  const value = (name: string) => todo.getFirstPropertyValue(name)?.toString() ?? null;
  return {
    uid: value("uid") ?? "",
    summary: value("summary") ?? "",
    isDone: value("status") === "COMPLETED" || value("completed") !== null,
    due: value("due"),
    repeats: todo.hasProperty("rrule"),
    kept: value("x-kept"),
    text,
  };
}

/** Finds the folder of a calendar by the name that vdirsyncer wrote into it. */
export function calendarNamed(tasks: string, name: string): string {
  const found = readdirSync(tasks).find((folder) => {
    const file = join(tasks, folder, "displayname");
    return existsSync(file) && readFileSync(file, "utf8").trim() === name;
  });
  if (found === undefined) throw new Error(`vdirsyncer has no calendar ${name}`);
  return found;
}
